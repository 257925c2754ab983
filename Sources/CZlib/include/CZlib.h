// The part of zlib that decompression needs, opened at run time as libcurl is: no headers, no
// development package and no link against zlib, so the tool starts without it and says so in one line
// when compressed data comes and zlib is absent.
//
// The layout of `z_stream` and the numbers are zlib's public ABI (zlib.h, unchanged since 1.2.0).

#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>

/// One decompression: on one thread at a time.
typedef struct czlib_stream czlib_stream;

/// Opens zlib, once; from any thread. NULL when it is ready, else why it is not, in one line. Nothing
/// else here may be called before this has answered NULL.
const char *czlib_open(void);

/// Begins a decompression; NULL when memory is short.
///
/// `window_bits` tells what is around the data: see below.
czlib_stream *czlib_begin(int window_bits);
void czlib_end(czlib_stream *stream);

/// Begins the next member of gzip data.
void czlib_restart(czlib_stream *stream);

/// Decompresses as much as the input and the room for output allow.
///
/// `read` and `written` are numbers of bytes. The answer is one of the results below.
int czlib_inflate(czlib_stream *stream, const void *input, size_t input_count, void *output,
                  size_t output_count, size_t *read, size_t *written);

/// What is around deflated data (zlib's windowBits).
enum {
  CZLIB_GZIP = 31,
  CZLIB_ZLIB = 15,
  CZLIB_RAW = -15,
};

/// Results of `czlib_inflate`.
enum {
  CZLIB_MORE = 0,
  CZLIB_END = 1,
  CZLIB_BROKEN = 2,
};

#endif
