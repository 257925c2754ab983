#ifndef CFILES_H
#define CFILES_H

// What Swift's C library modules lack, or what must be safe in a signal handler.

/// Copies the extended attributes of an open file to another, as far as the system allows it.
void cfiles_copy_attributes(int from, int to);

/// Removes a file if SIGINT, SIGTERM or SIGHUP ends the process before `cfiles_keep`. A signal that
/// the process ignores or handles already stays as it is. Returns a number for `cfiles_keep`; below
/// 0 if the file cannot be noted.
int cfiles_remove_on_signal(const char *path);

/// Ends the effect of `cfiles_remove_on_signal`.
void cfiles_keep(int number);

/// From now on the first SIGINT or SIGTERM is only noted, and the next one does what it did before. A
/// signal that the process ignores stays ignored.
void cfiles_note_interrupt(void);

/// Whether a signal was noted.
int cfiles_is_interrupted(void);

/// Waits until `input` has something to read or is at its end. Returns 0 if a signal is noted, or if
/// nobody reads what is written to `output` any more; below 0, it is no file.
int cfiles_wait(int input, int output);

/// The arguments of `main`, with a null pointer at the end; null where the C library does not tell them
/// before `main`.
char **cfiles_arguments(void);

#endif
