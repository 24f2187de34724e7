#include "base/base.h"

#include "project/compose_file.h"

bool compose_named(str path)
{
    cut folder = str_cut_last(path, S("/"));
    str name = folder.found ? folder.tail : path;
    return (str_starts(name, S("compose.")) || str_starts(name, S("docker-compose.")))
           && (str_ends(name, S(".yaml")) || str_ends(name, S(".yml")));
}

typedef struct {
    arena *perm;
    const yaml *volumes; /* the named ones, at the top of the file */
    mount **last;
} collector;

static void add(collector *c, str path, role r)
{
    *c->last = NEW(c->perm, mount, 1);
    **c->last = (mount){.path = path, .role = r};
    c->last = &(*c->last)->next;
}

static bool is_path(str from)
{
    return str_starts(from, S("/")) || str_starts(from, S("."))
           || str_starts(from, S("~")) || str_starts(from, S("$"));
}

static role named_role(const collector *c, str name)
{
    const yaml *type =
        yaml_get(yaml_get(yaml_get(c->volumes, name), S("driver_opts")), S("type"));
    return type && str_eq(type->text, S("tmpfs")) ? ROLE_TMPFS : ROLE_VOLUME;
}

/* "./data:/data:ro", "data:/data", "/data" (an anonymous volume). */
static void add_short(collector *c, str text)
{
    cut from = str_cut(text, S(":"));
    if (!from.found) {
        add(c, text, ROLE_VOLUME);
        return;
    }
    add(c, str_cut(from.tail, S(":")).head,
        is_path(from.head) ? ROLE_BIND : named_role(c, from.head));
}

/* {type: bind|volume|tmpfs, source: …, target: …} */
static void add_long(collector *c, const yaml *v)
{
    const yaml *type = yaml_get(v, S("type")), *target = yaml_get(v, S("target"));
    const yaml *from = yaml_get(v, S("source"));
    if (!type || !target) {
        return;
    }
    bool bind = str_eq(type->text, S("bind")), tmpfs = str_eq(type->text, S("tmpfs"));
    add(c, target->text,
        tmpfs  ? ROLE_TMPFS
        : bind ? ROLE_BIND
               : named_role(c, from ? from->text : (str){0}));
}

static void add_service(collector *c, const yaml *service)
{
    const yaml *volumes = yaml_get(service, S("volumes"));
    for (const yaml *v = volumes ? volumes->first : NULL; v; v = v->next) {
        if (v->kind == YAML_SCALAR) {
            add_short(c, v->text);
        } else if (v->kind == YAML_MAP) {
            add_long(c, v);
        }
    }
    const yaml *tmpfs = yaml_get(service, S("tmpfs"));
    if (tmpfs && tmpfs->kind == YAML_SCALAR) {
        add(c, str_cut(tmpfs->text, S(":")).head, ROLE_TMPFS);
    }
    for (const yaml *v = tmpfs ? tmpfs->first : NULL; v; v = v->next) {
        add(c, str_cut(v->text, S(":")).head, ROLE_TMPFS);
    }
}

bool compose_mounts(arena *perm, const source *src, mount **ret, err *e)
{
    yaml *root = NULL;
    *ret = NULL;
    if (!yaml_parse(perm, src, src->bytes, &root, e)) {
        return false;
    }
    const yaml *services = yaml_get(root, S("services"));
    collector c = {perm, yaml_get(root, S("volumes")), ret};
    for (const yaml *s = services ? services->first : NULL; s; s = s->next) {
        add_service(&c, s);
    }
    return true;
}

const mount *mount_of(const mount *mounts, str path)
{
    const mount *best = NULL;
    for (const mount *m = mounts; m; m = m->next) {
        str dir =
            str_ends(m->path, S("/")) ? str_take(m->path, m->path.len - 1) : m->path;
        bool inside =
            str_starts(path, dir) && (path.len == dir.len || path.ptr[dir.len] == '/');
        if (inside && dir.len > 0 && (!best || m->path.len > best->path.len)) {
            best = m;
        }
    }
    return best;
}
