#include <getopt.h>
#include <unistd.h>

#include "platform/program.h"
#include "records/match_replay.h"
#include "replay/commands.h"
#include "replay/deaths.h"
#include "replay/moment_text.h"
#include "replay/move_events.h"

static const char usage[] =
    "usage: replay blunders PATH\n"
    "\n"
    "Lists the moves of a seed folder that were late, missing, crashed or forced by the\n"
    "engine. In the last line a move that the engine forced because the bot failed is counted\n"
    "twice.\n"
    "\n"
    "Reports for each death of a match\n"
    "  - whose bombs killed the player;\n"
    "  - the last round in which the player could have avoided its death while the others\n"
    "    played as they did. All its commands are tried, up to 12 rounds back. `by` names\n"
    "    the commands that avoid the death in that round if the right ones follow;\n"
    "  - the last round in which it could have avoided its death whatever the others did.\n"
    "    All their commands are tried as well, up to 6 rounds back;\n"
    "  - the points lost: what the best line that survives has more than the player had\n"
    "    after the round of its death.\n"
    "To survive means to be alive after the round of death and able to survive the bombs\n"
    "that are then on the board. The last line has the totals. Only matches of 2 to 4\n"
    "players on a board of 21x21 can be analysed.\n";

typedef struct BlunderReport {
    const MatchReplay *replay;
    const char *path;
    int deaths, avoidable, unforced, points;
    int failed[MOVE_CRASHED + 1]; /* moves by MoveFailure; [MOVE_IN_TIME]: forced moves */
} BlunderReport;

/* Write "left or right". */
static void write_commands(unsigned commands) {
    for (unsigned rest = commands; rest; rest &= rest - 1)
        printf("%s%s", command_name((Command)__builtin_ctz(rest)), rest & (rest - 1) ? " or " : "");
}

static void write_killers(const Snapshot *snapshot, const Death *death) {
    if (!death->reproduced) {
        printf("died, although the rules do not kill it here: see replay verify\n");
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

static const ReplayMoment *moment_of_chance(const BlunderReport *report, const Death *death,
                                            int rounds) {
    return &report->replay->moments[death->index - rounds + 1];
}

/* The move of a round, and in brackets why it is not the bot's choice. */
static void write_played(const ReplayMoment *moment, int player) {
    const MoveNote *note = &moment->note[player];
    const char *why = note->forced ? "forced" : move_failure_name(note->failure);
    printf("; it did %s%s%s%s\n", command_name(moment->command[player]), *why ? " (" : "", why,
           *why ? ")" : "");
}

static void write_chance(const BlunderReport *report, const Death *death) {
    if (!death->chance_rounds) {
        printf("  no escape in the last %d round%s%s\n", death->chance_tried,
               death->chance_tried == 1 ? "" : "s",
               death->chance_tried == COUNTERFACTUAL_ROUNDS
                   ? ""
                   : "; earlier rounds are missing or too complex to search");
        return;
    }
    const ReplayMoment *moment = moment_of_chance(report, death, death->chance_rounds);
    printf("  last chance: round %d, by ", moment->snapshot.round);
    write_commands(death->chance.commands);
    write_played(moment, death->player);
}

static void write_escape(const BlunderReport *report, const Death *death) {
    if (!death->chance_rounds)
        return;
    printf("  whatever the others did: ");
    if (death->escape_rounds) {
        const ReplayMoment *moment = moment_of_chance(report, death, death->escape_rounds);
        printf("round %d, by ", moment->snapshot.round);
        write_commands(death->escape_commands);
        write_played(moment, death->player);
    } else {
        printf("no escape in the last %d rounds%s\n", death->escape_tried,
               death->escape_tried < ESCAPE_ROUNDS ? "; earlier rounds were not searched" : "");
    }
}

static void write_points(const BlunderReport *report, const Death *death) {
    const ReplayMoment *after = &report->replay->moments[death->index + 1];
    if (!death->chance_rounds)
        return;
    printf("  points lost: %d (%d instead of %d by", death_points_lost(report->replay, death),
           after->snapshot.players[death->player].points, death->chance.points);
    for (int i = 0; i < death->chance_rounds; i++)
        printf(" %s", command_name(death->chance.line[i]));
    printf(")\n");
}

static void write_death(BlunderReport *report, const Death *death) {
    const Snapshot *snapshot = &report->replay->moments[death->index].snapshot;
    const SnapshotPlayer *player = &snapshot->players[death->player];
    char name[SNAPSHOT_NAME];
    moment_text_name(player->name, name, sizeof name);
    printf("round %d: %c \"%s\" ", snapshot->round, player->key, name);
    write_killers(snapshot, death);
    if (!death->reproduced)
        return;
    write_chance(report, death);
    write_escape(report, death);
    write_points(report, death);
    report->avoidable += death->chance_rounds > 0;
    report->unforced += death->escape_rounds > 0;
    report->points += death_points_lost(report->replay, death);
}

static bool has_next_round(const MatchReplay *replay, int index) {
    return replay->moments[index + 1].snapshot.round == replay->moments[index].snapshot.round + 1;
}

static bool report_death(BlunderReport *report, int index, int player) {
    const Snapshot *snapshot = &report->replay->moments[index].snapshot;
    char key = snapshot->players[player].key;
    Death death;
    report->deaths++;
    if (!has_next_round(report->replay, index)) {
        printf("round %d: %c died in this round or in the missing rounds after it: not analysed\n",
               snapshot->round, key);
        return true;
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\ranalysing the death of %c in round %d ...\033[K", key, snapshot->round);
    bool analysed = analyse_death(report->replay, index, player, &death);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (analysed)
        write_death(report, &death);
    else
        fprintf(stderr, "replay: %s: not enough memory\n", report->path);
    fflush(stdout);
    return analysed;
}

/* "rounds 3 to 8: A "name" crashed: exit status 3: no map", and the counts of the last line. */
static void report_event(BlunderReport *report, const MoveEvent *event) {
    const ReplayMoment *moments = report->replay->moments;
    int last = event->index + event->moments - 1;
    const SnapshotPlayer *player = &moments[event->index].snapshot.players[event->player];
    char name[SNAPSHOT_NAME];
    moment_text_name(player->name, name, sizeof name);
    printf("round%s %d", event->moments > 1 ? "s" : "", moments[event->index].snapshot.round);
    if (event->moments > 1)
        printf(" to %d", moments[last].snapshot.round);
    printf(": %c \"%s\" %s%s%s\n", player->key, name, move_event_name(event),
           event->reason[0] ? ": " : "", event->reason);
    report->failed[event->failure] += event->moments;
}

static void report_events(BlunderReport *report) {
    for (MoveEvent event = {.player = -1}; next_move_event(report->replay, &event);)
        report_event(report, &event);
}

static int report_match(const MatchReplay *replay, const char *path) {
    const Snapshot *first = &replay->moments[0].snapshot;
    BlunderReport report = {.replay = replay, .path = path};
    int index = 0, player = -1;
    if (!snapshot_is_standard(first)) {
        fprintf(stderr,
                "replay: %s: %d players on a board of %d: blunders are analysed for 2 to 4 "
                "players on 21x21 only; replay show and replay html can show the match\n",
                path, first->player_count, first->width);
        return 1;
    }
    report_events(&report);
    while (next_death(replay, &index, &player))
        if (!report_death(&report, index, player))
            return 1;
    printf("deaths=%d avoidable=%d unforced=%d points=%d late=%d missing=%d crashed=%d forced=%d\n",
           report.deaths, report.avoidable, report.unforced, report.points,
           report.failed[MOVE_LATE], report.failed[MOVE_MISSING], report.failed[MOVE_CRASHED],
           report.failed[MOVE_IN_TIME]);
    return 0;
}

int replay_blunders(int argc, char **argv) {
    static const struct option table[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(argc, argv, ":h", table, NULL)) != -1;)
        return option == 'h' ? fputs(usage, stdout) < 0
                             : program_refuse_option(argv[0], option, argv);
    if (argc - optind != 1)
        return misuse(argv[0], "wants one PATH");
    MatchReplay *replay = open_replay(argv[optind]);
    if (!replay)
        return 1;
    int status = report_match(replay, argv[optind]);
    match_replay_free(replay);
    return status;
}
