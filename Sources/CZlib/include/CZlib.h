// The part of zlib that decompression needs, opened at run time like libcurl: no headers, no
// development package and no link against zlib. So the tool starts without zlib, and reports in one
// line that it is absent when it meets compressed data.
//
// The layout of `z_stream` and the numbers are zlib's public ABI (zlib.h, unchanged since 1.2.0).

#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>

/// One decompression: on one thread at a time.
typedef struct czlib_stream czlib_stream;

/// Opens zlib once; may be called from any thread. Returns NULL if zlib is ready, else one line that
/// says why not. Call the other functions only after this returned NULL.
const char *czlib_open(void);

/// Begins a decompression; NULL if there is no memory. `window_bits` is one of the formats below.
czlib_stream *czlib_begin(int window_bits);
void czlib_end(czlib_stream *stream);

/// Begins the next member of gzip data.
void czlib_restart(czlib_stream *stream);

/// Decompresses as much as the input and the room for output allow.
///
/// `read` and `written` are numbers of bytes. Returns one of the results below.
int czlib_inflate(czlib_stream *stream, const void *input, size_t input_count, void *output,
                  size_t output_count, size_t *read, size_t *written);

/// The format around deflated data (zlib's windowBits).
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
