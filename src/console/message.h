/* The messages of the network console: "<type>|<text><" in UTF-16LE, as the engine's SocketHost and
 * its client exchange them.
 *
 *   client              port 19010: registration        a port of its own: the match
 *     5 register ------------>
 *       <--- 1 registration port
 *                                    connects ------------------>
 *                                        <--- 8 registered, when the match begins
 *                                        <--- 2 map, at the beginning of each round
 *                                      3 command --------------->
 *                                        <--- 6 command failed, 4 killed
 *                                        <--- 7 game complete
 *
 * The engine's client takes what one read of its socket brings for exactly one message. So a
 * message must be sent as a whole, and the next one later.
 */
#ifndef BLASTBEAM_CONSOLE_MESSAGE_H
#define BLASTBEAM_CONSOLE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum MessageType {
    MESSAGE_MALFORMED,         /* "<type>|" is missing */
    MESSAGE_REGISTRATION_PORT, /* the text is a port */
    MESSAGE_MAP,               /* see message_lay_out */
    MESSAGE_COMMAND,           /* w a s d z x; any other text is "do nothing" */
    MESSAGE_KILLED,            /* the map in which the player died */
    MESSAGE_REGISTER,          /* the name of a player */
    MESSAGE_FAILED,            /* the reason */
    MESSAGE_COMPLETE,          /* no text */
    MESSAGE_REGISTERED,        /* the player's key, A to D */
    MESSAGE_TYPES
} MessageType;

enum {
    MESSAGE_BYTES = 1024, /* of a message that is received, at most */
    MESSAGE_TEXT = MESSAGE_BYTES / 2 * 3 + 1
};

typedef struct Message {
    MessageType type;
    char text[MESSAGE_TEXT]; /* UTF-8 without zero bytes */
} Message;

/* The part of a message that has arrived. Initialize with {0}. */
typedef struct MessageReader {
    size_t size;
    uint8_t bytes[MESSAGE_BYTES];
} MessageReader;

typedef enum MessageResult {
    MESSAGE_UNFINISHED, /* all bytes are used, the message goes on */
    MESSAGE_READ,
    MESSAGE_TOO_LONG
} MessageResult;

/* Read the next message from received bytes and move *bytes and *size behind what was used. A type
 * that is not known is malformed. After MESSAGE_TOO_LONG the reader cannot go on. */
MessageResult message_read(MessageReader *reader, const uint8_t **bytes, size_t *size,
                           Message *message);

/* The bytes of a message with a text in UTF-8, *size of them and a final 0, malloced. Characters
 * with a byte that ends a message for the engine's client become "?". Returns NULL when memory is
 * short. */
char *message_write(MessageType type, const char *text, size_t *size);

/* Lay out the text of a map.txt as the engine's console does: the players at the right of the
 * board, behind two tabulators. Returns malloced text, NULL when memory is short. */
char *message_lay_out(const char *map);

#endif
