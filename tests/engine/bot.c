/* A bot for comparing game engines: what it does follows from the folder's round and its key alone.
 *
 *     bot KEY FOLDER idle       waits by walking into a wall; A ends the match in round 60
 *     bot KEY FOLDER noise N    any command, written in any way, and output; N chooses
 *     bot KEY FOLDER clock      late, hanging, silent and damaged answers, one kind a round
 *     bot KEY FOLDER slow       in round 1 later than any limit allows; A ends the match
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LAST_ROUND = 60, LATE_S = 3, KILLED_S = 5, FOR_EVER_S = 60 };

typedef struct Round {
    char key;
    const char *folder;
    int number;
} Round;

static void answer(const Round *round, const char *text, size_t length) {
    char path[4096];
    snprintf(path, sizeof path, "%s/move.txt", round->folder);
    FILE *file = fopen(path, "wb");
    if (!file)
        exit(1);
    fwrite(text, 1, length, file);
    if (fclose(file) != 0)
        exit(1);
}

static void say(const Round *round, const char *text) {
    answer(round, text, strlen(text));
}

/* Up from A's corner and down from B's is a wall. */
static void idle(const Round *round) {
    if (round->number == LAST_ROUND && round->key == 'A')
        say(round, "5");
    else
        say(round, round->key == 'A' || round->key == 'C' ? "1" : "4");
}

static uint32_t mix(uint32_t x) {
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

static void noise(const Round *round, int choice) {
    static const char *const commands[] = {"1", "1", "2", "2", "3", "3", "4",  "4",
                                           "5", "6", "0", "7", "x", "",  "-1", "\n3"};
    static const char *const ends[] = {"", "\n", "\r\n", " and more"};
    uint32_t dice = mix((uint32_t)(round->number * 256 + round->key) + mix((uint32_t)choice));
    char text[64];
    snprintf(text, sizeof text, "%s%s%s", dice >> 4 & 3 ? "" : "\xef\xbb\xbf", commands[dice & 15],
             ends[dice >> 6 & 3]);
    if (dice >> 8 & 3)
        printf("round %d\n%s", round->number, dice >> 10 & 1 ? "" : "\nand an unfinished line");
    if (!(dice >> 12 & 3))
        fprintf(stderr, "player %c\n", round->key);
    if (dice >> 14 & 15)
        say(round, text);
    exit(dice >> 18 & 3 ? 0 : 3);
}

/* Both engines add to their 2 s the time in which an interpreter starts. */
static void clock_trouble(const Round *round) {
    switch (round->number) {
    case 1: /* late, but the answer was written in time */
        say(round, "5");
        sleep(LATE_S);
        break;
    case 2: /* late, and the answer was written after the time */
        sleep(LATE_S);
        say(round, "5");
        break;
    case 3: /* hangs with an answer */
        say(round, "5");
        sleep(FOR_EVER_S);
        break;
    case 4: /* hangs without one, and with its output closed */
        close(1);
        close(2);
        sleep(FOR_EVER_S);
        break;
    case 5: /* no file */
        break;
    case 6:
        say(round, "");
        break;
    case 7: /* UTF-16 */
        answer(round,
               "\xff\xfe"
               "1\0",
               4);
        break;
    case 8: /* an answer, then death by a signal */
        say(round, round->key == 'A' ? "4" : "1");
        abort();
    case 9: /* in time */
        sleep(1);
        say(round, round->key == 'A' ? "1" : "4");
        break;
    default: /* the end: one of them stays beside its bomb */
        if (round->key == 'A' && round->number > 9)
            say(round, round->number == 10 ? "5" : "0");
        else
            say(round, round->key == 'A' ? "1" : "4");
    }
}

static void slow(const Round *round) {
    if (round->number == 1)
        sleep(KILLED_S);
    say(round, round->key == 'A' ? "5" : "4");
}

int main(int argc, char **argv) {
    if (argc < 4)
        return 1;
    const char *end = strrchr(argv[2], '/');
    const char *number = end;
    while (number && number > argv[2] && number[-1] != '/')
        number--;
    Round round = {argv[1][0], argv[2], number ? atoi(number) : 0};
    if (strcmp(argv[3], "idle") == 0)
        idle(&round);
    else if (strcmp(argv[3], "noise") == 0)
        noise(&round, argc > 4 ? atoi(argv[4]) : 0);
    else if (strcmp(argv[3], "slow") == 0)
        slow(&round);
    else
        clock_trouble(&round);
    return 0;
}
