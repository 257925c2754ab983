internal import CFiles

/// Ctrl-C (SIGINT) and SIGTERM. Work that listens to them stops by itself and reports what it has. A
/// second one ends the process at once.
package enum Interruption {
  package static func listen() { cfiles_note_interrupt() }

  package static var isRequested: Bool { cfiles_is_interrupted() != 0 }

  /// Waits until there is something to read, or its end.
  ///
  /// - Parameter output: A pipe whose reader may go away; nil for none.
  /// - Returns: False where the reading is to end: at a signal, or when the reader went away.
  package static func wait(for input: Int32, whileTaken output: Int32?) -> Bool {
    cfiles_wait(input, output ?? -1) != 0
  }
}

/// Whether a read would not wait.
package func isReadable(_ descriptor: Int32) -> Bool {
  var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&state, 1, 0) != 0
}
