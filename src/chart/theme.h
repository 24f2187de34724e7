/* theme.h - what each paint looks like. */
#ifndef CHART_THEME_H
#define CHART_THEME_H

#include "chart/scene.h"

/* 0xRRGGBB by paint; PAINT_NONE is 0. assets/style.css holds the same values. */
typedef struct {
    uint32_t rgb[PAINT_COUNT];
} theme;

extern const theme theme_light;
extern const theme theme_dark;
extern const theme theme_print; /* light on white paper */

#endif
