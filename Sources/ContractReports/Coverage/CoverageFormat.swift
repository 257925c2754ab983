@_spi(Engine) package import ContractCheck

/// How coverage is written.
package enum CoverageFormat: String, CaseIterable, Sendable {
  /// For readers: a table of operations, and what was never seen.
  case text
  /// Every counter, for other programs and for adding up.
  case json
  /// One page for a browser.
  case html
  /// For editors and coverage services.
  case lcov

  /// The format of a file by its ending; nil for other endings.
  package init?(fileName: String) {
    switch fileName.split(separator: ".").last.map({ String($0).lowercased() }) {
    case "json": self = .json
    case "html", "htm": self = .html
    case "info", "lcov": self = .lcov
    case "txt": self = .text
    default: return nil
    }
  }

  /// The endings that files should have.
  package static let endings = "`.json`, `.html`, `.info` (lcov) or `.txt`"

  /// The whole text of a report.
  package func bytes(of coverage: Coverage) -> [UInt8] {
    switch self {
    case .text: Array(CoverageText(coverage).text.utf8)
    case .json: coverage.json
    case .html: Array(CoveragePage(coverage).text.utf8)
    case .lcov: Array(coverage.lcov.utf8)
    }
  }
}
