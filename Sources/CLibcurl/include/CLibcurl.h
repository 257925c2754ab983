// The part of libcurl that live URLs need, opened at run time, without its headers and without a
// link. The tool starts without libcurl and reports in one line that it is absent.
//
// The numbers are libcurl's public ABI (https://curl.se/libcurl/c/symbols-in-versions.html) and
// never change. `curl_easy_setopt` and `curl_easy_getinfo` are variadic. Apple arm64 passes
// variadic arguments differently, so C calls them, with one shim per type.

#ifndef CLIBCURL_H
#define CLIBCURL_H

#include <stddef.h>
#include <stdint.h>

/// An easy handle: one request at a time, on one thread at a time.
typedef struct clibcurl_easy clibcurl_easy;
typedef struct clibcurl_url clibcurl_url;
typedef struct clibcurl_list clibcurl_list;

/// A result other than `size * count` stops the transfer.
typedef size_t (*clibcurl_receiver)(char *bytes, size_t size, size_t count, void *context);

/// Opens and initialises libcurl once, from any thread. Returns NULL or the error in one line. Call
/// nothing else here before it has returned NULL.
const char *clibcurl_open(void);

clibcurl_easy *clibcurl_easy_init(void);
void clibcurl_easy_reset(clibcurl_easy *easy);
void clibcurl_easy_cleanup(clibcurl_easy *easy);

/// Blocks SIGPIPE on this thread: with CURLOPT_NOSIGNAL libcurl does not handle it, and a TLS
/// library that writes to a closed socket would end the process.
int clibcurl_easy_perform(clibcurl_easy *easy);

int clibcurl_set_long(clibcurl_easy *easy, int option, long value);
int clibcurl_set_string(clibcurl_easy *easy, int option, const char *value);
int clibcurl_set_pointer(clibcurl_easy *easy, int option, void *value);
int clibcurl_set_receiver(clibcurl_easy *easy, int option, clibcurl_receiver value);

/// The numbers are sizes that libcurl knows.
typedef int (*clibcurl_stopper)(void *context, int64_t, int64_t, int64_t, int64_t);

/// Asks about once a second during a transfer; any answer but 0 ends it.
int clibcurl_set_stop(clibcurl_easy *easy, clibcurl_stopper is_stopped, void *context);

/// 0 if unknown.
long clibcurl_get_long(clibcurl_easy *easy, int info);
/// 0 if unknown.
int64_t clibcurl_get_offset(clibcurl_easy *easy, int info);

const char *clibcurl_describe(int code);

/// Copies the string. NULL if there is no memory; the list is then unchanged.
clibcurl_list *clibcurl_list_append(clibcurl_list *list, const char *text);
void clibcurl_list_free(clibcurl_list *list);

clibcurl_url *clibcurl_url_init(void);
void clibcurl_url_cleanup(clibcurl_url *url);
int clibcurl_url_set(clibcurl_url *url, int part, const char *text, unsigned int flags);
/// The caller frees `*text` with `clibcurl_free`.
int clibcurl_url_get(clibcurl_url *url, int part, char **text, unsigned int flags);
void clibcurl_free(void *memory);

/// CURLcode.
enum {
  CLIBCURL_OK = 0,
  CLIBCURL_URL_MALFORMAT = 3,
  CLIBCURL_COULDNT_RESOLVE_PROXY = 5,
  CLIBCURL_COULDNT_RESOLVE_HOST = 6,
  CLIBCURL_COULDNT_CONNECT = 7,
  CLIBCURL_PARTIAL_FILE = 18,
  CLIBCURL_OPERATION_TIMEDOUT = 28,
  CLIBCURL_SSL_CONNECT_ERROR = 35,
  CLIBCURL_ABORTED_BY_CALLBACK = 42,
  CLIBCURL_PEER_FAILED_VERIFICATION_OLD = 51,
  CLIBCURL_GOT_NOTHING = 52,
  CLIBCURL_SEND_ERROR = 55,
  CLIBCURL_RECV_ERROR = 56,
  CLIBCURL_SSL_CERTPROBLEM = 58,
  CLIBCURL_SSL_CIPHER = 59,
  CLIBCURL_PEER_FAILED_VERIFICATION = 60,
  CLIBCURL_SSL_CACERT_BADFILE = 77,
  CLIBCURL_SSL_SHUTDOWN_FAILED = 80,
  CLIBCURL_SSL_ISSUER_ERROR = 83,
  CLIBCURL_SSL_PINNEDPUBKEYNOTMATCH = 90,
  CLIBCURL_SSL_INVALIDCERTSTATUS = 91,
  CLIBCURL_HTTP2_STREAM = 92,
  CLIBCURL_PROXY = 97,
};

/// CURLoption. The shim must match the option's type.
enum {
  CLIBCURLOPT_TIMEOUT_MS = 155,
  CLIBCURLOPT_CONNECTTIMEOUT_MS = 156,
  CLIBCURLOPT_HTTPGET = 80,
  CLIBCURLOPT_NOBODY = 44,
  CLIBCURLOPT_NOPROGRESS = 43,
  CLIBCURLOPT_NOSIGNAL = 99,
  CLIBCURLOPT_POST = 47,
  CLIBCURLOPT_POSTFIELDSIZE = 60,
  CLIBCURLOPT_PROTOCOLS = 181,
  CLIBCURLOPT_QUICK_EXIT = 322,
  CLIBCURLOPT_HEADEROPT = 229,
  CLIBCURLOPT_HTTP09_ALLOWED = 285,
  CLIBCURLOPT_HTTP_CONTENT_DECODING = 158,
  CLIBCURLOPT_SSL_VERIFYHOST = 81,
  CLIBCURLOPT_SSL_VERIFYPEER = 64,
  CLIBCURLOPT_SUPPRESS_CONNECT_HEADERS = 265,

  CLIBCURLOPT_ACCEPT_ENCODING = 10102,
  CLIBCURLOPT_CAINFO = 10065,
  CLIBCURLOPT_CUSTOMREQUEST = 10036,
  CLIBCURLOPT_PROXY = 10004,
  CLIBCURLOPT_SSLCERT = 10025,
  CLIBCURLOPT_SSLKEY = 10087,
  CLIBCURLOPT_UNIX_SOCKET_PATH = 10231,
  CLIBCURLOPT_URL = 10002,

  CLIBCURLOPT_COPYPOSTFIELDS = 10165,
  CLIBCURLOPT_ERRORBUFFER = 10010,
  CLIBCURLOPT_HEADERDATA = 10029,
  CLIBCURLOPT_WRITEDATA = 10001,

  CLIBCURLOPT_HTTPHEADER = 10023,
  CLIBCURLOPT_PROXYHEADER = 10228,
  CLIBCURLOPT_RESOLVE = 10203,

  CLIBCURLOPT_HEADERFUNCTION = 20079,
  CLIBCURLOPT_WRITEFUNCTION = 20011,
  CLIBCURLOPT_XFERINFOFUNCTION = 20219,
  CLIBCURLOPT_XFERINFODATA = 10057,
};

/// The size that CURLOPT_ERRORBUFFER requires.
enum { CLIBCURL_ERROR_SIZE = 256 };

/// CURLHEADER_SEPARATE: what is for a proxy goes to no server.
enum { CLIBCURL_SEPARATE_HEADERS = 1 };

/// CURLPROTO_HTTP | CURLPROTO_HTTPS
enum { CLIBCURL_HTTP_AND_HTTPS = 3 };

/// CURLINFO.
enum {
  CLIBCURLINFO_RESPONSE_CODE = 0x200002,
  CLIBCURLINFO_REQUEST_SIZE = 0x20000C,
  CLIBCURLINFO_OS_ERRNO = 0x200019,
  CLIBCURLINFO_NUM_CONNECTS = 0x20001A,
  CLIBCURLINFO_SIZE_DOWNLOAD_T = 0x600008,
  CLIBCURLINFO_APPCONNECT_TIME_T = 0x600038,
};

/// CURLUPart, flags and CURLUcode.
enum {
  CLIBCURLU_URL = 0,
  CLIBCURLU_SCHEME = 1,
  CLIBCURLU_USER = 2,
  CLIBCURLU_PASSWORD = 3,
  CLIBCURLU_OPTIONS = 4,
  CLIBCURLU_HOST = 5,
  CLIBCURLU_PORT = 6,
  CLIBCURLU_FRAGMENT = 9,

  CLIBCURLU_FLAG_DEFAULT_PORT = 1 << 0,
  CLIBCURLU_FLAG_NON_SUPPORT_SCHEME = 1 << 3,
  CLIBCURLU_FLAG_URLDECODE = 1 << 6,
  CLIBCURLU_FLAG_URLENCODE = 1 << 7,
  CLIBCURLU_FLAG_ALLOW_SPACE = 1 << 11,

  CLIBCURLUE_OK = 0,
  CLIBCURLUE_BAD_PORT_NUMBER = 4,
  CLIBCURLUE_NO_SCHEME = 10,
  CLIBCURLUE_NO_HOST = 14,
  CLIBCURLUE_BAD_HOSTNAME = 21,
  CLIBCURLUE_BAD_IPV6 = 22,
};

#endif
