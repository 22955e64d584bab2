// The system's zlib, for gzip. Debian: zlib1g-dev; Apple's SDKs have it.
#include <zlib.h>
