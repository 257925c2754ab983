internal import CFiles

/// Handles Ctrl-C (SIGINT) and SIGTERM. Work that checks for these signals stops by itself and
/// reports the results so far. A second signal ends the process at once.
package enum Interruption {
  package static func listen() { cfiles_note_interrupt() }

  package static var isRequested: Bool { cfiles_is_interrupted() != 0 }

  /// Waits until there are bytes to read, or the input ends.
  ///
  /// - Parameter output: A pipe whose reader may close it. Nil for no pipe.
  /// - Returns: False if reading should end because of a signal, or because the reader closed the
  ///   pipe.
  package static func wait(for input: Int32, whileTaken output: Int32?) -> Bool {
    cfiles_wait(input, output ?? -1) != 0
  }
}

/// Whether a read would return at once.
package func isReadable(_ descriptor: Int32) -> Bool {
  var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&state, 1, 0) != 0
}
