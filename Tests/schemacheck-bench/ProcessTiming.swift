import Foundation

/// The time and memory of one process.
struct ProcessTiming {
  /// In seconds.
  let wall: Double
  /// The peak memory in bytes.
  let peakMemory: Int

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a program and waits for it. Its output is discarded.
  ///
  /// - Throws: if it cannot be started or fails
  init(_ arguments: [String]) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }

    let clock = ContinuousClock()
    let start = clock.now
    var process: pid_t = 0
    let failure = posix_spawnp(&process, arguments[0], &actions, nil, words, environ)
    guard failure == 0 else {
      throw Failure(description: "\(arguments[0]): \(String(cString: strerror(failure)))")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw Failure(description: "\(arguments[0]): lost") }
    }
    wall = (clock.now - start) / .seconds(1)
    #if canImport(Darwin)
      peakMemory = Int(usage.ru_maxrss)
    #else
      peakMemory = Int(usage.ru_maxrss) * 1024
    #endif
    // Of a process that a signal ended the low bits are set, and its status is in the high ones.
    guard status == 0 else {
      throw Failure(
        description: "`\(arguments.joined(separator: " "))` ended with \(status >> 8 & 0xFF)"
          + (status & 0x7F == 0 ? "" : " by signal \(status & 0x7F)"))
    }
  }
}
