#!/bin/sh
# embed.sh NAME=FILE… - prints the C table of src/base/embedded.h for these files.
#
# The assembler reads the bytes (.incbin), so a megabyte costs no compile time; it takes
# paths from the folder where the compiler runs, which is the top of the project.
cat <<'END'
/* Made by setup/embed.sh. */
#include "base/base.h"

#include "base/embedded.h"

#define EMBED(id, file)                                                              \
    __asm__(".pushsection .rodata\n" #id ":\n.incbin \"" file "\"\n.byte 0\n.popsection\n");   \
    extern const unsigned char id[] __asm__(#id)

END
i=0
for pair; do
    echo "EMBED(embedded_$i, \"${pair#*=}\");"
    i=$((i + 1))
done
echo
echo "const embedded_file embedded_files[] = {"
i=0
for pair; do
    echo "    {\"${pair%%=*}\", embedded_$i, $(($(wc -c <"${pair#*=}")))},"
    i=$((i + 1))
done
echo "    {NULL, NULL, 0},"
echo "};"
