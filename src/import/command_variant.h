/* command_variant.h - what a command line alone says about the variant that it measures.
 */
#ifndef IMPORT_COMMAND_VARIANT_H
#define IMPORT_COMMAND_VARIANT_H

#include "import/command.h"

/* A variant and the reason, as the model keeps them. ptr == NULL: nothing is said. */
typedef struct {
    str variant, why;
} verdict_on_variant;

typedef enum {
    MOUNT_UNKNOWN,
    MOUNT_NONE, /* the container's own filesystem */
    MOUNT_BIND,
    MOUNT_VOLUME,
    MOUNT_TMPFS,
} mount_kind;

/* What stands at `path` in a container, by its -v, --volume, --mount and --tmpfs. A
 * relative path is below -w; without one, the only mount there is answers. */
mount_kind container_mount(const container_run *c, str path);

/* "bind", "volume", "tmpfs", "container filesystem"; {0} for MOUNT_UNKNOWN. */
str mount_variant(mount_kind kind);

/* The path that the invocation writes to: dd's of=, the last operand of cp and mv; {0}:
 * it is not known. */
str invocation_target(const invocation *i);

/* Docker, podman or nerdctl run: where a storage tool (dd, cp, fio, ...) runs inside, the
 * mount of its target, else "docker". A WASM runtime or a .wasm operand: "wasm".
 * Everything else: nothing. `why` is in perm or a literal. */
verdict_on_variant command_variant(arena *perm, arena scratch, str command);

/* True: the path of a native build, such as target/x86_64-unknown-linux-musl/release/x.
 */
bool command_is_native_build(str command);

/* The engine that runs it: "docker", "podman", ...; {0}: none. */
str command_engine(arena scratch, str command);

#endif
