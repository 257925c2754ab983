#include "CZlib.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// The name is opened without a search for the file: macOS keeps zlib in the shared cache, not in a
// file.
#if defined(__APPLE__)
static const char library_name[] = "/usr/lib/libz.1.dylib";
static char problem[256] = "it was not found (tried /usr/lib/libz.1.dylib)";
#else
static const char library_name[] = "libz.so.1";
static char problem[256] = "it was not found (tried libz.so.1)";
#endif

// zlib's `z_stream`.
struct czlib_stream {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *message;
  void *state;
  void *(*allocate)(void *, unsigned int, unsigned int);
  void (*free)(void *, void *);
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
};

enum { z_no_flush = 0, z_ok = 0, z_stream_end = 1, z_buf_error = -5 };

static struct {
  int (*init)(czlib_stream *, int, const char *, int);
  int (*reset)(czlib_stream *);
  int (*inflate)(czlib_stream *, int);
  int (*end)(czlib_stream *);
} zlib;

static const struct {
  const char *name;
  void *slot;
} symbols[] = {
    {"inflateInit2_", &zlib.init},
    {"inflateReset", &zlib.reset},
    {"inflate", &zlib.inflate},
    {"inflateEnd", &zlib.end},
};
enum { symbol_count = sizeof symbols / sizeof symbols[0] };

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  for (int i = 0; i < symbol_count; i++) {
    void *address = dlsym(library, symbols[i].name);
    if (!address) {
      snprintf(problem, sizeof problem, "%s has no %s", library_name, symbols[i].name);
      dlclose(library);
      return;
    }
    // POSIX lets an object pointer hold a function's address; ISO C has no cast for it.
    *(void **)symbols[i].slot = address;
  }
  problem[0] = 0;
}

const char *czlib_open(void) {
  pthread_once(&once, open_library);
  return problem[0] ? problem : NULL;
}

czlib_stream *czlib_begin(int window_bits) {
  czlib_stream *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  // zlib compares the first digit of the version, and the size, which shows that the layouts agree.
  if (zlib.init(stream, window_bits, "1", (int)sizeof *stream) == z_ok) return stream;
  free(stream);
  return NULL;
}

void czlib_end(czlib_stream *stream) {
  zlib.end(stream);
  free(stream);
}

void czlib_restart(czlib_stream *stream) { zlib.reset(stream); }

int czlib_inflate(czlib_stream *stream, const void *input, size_t input_count, void *output,
                  size_t output_count, size_t *read, size_t *written) {
  unsigned int input_size = input_count > INT_MAX ? INT_MAX : (unsigned int)input_count;
  unsigned int output_size = output_count > INT_MAX ? INT_MAX : (unsigned int)output_count;
  stream->next_in = input;
  stream->avail_in = input_size;
  stream->next_out = output;
  stream->avail_out = output_size;
  int code = zlib.inflate(stream, z_no_flush);
  *read = input_size - stream->avail_in;
  *written = output_size - stream->avail_out;
  switch (code) {
    case z_ok:
    case z_buf_error: return CZLIB_MORE;
    case z_stream_end: return CZLIB_END;
    default: return CZLIB_BROKEN;
  }
}
