/* replay.c - runs the fuzz target over files, without a fuzzer: old crashes, whole, and
 * every raw file of the golden cases, whole and cut short in 40 places, each format
 * forced.
 *
 * usage: replay [-r] FILE…     -r: a raw file, not one that begins with the format's byte
 */
#include "base/base.h"

#include "base/out.h"
#include "import/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay_raw(arena scratch, str bytes)
{
    enum { PLACES = 40 };
    uint8_t *data = NEW(&scratch, uint8_t, bytes.len + 1);
    memcpy(data + 1, bytes.ptr, (size_t)bytes.len);
    for (ptrdiff_t i = 0; i <= PLACES; i++) {
        /* with no format forced; each tenth cut also with all of them */
        ptrdiff_t rows = i % 10 == 0 ? importer_count() : 0;
        for (ptrdiff_t row = 0; row <= rows; row++) {
            data[0] = (uint8_t)row;
            LLVMFuzzerTestOneInput(data, (size_t)(bytes.len * i / PLACES) + 1);
        }
    }
}

int main(int argc, char **argv)
{
    arena a = arena_open((ptrdiff_t)1 << 34);
    bool raw = false;
    int done = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-r") == 0) {
            raw = true;
            continue;
        }
        source src = {0};
        err e = {0};
        if (!source_load(&a, argv[i], &src, &e)) {
            err_print(&e, false, stderr);
            return err_exit_status(e.code);
        }
        fprintf(stderr, "replay %s\n", argv[i]); /* the last one, should it crash */
        if (raw) {
            replay_raw(a, src.bytes);
        } else {
            LLVMFuzzerTestOneInput((const uint8_t *)src.bytes.ptr, (size_t)src.bytes.len);
        }
        done++;
        arena_reset(&a);
    }
    printf("%d passed, 0 failed\n", done);
    arena_close(&a);
    return 0;
}
