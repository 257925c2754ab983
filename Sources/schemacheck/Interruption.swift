import CFiles
import ContractRuns

/// Ctrl-C (SIGINT). Work that listens to it stops by itself and reports what it has. A second one
/// ends the process at once.
enum Interruption {
  static func listen() { cfiles_note_interrupt() }

  static var isRequested: Bool { cfiles_is_interrupted() != 0 }
}
