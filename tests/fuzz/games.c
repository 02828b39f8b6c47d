/* Any bytes as a file of games: the parts follow each other, whole lines are JSON, and what is read
 * from a line can be written and read again. */
#include "fuzz/fuzz.h"

#include "arena/record.h"
#include "records/game_lines.h"
#include "records/json_line.h"

/* As run.sh plays them. The commit is that of each line. */
static RecordFrame frame = {.arguments = "-a beam -a chaser --players 2 --seed 1 --nodes 300 "
                                         "--threads 1 --clock wall",
                            .games = 4,
                            .players = 2};
static const GameSpec spec = {.number = 0, .seed = 1, .agents = {"beam", "chaser"}};

static void read_record(const char *line) {
    GameResult result, again;
    char arguments[RECORD_ARGUMENTS];
    char *text = NULL;
    size_t size = 0;
    int games;
    record_number(line);
    record_arguments(line, &games, arguments);
    record_commit(line, frame.commit);
    if (!record_read(line, &frame, &spec, &result))
        return;
    FILE *out = open_memstream(&text, &size);
    CHECK(out);
    record_write(out, &frame, &spec, &result);
    fclose(out);
    CHECK(record_read(text, &frame, &spec, &again));
    CHECK(record_same_game(&result, &again, frame.players));
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[OWN_FOLDER_SIZE + 64];
    GameLines lines;
    long long end = 0;
    int line = 0;
    size_t at;
    fuzz_write("2/A/games.json", data, size);
    snprintf(path, sizeof path, "%s/2/A/games.json", fuzz_folder());
    CHECK(game_lines_open(&lines, path));
    while (game_lines_next(&lines)) {
        CHECK(lines.part.offset >= end && lines.part.length > 0 && lines.part.line >= line);
        end = lines.part.offset + lines.part.length;
        line = lines.part.line;
        CHECK(end <= (long long)size);
        if (lines.part.what)
            continue;
        CHECK(!json_flaw(lines.text, strlen(lines.text), &at));
        read_record(lines.text);
    }
    CHECK(game_lines_close(&lines));
    return 0;
}
