/* history_show.h - histories as a table to read and as JSON. */
#ifndef CLI_HISTORY_SHOW_H
#define CLI_HISTORY_SHOW_H

#include "archive/history.h"

void history_write_table(out *o, const history *h, arena scratch);

/* One document, schema broadsheet-history/1. */
void history_write_json(out *o, const history *h, const history_query *q);

#endif
