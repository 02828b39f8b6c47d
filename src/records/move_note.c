#include "records/move_note.h"

const char *move_failure_name(MoveFailure failure) {
    static const char *const names[] = {[MOVE_IN_TIME] = "",
                                        [MOVE_LATE] = "late",
                                        [MOVE_MISSING] = "missing",
                                        [MOVE_CRASHED] = "crashed"};
    return names[failure];
}
