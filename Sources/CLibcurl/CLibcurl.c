#define _GNU_SOURCE
#include "CLibcurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

// The names are opened without a search for the files: macOS keeps its copy in the shared cache,
// where no file exists.
#if defined(__APPLE__)
static const char *const library_names[] = {"/usr/lib/libcurl.4.dylib"};
static char trouble[256] = "it was not found (tried /usr/lib/libcurl.4.dylib)";
#else
static const char *const library_names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
static char trouble[256] = "it was not found (tried libcurl.so.4, libcurl-gnutls.so.4)";
#endif
enum { library_count = sizeof library_names / sizeof library_names[0] };

static struct {
  int (*global_init)(long);
  clibcurl_easy *(*easy_init)(void);
  int (*easy_setopt)(clibcurl_easy *, int, ...);
  int (*easy_getinfo)(clibcurl_easy *, int, ...);
  int (*easy_perform)(clibcurl_easy *);
  void (*easy_reset)(clibcurl_easy *);
  void (*easy_cleanup)(clibcurl_easy *);
  const char *(*easy_strerror)(int);
  clibcurl_list *(*slist_append)(clibcurl_list *, const char *);
  void (*slist_free_all)(clibcurl_list *);
  clibcurl_url *(*url)(void);
  int (*url_set)(clibcurl_url *, int, const char *, unsigned int);
  int (*url_get)(const clibcurl_url *, int, char **, unsigned int);
  void (*url_cleanup)(clibcurl_url *);
  void (*free)(void *);
} curl;

static const struct {
  const char *name;
  void *slot;
} symbols[] = {
    {"curl_global_init", &curl.global_init},
    {"curl_easy_init", &curl.easy_init},
    {"curl_easy_setopt", &curl.easy_setopt},
    {"curl_easy_getinfo", &curl.easy_getinfo},
    {"curl_easy_perform", &curl.easy_perform},
    {"curl_easy_reset", &curl.easy_reset},
    {"curl_easy_cleanup", &curl.easy_cleanup},
    {"curl_easy_strerror", &curl.easy_strerror},
    {"curl_slist_append", &curl.slist_append},
    {"curl_slist_free_all", &curl.slist_free_all},
    {"curl_url", &curl.url},
    {"curl_url_set", &curl.url_set},
    {"curl_url_get", &curl.url_get},
    {"curl_url_cleanup", &curl.url_cleanup},
    {"curl_free", &curl.free},
};
enum { symbol_count = sizeof symbols / sizeof symbols[0] };

static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char *bind_symbols(void *library) {
  for (int i = 0; i < symbol_count; i++) {
    void *address = dlsym(library, symbols[i].name);
    if (!address) return symbols[i].name;
    // POSIX allows a function's address in an object pointer. ISO C has no cast for it.
    *(void **)symbols[i].slot = address;
  }
  return NULL;
}

static void open_library(void) {
  enum { global_all = 3 };
  for (int i = 0; i < library_count; i++) {
    void *library = dlopen(library_names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    const char *absent = bind_symbols(library);
    if (absent) {
      snprintf(trouble, sizeof trouble, "%s is older than 7.62 (it has no %s)", library_names[i],
               absent);
      dlclose(library);
      continue;
    }
    int code = curl.global_init(global_all);
    if (code == CLIBCURL_OK) {
      trouble[0] = 0;
    } else {
      snprintf(trouble, sizeof trouble, "%s does not start: %s", library_names[i],
               curl.easy_strerror(code));
    }
    return;
  }
}

const char *clibcurl_open(void) {
  pthread_once(&once, open_library);
  return trouble[0] ? trouble : NULL;
}

clibcurl_easy *clibcurl_easy_init(void) { return curl.easy_init(); }
void clibcurl_easy_reset(clibcurl_easy *easy) { curl.easy_reset(easy); }
void clibcurl_easy_cleanup(clibcurl_easy *easy) { curl.easy_cleanup(easy); }

int clibcurl_easy_perform(clibcurl_easy *easy) {
  sigset_t pipe_only, before, pending;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  int was_pending = sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
  if (pthread_sigmask(SIG_BLOCK, &pipe_only, &before) != 0) return curl.easy_perform(easy);

  int code = curl.easy_perform(easy);

  if (!was_pending && sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1) {
    int taken;
    sigwait(&pipe_only, &taken);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return code;
}

int clibcurl_set_long(clibcurl_easy *easy, int option, long value) {
  return curl.easy_setopt(easy, option, value);
}
int clibcurl_set_string(clibcurl_easy *easy, int option, const char *value) {
  return curl.easy_setopt(easy, option, value);
}
int clibcurl_set_pointer(clibcurl_easy *easy, int option, void *value) {
  return curl.easy_setopt(easy, option, value);
}
int clibcurl_set_receiver(clibcurl_easy *easy, int option, clibcurl_receiver value) {
  return curl.easy_setopt(easy, option, value);
}

int clibcurl_set_stop(clibcurl_easy *easy, clibcurl_stopper is_stopped, void *context) {
  int code = curl.easy_setopt(easy, CLIBCURLOPT_XFERINFODATA, context);
  if (code == CLIBCURL_OK) code = curl.easy_setopt(easy, CLIBCURLOPT_XFERINFOFUNCTION, is_stopped);
  return code == CLIBCURL_OK ? curl.easy_setopt(easy, CLIBCURLOPT_NOPROGRESS, 0L) : code;
}

long clibcurl_get_long(clibcurl_easy *easy, int info) {
  long value = 0;
  return curl.easy_getinfo(easy, info, &value) == CLIBCURL_OK ? value : 0;
}
int64_t clibcurl_get_offset(clibcurl_easy *easy, int info) {
  int64_t value = 0;
  return curl.easy_getinfo(easy, info, &value) == CLIBCURL_OK ? value : 0;
}

const char *clibcurl_describe(int code) { return curl.easy_strerror(code); }

clibcurl_list *clibcurl_list_append(clibcurl_list *list, const char *text) {
  return curl.slist_append(list, text);
}
void clibcurl_list_free(clibcurl_list *list) { curl.slist_free_all(list); }

clibcurl_url *clibcurl_url_init(void) { return curl.url(); }
void clibcurl_url_cleanup(clibcurl_url *url) { curl.url_cleanup(url); }
int clibcurl_url_set(clibcurl_url *url, int part, const char *text, unsigned int flags) {
  return curl.url_set(url, part, text, flags);
}
int clibcurl_url_get(clibcurl_url *url, int part, char **text, unsigned int flags) {
  return curl.url_get(url, part, text, flags);
}
void clibcurl_free(void *memory) { curl.free(memory); }
