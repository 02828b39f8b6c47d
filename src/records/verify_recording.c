#include <stdlib.h>

#include "platform/memory.h"
#include "records/recording.h"
#include "records/verify.h"

typedef struct Verifier {
    Game game;
    State state;
    Recording recording;
} Verifier;

/* Play the round that was read last and compare the results. Returns false, with a line on `out`,
 * when they differ. The rest of the match cannot be checked then. */
static bool verify_round(Verifier *self, const char *path, FILE *out) {
    const Recording *recording = &self->recording;
    RoundEvents events;
    char why[512];
    Ranks ranks = recording_ranks(recording, &self->state);
    engine()->play(&self->game, &self->state, recording->round.command, &ranks, &events);
    if (recording_compare(recording, &self->game, &self->state, &events, why, sizeof why))
        return true;
    fprintf(out, "%s: round %d: %s; the rest is not checked\n", path, recording->round.round, why);
    return false;
}

static void verify_rounds(Verifier *self, const char *path, FILE *out, VerifyTotals *totals) {
    RecordingEvent event;
    char why[512];
    while ((event = recording_next(&self->recording)) == RECORDING_ROUND) {
        totals->rounds++;
        if (!verify_round(self, path, out)) {
            totals->mismatches++;
            return;
        }
    }
    if (event == RECORDING_BAD) {
        fprintf(out, "%s\n", self->recording.error);
        totals->mismatches++;
    } else if (!recording_compare_end(&self->recording, &self->game, &self->state, why,
                                      sizeof why)) {
        fprintf(out, "%s: at the end: %s\n", path, why);
        totals->mismatches++;
    }
}

void verify_recording(const char *path, FILE *out, VerifyTotals *totals) {
    Verifier *self = memory_allocate_aligned(sizeof *self);
    if (!self || !recording_open(&self->recording, path)) {
        fprintf(out, "%s\n", self ? self->recording.error : "not enough memory");
        totals->mismatches++;
        memory_free_aligned(self);
        return;
    }
    if (recording_start(&self->recording, &self->game, &self->state)) {
        totals->matches++;
        verify_rounds(self, path, out, totals);
    } else {
        fprintf(out, "%s: skipped: %d players on a board of %d; the engine plays 2 to 4 on 21\n",
                path, self->recording.map.players, self->recording.map.size);
        totals->skipped++;
    }
    recording_close(&self->recording);
    memory_free_aligned(self);
}
