// The files of the intake's console, as part of the program. In C, since the compiler reads a file into an array at once;
// Swift's compiler takes half a minute for the same bytes as literals.
#pragma once

#include <stddef.h>

/// A file of the folder `Page`.
typedef struct {
    const char *name;
    /// The content, with a zero behind it.
    const unsigned char *content;
} console_file;

size_t console_file_count(void);
/// The file at a position below the count.
console_file console_file_at(size_t position);
