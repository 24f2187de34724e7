#include "base/base.h"

#include "chart/theme.h"

/* Found by random search in OKLCH for the largest smallest difference (CIEDE2000) over
 * normal vision and three kinds of colour blindness (Machado 2009); each is at least 3:1
 * against its background. Greyscale merges some: hence labels, always. */
#define LIGHT_ON(background)                                                             \
    {                                                                                    \
        .rgb = {                                                                         \
            [PAINT_INK] = 0x16181d,                                                      \
            [PAINT_MUTED] = 0x585d68,                                                    \
            [PAINT_GRID] = 0xdedbd3,                                                     \
            [PAINT_BG] = (background),                                                   \
            [PAINT_RAISE] = 0xf3f1eb,                                                    \
            [PAINT_ROLE + ROLE_GREY] = 0x585d68,                                         \
            [PAINT_ROLE + ROLE_NATIVE] = 0x263044,                                       \
            [PAINT_ROLE + ROLE_DOCKER] = 0x3584ee,                                       \
            [PAINT_ROLE + ROLE_WASM] = 0xa5360a,                                         \
            [PAINT_ROLE + ROLE_VOLUME] = 0x0b6a58,                                       \
            [PAINT_ROLE + ROLE_BIND] = 0x9f8a2f,                                         \
            [PAINT_ROLE + ROLE_TMPFS] = 0xdc3f9f,                                        \
        },                                                                               \
    }

const theme theme_light = LIGHT_ON(0xfbfaf7);
const theme theme_print = LIGHT_ON(0xffffff);

const theme theme_dark = {.rgb = {
                              [PAINT_INK] = 0xeceef2,
                              [PAINT_MUTED] = 0xa5abb7,
                              [PAINT_GRID] = 0x31353d,
                              [PAINT_BG] = 0x14161a,
                              [PAINT_RAISE] = 0x1b1e24,
                              [PAINT_ROLE + ROLE_GREY] = 0xa5abb7,
                              [PAINT_ROLE + ROLE_NATIVE] = 0xdfe3ec,
                              [PAINT_ROLE + ROLE_DOCKER] = 0x3d8bf5,
                              [PAINT_ROLE + ROLE_WASM] = 0xee6c28,
                              [PAINT_ROLE + ROLE_VOLUME] = 0x6cc5ab,
                              [PAINT_ROLE + ROLE_BIND] = 0xefd04e,
                              [PAINT_ROLE + ROLE_TMPFS] = 0xbb5ba6,
                          }};
