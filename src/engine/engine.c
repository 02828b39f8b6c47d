#include <stdlib.h>
#include <string.h>

#include "engine/round.h"

#define DECLARE_KERNEL(kernel) extern const Engine engine_##kernel;
DECLARE_KERNEL(portable)
DECLARE_KERNEL(avx2)
DECLARE_KERNEL(avx512)

const Engine *engine_at(int index) {
    const Engine *usable[4] = {&engine_portable};
    int count = 1;
#ifdef HAVE_KERNEL_avx2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        usable[count++] = &engine_avx2;
#endif
#ifdef HAVE_KERNEL_avx512
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        usable[count++] = &engine_avx512;
#endif
    return index < count ? usable[index] : NULL;
}

const Engine *engine_named(const char *name) {
    for (int i = 0; engine_at(i); i++)
        if (strcmp(engine_at(i)->name, name) == 0)
            return engine_at(i);
    return NULL;
}

const Engine *engine(void) {
    const char *wanted = getenv("BLASTBEAM_ENGINE");
    if (wanted && engine_named(wanted))
        return engine_named(wanted);
    const Engine *best = engine_at(0);
    for (int i = 1; engine_at(i); i++)
        best = engine_at(i);
    return best;
}
