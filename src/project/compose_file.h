/* compose_file.h - what a Docker compose file says of the paths that benchmarks wrote to.
 */
#ifndef PROJECT_COMPOSE_FILE_H
#define PROJECT_COMPOSE_FILE_H

#include "model/role.h"
#include "project/yaml.h"

/* One mounted path of a service. */
typedef struct mount {
    struct mount *next;
    str path;  /* inside the container: "/temp2" */
    role role; /* ROLE_VOLUME, ROLE_BIND or ROLE_TMPFS */
} mount;

/* Is it one, by its name? compose.yaml, docker-compose.yml and the like. */
bool compose_named(str path);

/* The mounts of all services, in the file's order. A named volume is a volume, but tmpfs
 * where its driver_opts say `type: tmpfs`; a path is a bind mount; `tmpfs:` lists are
 * tmpfs. A file that is no compose file has none; broken YAML: false, *e is set. */
MUST_USE bool compose_mounts(arena *perm, const source *src, mount **ret, err *e);

/* The mount that `path` lies in, the deepest one; NULL: none. */
const mount *mount_of(const mount *mounts, str path);

#endif
