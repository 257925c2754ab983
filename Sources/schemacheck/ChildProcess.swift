import ContractRuns
@_spi(Engine) internal import JSONTape

/// Runs a program to its end without a shell.
enum ChildProcess {
  struct Result {
    /// The exit status. Nil if a signal ended the program.
    let status: Int32?
    let output: [UInt8]
  }

  /// Searches the program in the path and passes on the environment. Standard input is empty. If
  /// `takesErrors`, standard error is part of the output. Otherwise it is discarded.
  static func run(
    _ program: String, _ arguments: [Argument], takesErrors: Bool = false
  ) throws(RunError) -> Result {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw RunError("\(program): \(systemMessage(errno))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let (child, code) = spawn(program, arguments, output: ends[1], takesErrors: takesErrors)
    close(ends[1])
    guard code == 0 else { throw RunError("\(program): \(systemMessage(code))") }
    let output = readAll(ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let isExit = status & 0x7F == 0
    return Result(status: isExit ? status >> 8 & 0xFF : nil, output: output)
  }

  private static func spawn(
    _ program: String, _ arguments: [Argument], output: Int32, takesErrors: Bool
  ) -> (child: pid_t, code: Int32) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if takesErrors {
      posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    let words = [strdup(program)] + arguments.map { $0.bytes.withCString { strdup($0) } }
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, program, &actions, nil, words + [nil], environ)
    return (child, code)
  }

  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    let piece = ByteRoom(allocating: 1 << 16)
    defer { piece.deallocate() }
    while case let count = readOnce(descriptor, into: piece), count > 0 {
      bytes += piece[..<count].bytes
    }
    return bytes
  }
}
