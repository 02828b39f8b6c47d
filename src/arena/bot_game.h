/* A game in which bots with programs of their own take part, by the file protocol: the match of
 * referee/match.h, with the result of an arena game. */
#ifndef BLASTBEAM_ARENA_BOT_GAME_H
#define BLASTBEAM_ARENA_BOT_GAME_H

#include <signal.h>

#include "arena/game.h"

enum { BOT_GAME_PATH = 1024, BOT_GAME_NOTE = 512 };

typedef struct BotGame {
    GameResult result;          /* `played` is false when the game was stopped */
    char folder[BOT_GAME_PATH]; /* the seed folder, when it is kept */
    char note[BOT_GAME_NOTE];   /* how bots failed for the first time; "" when none did */
    bool refused; /* the system did not let a bot's program start; bot_game_play has failed */
} BotGame;

/* How the user wants bots to run. */
typedef struct BotWishes {
    SandboxUse sandbox_use;
    bool keep_memory; /* see processes/sandbox.h */
} BotWishes;

/* Choose the sandbox of the bots, and make a folder for their games when bots->folder is NULL; its
 * path is in `scratch` then, for the caller to remove, and else "". `said` becomes a line for the
 * user, or "". Returns false with a message. */
bool bot_settings_prepare(BotSettings *bots, const BotWishes *wishes, char scratch[BOT_GAME_PATH],
                          char *said, size_t said_size, char *error, size_t size);

/* Play the game in a new folder settings->bots.folder/game-NUMBER, until *stop becomes nonzero;
 * then no folder is left. Returns false with a message when a player cannot be opened, when the
 * folder cannot be written, or when the system does not let a bot's program start. */
bool bot_game_play(const GameSpec *spec, const GameSettings *settings,
                   const volatile sig_atomic_t *stop, BotGame *game, char *error, size_t size);

#endif
