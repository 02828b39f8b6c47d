/* The starters of `referee --new`: each is written, built and played. They use no random numbers,
 * and all of them must give the same commands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "starters/starters.h"
#include "support/matches.h"
#include "support/program.h"
#include "test.h"

enum { SEED = 7, MOVES = 512, MANY_ROUNDS = 60, SAMPLES = 6 };

/* Slow machines must not matter. */
static const TimeLimits patient = {.command_ms = 20000, .kill_ms = 40000, .agent_ms = 1};

/* A player that tries to walk through the border. */
static const char idle_bot[] = "#!/bin/sh\nprintf 3 >\"$2/move.txt\"\n";

/* The commands of A in a match. */
typedef struct Moves {
    int rounds; /* to play, at most */
    char text[MOVES];
} Moves;

static void note_move(void *context, const Match *match) {
    Moves *moves = context;
    size_t length = strlen(moves->text);
    if (match->state.round > 0 && length + 1 < sizeof moves->text)
        moves->text[length] = (char)('0' + match->command[0]);
    ((Match *)match)->stopped = match->state.round >= moves->rounds;
}

/* Write and build the starter, and set *folder to its path. Skips the test when one of the programs
 * in `needed` is missing. */
static void make_starter(const char *language, const char *needed, char folder[SCRATCH_PATH]) {
    if (run("IFS=' '; for p in %s; do command -v $p >/dev/null || exit 1; done", needed)->status) {
        char reason[256];
        snprintf(reason, sizeof reason, "there is no %s", needed);
        SKIP_BECAUSE(reason);
    }
    scratch_path(language, folder);
    run("rm -rf %s && referee --new %s %s", folder, language, folder);
    assert_run(0, "try it:", NULL);
    const char *build = starter_build_command(language);
    if (build) {
        run("cd %s && %s", folder, build);
        assert_run(0, NULL, NULL);
    }
}

/* Play the bot in `folder` as A until the match ends or `moves->rounds` are played. It must live
 * on, and every run must bring a move. */
static void play(const char *folder, const char *opponent, Moves *moves) {
    Match *match = new_match(folder, opponent, SEED);
    const Player *player = &match->players[0];
    for (int p = 0; p < 2; p++)
        match->players[p].limits = patient;
    match->on_round = note_move;
    match->context = moves;
    play_match(match);
    match->context = NULL;
    if (player->failed > 0)
        fail_msg("%s", player->failure);
    assert_int_equal(player->late, 0);
    assert_true(state_is_alive(&match->state, 0));
    if (state_is_alive(&match->state, 1))
        assert_true(state_points(&match->game, &match->state, 0) >
                    state_points(&match->game, &match->state, 1));
    end_match(match);
}

static void play_random(const char *language, const char *needed, Moves *moves) {
    char folder[SCRATCH_PATH];
    *moves = (Moves){.rounds = MANY_ROUNDS};
    make_starter(language, needed, folder);
    play(folder, "random", moves);
}

/* The answers of the starter to the samples, as player A; `start` starts it. */
static void answer_samples(const char *language, const char *start, char answers[MOVES]) {
    char *here = realpath(".", NULL);
    const Run *result =
        run("cd $scratch/%s && for sample in %s/sample-state/*/; do "
            "cp $sample/map.txt . && rm -f move.txt && %s A . && cat move.txt; done",
            language, here, start);
    free(here);
    assert_run(0, NULL, NULL);
    assert_int_equal(strlen(result->out), SAMPLES);
    memcpy(answers, result->out, SAMPLES + 1);
}

/* Beats `random`, and gives the same commands as the starter in C. */
static void assert_plays(const char *language, const char *needed, const char *start) {
    Moves moves, expected;
    play_random(language, needed, &moves);
    play_random("c", "gcc", &expected);
    assert_string_equal(moves.text, expected.text);
    answer_samples(language, start, moves.text);
    answer_samples("c", "./bot", expected.text);
    assert_string_equal(moves.text, expected.text);
}

TEST(test_python_starter_beats_random) {
    assert_plays("python", "python3", "python3 bot.py");
}

TEST(test_javascript_starter_beats_random) {
    assert_plays("javascript", "node", "node bot.js");
}

TEST(test_java_starter_beats_random) {
    assert_plays("java", "java javac jar", "java -jar bot.jar");
}

TEST(test_csharp_starter_beats_random) {
    assert_plays("csharp", "mono mcs", "mono bot.exe");
}

TEST(test_c_starter_bombs_walls_and_survives_its_own_bombs) {
    char folder[SCRATCH_PATH], idle[SCRATCH_PATH];
    Moves moves = {.rounds = MANY_ROUNDS};
    make_starter("c", "gcc", folder);
    make_bot("idle", "CPlusPlus", "run.sh", idle_bot, idle);
    play(folder, idle, &moves);
    assert_int_equal(strlen(moves.text), MANY_ROUNDS);
    assert_true(count_occurrences(moves.text, "5") > 4);
}

TEST(test_a_starter_is_not_written_over_files) {
    run("mkdir $scratch/taken && touch $scratch/taken/file && referee --new c $scratch/taken");
    assert_run(1, NULL, "is not an empty folder");
    run("referee --new c $scratch/taken/file");
    assert_run(1, NULL, "is not an empty folder");
    run("mkdir $scratch/empty && referee --new c $scratch/empty && ls $scratch/empty");
    assert_run(0, "board.h\nbot.c\nbot.json\nfuture.h\n", NULL);
}

TEST(test_unknown_languages_are_refused_with_the_known_ones) {
    run("referee --new cobol $scratch/cobol");
    assert_run(1, NULL,
               "no starter in \"cobol\"; the languages are python, javascript, java, csharp, c");
    run("test ! -e $scratch/cobol && referee --new python");
    assert_run(2, NULL, "--new takes a language and a folder");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_python_starter_beats_random),
        cmocka_unit_test(test_javascript_starter_beats_random),
        cmocka_unit_test(test_java_starter_beats_random),
        cmocka_unit_test(test_csharp_starter_beats_random),
        cmocka_unit_test(test_c_starter_bombs_walls_and_survives_its_own_bombs),
        cmocka_unit_test(test_a_starter_is_not_written_over_files),
        cmocka_unit_test(test_unknown_languages_are_refused_with_the_known_ones),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
