/* place.h - where in an XML file a tag stands: libxml2 forgets columns. */
#ifndef XML_PLACE_H
#define XML_PLACE_H

#include "base/str.h"

/* A view into `xml`, which is well-formed: the start tag number `ordinal` (from 0, in the
 * order of the file), or the name of its attribute `attr` (without prefix; empty: the tag
 * itself). The whole file where it can't be found. */
str place_of_tag(str xml, ptrdiff_t ordinal, str attr);

#endif
