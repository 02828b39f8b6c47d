/* bot.json: what a bot is and how it is started. */
#ifndef BLASTBEAM_PROTOCOL_BOT_FILE_H
#define BLASTBEAM_PROTOCOL_BOT_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { BOTFILE_TEXT = 64, BOTFILE_PATH = 1024 };

typedef struct BotFile {
    char author[BOTFILE_TEXT], email[BOTFILE_TEXT], nickname[BOTFILE_TEXT];
    char type[BOTFILE_TEXT];     /* CPlusPlus, CSharp, Java, JavaScript, Python2, Python3, ... */
    char project[BOTFILE_PATH];  /* ProjectLocation, relative to the bot's folder */
    char run_file[BOTFILE_PATH]; /* RunFile, relative to the bot's folder */
    char run_arguments[BOTFILE_PATH]; /* RunArgs; "" when there are none */
} BotFile;

/* Read FOLDER/bot.json; the case of the keys does not matter. Returns false, with what is wrong and
 * what should stand there, when the engine would refuse it. */
bool botfile_read(const char *folder, BotFile *bot, char *error, size_t size);

#endif
