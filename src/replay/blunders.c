#include <getopt.h>
#include <unistd.h>

#include "replay/commands.h"
#include "replay/deaths.h"
#include "replay/scene.h"
#include "search/agent.h"

static const char usage[] =
    "usage: replay blunders PATH\n"
    "\n"
    "Says for each death of a match\n"
    "  - whose bombs did it;\n"
    "  - the last round in which the player could still have avoided it, the others playing as "
    "they\n"
    "    did: all its commands are tried for up to 12 rounds. `by` names those that did it then,\n"
    "    each followed by the right ones;\n"
    "  - the last round in which it could have avoided it whatever the others did: all they can do "
    "is\n"
    "    tried, too, for up to 6 rounds;\n"
    "  - the points thrown away: what a line that lives would have brought more, up to the round "
    "of\n"
    "    death.\n"
    "Living means to be alive after the round of death, and able to live through the bombs that "
    "then\n"
    "lie there. The last line counts. Matches of 2 to 4 players on 21x21.\n";

typedef struct Filter {
    const MatchReplay *replay;
    const char *path;
    int deaths, avoidable, unforced, points;
} Filter;

/* "left or right". */
static void write_choice(unsigned commands) {
    for (unsigned rest = commands; rest; rest &= rest - 1)
        printf("%s%s", command_name((Command)__builtin_ctz(rest)), rest & (rest - 1) ? " or " : "");
}

static void write_killers(const Snapshot *snapshot, const Death *death) {
    if (!death->explained) {
        printf("died, and by the rules it would not have: see replay verify\n");
        return;
    }
    printf("was killed by");
    const char *separator = "";
    for (int p = 0; p < snapshot->player_count; p++)
        if (death->killers >> p & 1) {
            if (p == death->player)
                printf("%s its own bomb", separator);
            else
                printf("%s %c's bomb", separator, snapshot->players[p].key);
            separator = " and";
        }
    printf("\n");
}

static const ReplayMoment *rounds_before(const Filter *judge, const Death *death, int rounds) {
    return &judge->replay->moments[death->index - rounds + 1];
}

static void write_chance(const Filter *judge, const Death *death) {
    if (!death->rounds) {
        printf("  no way out in the last %d round%s%s\n", death->tried,
               death->tried == 1 ? "" : "s",
               death->tried == COUNTERFACTUAL_ROUNDS
                   ? ""
                   : "; before, too little is there or too much to try");
        return;
    }
    const ReplayMoment *moment = rounds_before(judge, death, death->rounds);
    printf("  last chance: round %d, by ", moment->snapshot.round);
    write_choice(death->chance.commands);
    printf("; it did %s%s\n", command_name(moment->command[death->player]),
           moment->late[death->player] ? " (too late)" : "");
}

static void write_sure_escape(const Filter *judge, const Death *death) {
    if (!death->rounds)
        return;
    printf("  whatever the others did: ");
    if (death->sure_rounds) {
        const ReplayMoment *moment = rounds_before(judge, death, death->sure_rounds);
        printf("round %d, by ", moment->snapshot.round);
        write_choice(death->sure_commands);
        printf("; it did %s\n", command_name(moment->command[death->player]));
    } else {
        printf("not in the last %d rounds%s\n", death->sure_tried,
               death->sure_tried < ESCAPE_ROUNDS ? ", further back was not searched" : "");
    }
}

static void write_points(const Filter *judge, const Death *death) {
    const ReplayMoment *after = &judge->replay->moments[death->index + 1];
    if (!death->rounds)
        return;
    printf("  thrown away: %d points: %d instead of %d by",
           points_thrown_away(judge->replay, death), after->snapshot.players[death->player].points,
           death->chance.points);
    for (int i = 0; i < death->rounds; i++)
        printf(" %s", command_name(death->chance.line[i]));
    printf("\n");
}

static void write_death(Filter *judge, const Death *death) {
    const Snapshot *snapshot = &judge->replay->moments[death->index].snapshot;
    const SnapshotPlayer *player = &snapshot->players[death->player];
    char name[SNAPSHOT_NAME];
    scene_name(player->name, name, sizeof name);
    printf("round %d: %c \"%s\" ", snapshot->round, player->key, name);
    write_killers(snapshot, death);
    if (!death->explained)
        return;
    write_chance(judge, death);
    write_sure_escape(judge, death);
    write_points(judge, death);
    judge->avoidable += death->rounds > 0;
    judge->unforced += death->sure_rounds > 0;
    judge->points += points_thrown_away(judge->replay, death);
}

static bool is_whole(const MatchReplay *replay, int index) {
    return replay->moments[index + 1].snapshot.round == replay->moments[index].snapshot.round + 1;
}

static bool judge_one(Filter *judge, int index, int player) {
    const Snapshot *snapshot = &judge->replay->moments[index].snapshot;
    char key = snapshot->players[player].key;
    Death death;
    judge->deaths++;
    if (!is_whole(judge->replay, index)) {
        printf("round %d: %c died then or in the missing rounds that follow: not judged\n",
               snapshot->round, key);
        return true;
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\rjudging the death of %c in round %d ...\033[K", key, snapshot->round);
    bool judged = judge_death(judge->replay, index, player, &death);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (judged)
        write_death(judge, &death);
    else
        fprintf(stderr, "replay: %s: not enough memory\n", judge->path);
    fflush(stdout);
    return judged;
}

static int judge_match(const MatchReplay *replay, const char *path) {
    const Snapshot *first = &replay->moments[0].snapshot;
    Filter judge = {.replay = replay, .path = path};
    int index = 0, player = -1;
    if (!snapshot_is_standard(first)) {
        fprintf(stderr,
                "replay: %s: %d players on a board of %d: blunders are judged for 2 to 4 on 21; "
                "replay show and replay html play it\n",
                path, first->player_count, first->width);
        return 1;
    }
    while (next_death(replay, &index, &player))
        if (!judge_one(&judge, index, player))
            return 1;
    printf("deaths=%d avoidable=%d unforced=%d points=%d\n", judge.deaths, judge.avoidable,
           judge.unforced, judge.points);
    return 0;
}

int replay_blunders(int argc, char **argv) {
    static const struct option table[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(argc, argv, "h", table, NULL)) != -1;)
        return option == 'h' ? fputs(usage, stdout) < 0 : 2;
    if (argc - optind != 1)
        return misuse(argv[0], "wants one PATH");
    MatchReplay *replay = open_replay(argv[optind]);
    if (!replay)
        return 1;
    int status = judge_match(replay, argv[optind]);
    match_replay_free(replay);
    return status;
}
