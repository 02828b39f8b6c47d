#include "host/blob.h"

#include <stdlib.h>

Blob *blob_make(char *bytes, size_t size) {
    Blob *blob = bytes ? malloc(sizeof *blob) : NULL;
    if (!blob) {
        free(bytes);
        return NULL;
    }
    atomic_init(&blob->references, 1);
    blob->size = size;
    blob->bytes = bytes;
    return blob;
}

Blob *blob_keep(Blob *blob) {
    if (blob)
        atomic_fetch_add(&blob->references, 1);
    return blob;
}

void blob_release(Blob *blob) {
    if (!blob || atomic_fetch_sub(&blob->references, 1) > 1)
        return;
    free(blob->bytes);
    free(blob);
}
