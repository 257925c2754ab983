import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The running iteration, stored where a signal handler can read it, so that a trap, a stack overflow or a
/// hang prints its seed and iteration.
enum CrashNote {
  /// Seed, iteration, processor nanoseconds at its start (0 between inputs), limit in nanoseconds.
  private nonisolated(unsafe) static let now: UnsafeMutablePointer<UInt64> = {
    let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: 4)
    memory.initialize(repeating: 0, count: 4)
    return memory
  }()

  private nonisolated(unsafe) static let stack = UnsafeMutableRawPointer.allocate(
    byteCount: 1 << 16, alignment: 16)

  /// Installs the signal handlers. Call it on the thread that runs the inputs.
  static func install(seed: UInt64, secondsPerInput: Double) {
    now[0] = seed
    now[3] = UInt64(secondsPerInput * 1e9)
    var alternative = stack_t()
    alternative.ss_sp = stack
    alternative.ss_size = 1 << 16
    sigaltstack(&alternative, nil)
    var action = sigaction()
    let handler: @convention(c) (Int32) -> Void = { signal in
      CrashNote.tell("\n*** signal ", UInt64(signal))
      _exit(70)
    }
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = Int32(SA_ONSTACK)
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      sigaction(signal, &action, nil)
    }
    Thread.detachNewThread(watch)
  }

  static func begin(iteration: UInt64) {
    now[1] = iteration
    now[2] = processorTime()
  }

  /// Ends an input and returns its processor time in nanoseconds.
  @discardableResult
  static func end() -> UInt64 {
    let time = processorTime() &- now[2]
    now[2] = 0
    return time
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
      let start = now[2]
      if start != 0, now[3] != 0, processorTime() > start &+ now[3] {
        tell("\n*** an input takes longer than allowed, nanoseconds ", now[3])
        _exit(71)
      }
    }
  }

  /// Writes without allocation, because the heap may be damaged.
  private static func tell(_ what: StaticString, _ value: UInt64) {
    write(what)
    write(value)
    write(": run again with --seed ")
    write(now[0])
    write(" --start ")
    write(now[1])
    write(" --iterations 1 and the same corpus\n")
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
