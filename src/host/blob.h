/* Bytes that never change, shared by threads and freed with the last reference. */
#ifndef BLASTBEAM_HOST_BLOB_H
#define BLASTBEAM_HOST_BLOB_H

#include <stdatomic.h>
#include <stddef.h>

typedef struct Blob {
    atomic_int references;
    size_t size;
    char *bytes; /* malloced; ends with a 0 that `size` does not count */
} Blob;

/* Make a blob with one reference. It owns `bytes`, which are malloced and end with a 0. Returns
 * NULL when `bytes` is NULL or memory is short; the bytes are freed then. */
Blob *blob_make(char *bytes, size_t size);

/* One reference more. NULL is allowed. Returns `blob`. */
Blob *blob_keep(Blob *blob);

/* One reference less. NULL is allowed. */
void blob_release(Blob *blob);

#endif
