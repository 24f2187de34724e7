/* inspect_table.h - a reading for people, and as CSV. */
#ifndef CLI_INSPECT_TABLE_H
#define CLI_INSPECT_TABLE_H

#include "model/model.h"

/* A block a result: its command, labels and parameters, then one aligned line a metric.
 * `with_name`: several files are shown, so each begins with its name. */
void inspect_write_table(out *o, const reading *r, bool with_name, arena scratch);

/* RFC 4180: one row a metric, base units, full precision. */
void inspect_write_csv_head(out *o);
void inspect_write_csv(out *o, const reading *r, arena scratch);

#endif
