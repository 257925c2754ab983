import Foundation

/// A full disk, for this whole process: no file may have more bytes.
func limitFileSize(to count: Int) {
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    let resource = RLIMIT_FSIZE
  #endif
  // By default, the signal ends the process.
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  precondition(getrlimit(resource, &limit) == 0)
  limit.rlim_cur = rlim_t(count)
  precondition(setrlimit(resource, &limit) == 0)
}
