import Foundation
import Testing

/// The issues of a run, from whichever thread they come.
final class IssueLog: @unchecked Sendable {
  private let lock = NSLock()
  private var noted: [Issue] = []

  var issues: [Issue] { lock.withLock { noted } }
  var texts: [String] { issues.flatMap { $0.comments.map(\.rawValue) } }

  /// Notes an issue, which is known.
  func note(_ issue: Issue) -> Bool {
    lock.withLock { noted.append(issue) }
    return true
  }

  /// The issues that the body records, and their severities.
  static func of(_ body: () throws -> Void) rethrows -> IssueLog {
    let log = IssueLog()
    try withKnownIssue(isIntermittent: true) {
      try body()
    } matching: {
      log.note($0)
    }
    return log
  }

  /// The first lines of the issues that fail a test.
  var failures: [String] { lines { !$0.isWarning } }

  /// The first lines of the others; none before Swift 6.3.
  var warnings: [String] { lines { $0.isWarning } }

  private func lines(_ isWanted: (Issue) -> Bool) -> [String] {
    issues.filter(isWanted).flatMap { issue in
      issue.comments.map { String($0.rawValue.prefix { $0 != "\n" }) }
    }
  }
}

extension Issue {
  fileprivate var isWarning: Bool {
    #if compiler(>=6.3)
      severity == .warning
    #else
      false
    #endif
  }
}
