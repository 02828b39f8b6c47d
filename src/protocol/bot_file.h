/* bot.json: the author and type of a bot, and the program to start. */
#ifndef BLASTBEAM_PROTOCOL_BOT_FILE_H
#define BLASTBEAM_PROTOCOL_BOT_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { BOT_FILE_TEXT = 64, BOT_FILE_PATH = 1024 };

typedef struct BotFile {
    char author[BOT_FILE_TEXT], email[BOT_FILE_TEXT], nickname[BOT_FILE_TEXT];
    char type[BOT_FILE_TEXT];     /* CPlusPlus, CSharp, Java, JavaScript, Python2, Python3, ... */
    char project[BOT_FILE_PATH];  /* ProjectLocation, relative to the bot's folder; may be "" */
    char run_file[BOT_FILE_PATH]; /* RunFile, relative to the bot's folder */
    char run_arguments[BOT_FILE_PATH]; /* RunArgs; "" without arguments */
} BotFile;

/* Read FOLDER/bot.json; the case of the keys does not matter, and BotType may be the engine's
 * number of the type. Returns false when the engine would refuse it; `error` then says what is
 * wrong and what to write instead. */
bool bot_file_read(const char *folder, BotFile *bot, char *error, size_t size);

#endif
