/* diagnose.h - what an importer noticed, on the terminal. */
#ifndef CLI_DIAGNOSE_H
#define CLI_DIAGNOSE_H

#include "model/model.h"

/* Prints the warnings of a reading to stderr, with their places. */
void diagnose(const reading *r);

#endif
