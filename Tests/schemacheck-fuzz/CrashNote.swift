import Foundation
@_spi(Engine) import JSONTape

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The running input, stored where a signal handler can read it, so that a trap, a stack overflow, a
/// hang or the report of a sanitizer prints its seed and iteration and keeps it as a file.
enum CrashNote {
  private struct Now {
    var seed: UInt64 = 0
    var iteration: UInt64 = 0
    /// Processor nanoseconds at its start; 0 between inputs. The watch reads it with the lock.
    var start: UInt64 = 0
    /// In nanoseconds.
    var limit: UInt64 = 0
    /// The input, and the path of the file that keeps it; nil for none.
    var input: UnsafePointer<UInt8>?
    var count = 0
    var path: UnsafeMutablePointer<CChar>?
  }

  private nonisolated(unsafe) static let now: UnsafeMutablePointer<Now> = {
    let memory = UnsafeMutablePointer<Now>.allocate(capacity: 1)
    memory.initialize(to: Now())
    return memory
  }()

  private static let lock = Lock()

  /// Keeps the input alive; only ``now`` refers to its bytes.
  private nonisolated(unsafe) static var kept = UnsafeMutableBufferPointer<UInt8>.allocate(
    capacity: 1 << 18)
  private nonisolated(unsafe) static var folder: String?

  private nonisolated(unsafe) static let stack = UnsafeMutableRawPointer.allocate(
    byteCount: 1 << 16, alignment: 16)

  /// Installs the signal handlers. Call it on the thread that runs the inputs.
  ///
  /// - Parameter failures: The folder for failing inputs; nil to keep none.
  static func install(secondsPerInput: Double, failures: String?) {
    now.pointee.limit = UInt64(secondsPerInput * 1e9)
    folder = failures
    var alternative = stack_t()
    alternative.ss_sp = stack
    alternative.ss_size = 1 << 16
    sigaltstack(&alternative, nil)
    var action = sigaction()
    // The signal comes again and ends the process. (`_exit` waits for ever inside a report of ThreadSanitizer.)
    let handler: @convention(c) (Int32) -> Void = { signal in
      CrashNote.tell("\n*** signal ", UInt64(signal))
    }
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND))
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      sigaction(signal, &action, nil)
    }
    Thread.detachNewThread(watch)
  }

  static func begin(target: String, seed: UInt64, iteration: UInt64, _ input: [UInt8]) {
    now.pointee.seed = seed
    now.pointee.iteration = iteration
    if let folder {
      if kept.count < input.count {
        kept.deallocate()
        kept = .allocate(capacity: input.count * 2)
      }
      // Bound: `kept` was made as large just now.
      _ = kept.update(fromContentsOf: input)
      now.pointee.input = UnsafePointer(kept.baseAddress)
      now.pointee.count = input.count
      free(now.pointee.path)
      now.pointee.path = strdup("\(folder)/\(FailedInput.name(target, seed, iteration))")
    }
    let time = processorTime()
    lock.hold { now.pointee.start = time }
  }

  /// Ends an input and returns its processor time in nanoseconds.
  @discardableResult
  static func end() -> UInt64 {
    let time = processorTime() &- now.pointee.start
    lock.hold { now.pointee.start = 0 }
    return time
  }

  /// Keeps the input that ran last as a file, if failing inputs are kept.
  static func keep() {
    guard let path = now.pointee.path, let input = now.pointee.input else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { return }
    _ = Foundation.write(file, input, now.pointee.count)
    close(file)
    write("*** kept as ")
    _ = Foundation.write(STDERR_FILENO, path, strlen(path))
    write("; run it again: schemacheck-fuzz --replay FILE\n")
  }

  /// Processor time, so that other load on the machine does not look like a hang.
  private static func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  private static func watch() {
    while true {
      usleep(100_000)
      let (start, limit) = lock.hold { (now.pointee.start, now.pointee.limit) }
      if start != 0, limit != 0, processorTime() > start &+ limit {
        tell("\n*** an input takes longer than allowed, nanoseconds ", limit)
        _exit(71)
      }
    }
  }

  /// Writes without allocation, because the heap may be damaged.
  private static func tell(_ what: StaticString, _ value: UInt64) {
    write(what)
    write(value)
    write(": run again with --seed ")
    write(now.pointee.seed)
    write(" --start ")
    write(now.pointee.iteration)
    write(" --iterations 1 and the same corpus\n")
    keep()
  }

  private static func write(_ text: StaticString) {
    _ = Foundation.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func write(_ number: UInt64) {
    if number > 9 { write(number / 10) }
    var digit = UInt8(0x30 + number % 10)
    _ = Foundation.write(STDERR_FILENO, &digit, 1)
  }
}
