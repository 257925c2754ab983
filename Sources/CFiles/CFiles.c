#include "CFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__APPLE__)
// As in the system's manual pages; not every copy of its headers has <sys/xattr.h>.
ssize_t flistxattr(int file, char *names, size_t size, int options);
ssize_t fgetxattr(
    int file, const char *name, void *value, size_t size, unsigned position, int options);
int fsetxattr(
    int file, const char *name, const void *value, size_t size, unsigned position, int options);
#define LIST(file, names, size) flistxattr(file, names, size, 0)
#define GET(file, name, value, size) fgetxattr(file, name, value, size, 0, 0)
#define SET(file, name, value, size) fsetxattr(file, name, value, size, 0, 0)
#else
#include <sys/xattr.h>
#define LIST(file, names, size) flistxattr(file, names, size)
#define GET(file, name, value, size) fgetxattr(file, name, value, size)
#define SET(file, name, value, size) fsetxattr(file, name, value, size, 0)
#endif

void cfiles_copy_attributes(int from, int to) {
  ssize_t length = LIST(from, NULL, 0);
  if (length <= 0) return;
  char *names = malloc((size_t)length);
  if (names == NULL) return;
  // Bound: `length`; each name that the system writes there ends in a zero.
  length = LIST(from, names, (size_t)length);
  for (ssize_t at = 0; at < length; at += (ssize_t)strlen(names + at) + 1) {
    ssize_t size = GET(from, names + at, NULL, 0);
    if (size < 0) continue;
    // Bound: `room`. (With a size of 0, the system would only tell the size, which may have grown.)
    size_t room = size > 0 ? (size_t)size : 1;
    void *value = malloc(room);
    if (value == NULL) break;
    size = GET(from, names + at, value, room);
    // Some need privileges: these belong to the system, not to the file's owner.
    if (size >= 0) (void)SET(to, names + at, value, (size_t)size);
    free(value);
  }
  free(names);
}

// The paths stay in place, so that a handler on another thread never reads freed memory.
enum { most = 64 };
static char paths[most][PATH_MAX];
static atomic_bool are_noted[most];
static int next_number;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void remove_files(int number) {
  for (int index = 0; index < most; index++) {
    if (atomic_load(&are_noted[index])) (void)unlink(paths[index]);
  }
  // The process ends as it would have without a handler.
  (void)signal(number, SIG_DFL);
  (void)raise(number);
}

static void install(void) {
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    struct sigaction old;
    if (sigaction(numbers[index], NULL, &old) != 0 || old.sa_handler != SIG_DFL) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = remove_files;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(numbers[index], &action, NULL);
  }
}

int cfiles_remove_on_signal(const char *path) {
  if (strlen(path) >= PATH_MAX) return -1;
  (void)pthread_once(&once, install);
  int found = -1;
  (void)pthread_mutex_lock(&lock);
  for (int tries = 0; tries < most && found < 0; tries++) {
    int number = next_number;
    next_number = (next_number + 1) % most;
    if (atomic_load(&are_noted[number])) continue;
    // Bound: shorter than PATH_MAX, as was checked.
    (void)strcpy(paths[number], path);
    atomic_store(&are_noted[number], 1);
    found = number;
  }
  (void)pthread_mutex_unlock(&lock);
  return found;
}

void cfiles_keep(int number) {
  if (number >= 0) atomic_store(&are_noted[number], 0);
}

static volatile sig_atomic_t is_interrupted;
static const int interrupts[] = {SIGINT, SIGTERM};
enum { kinds = sizeof interrupts / sizeof *interrupts };
static struct sigaction before_interrupt[kinds];
// Written to at a signal, so that a wait that begins just then ends, too.
static int wake[2] = {-1, -1};

static void note_interrupt(int number) {
  int code = errno;
  is_interrupted = 1;
  if (wake[1] >= 0) (void)!write(wake[1], "", 1);
  for (int kind = 0; kind < kinds; kind++) {
    if (before_interrupt[kind].sa_handler != SIG_IGN) {
      (void)sigaction(interrupts[kind], &before_interrupt[kind], NULL);
    }
  }
  (void)number;
  errno = code;
}

void cfiles_note_interrupt(void) {
  struct sigaction old;
  if (wake[0] < 0 && pipe(wake) == 0) {
    for (int end = 0; end < 2; end++) {
      // Where standard input is closed, its number would be taken, and the pipe be read as an input.
      int other = fcntl(wake[end], F_DUPFD, STDERR_FILENO + 1);
      (void)close(wake[end]);
      wake[end] = other;
      (void)fcntl(wake[end], F_SETFD, FD_CLOEXEC);
      (void)fcntl(wake[end], F_SETFL, O_NONBLOCK);
    }
  }
  for (int kind = 0; kind < kinds; kind++) {
    if (sigaction(interrupts[kind], NULL, &old) != 0) continue;
    if (old.sa_handler == note_interrupt) continue;
    before_interrupt[kind] = old;
    if (old.sa_handler == SIG_IGN) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_interrupt;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(interrupts[kind], &action, NULL);
    // A process that was started with the signal blocked could not be ended.
    sigset_t signals;
    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, interrupts[kind]);
    (void)pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  }
}

int cfiles_is_interrupted(void) { return is_interrupted; }

int cfiles_wait(int input, int output) {
  // A negative number is no file, and is passed over.
  struct pollfd files[] = {{input, POLLIN, 0}, {wake[0], POLLIN, 0}, {output, 0, 0}};
  while (!is_interrupted) {
    if (poll(files, sizeof files / sizeof *files, -1) < 0) {
      if (errno == EINTR) continue;
      return 1;
    }
    if (files[1].revents != 0 || files[2].revents != 0) return 0;
    if (files[0].revents != 0) return 1;
  }
  return 0;
}

static char **arguments;

#if defined(__GLIBC__) || defined(__APPLE__)
// These two give a constructor what they give `main`.
__attribute__((constructor)) static void note_arguments(int count, char **values) {
  (void)count;
  arguments = values;
}
#endif

char **cfiles_arguments(void) { return arguments; }
