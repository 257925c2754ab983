#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

/// Whether allocations can be counted here: with glibc, and without a sanitizer that allocates itself.
bool allocations_are_counted(void);

/// How often this thread has asked for memory so far.
size_t allocations_of_this_thread(void);

#endif
