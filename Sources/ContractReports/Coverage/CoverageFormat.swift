@_spi(Engine) package import ContractCheck

/// The output format of coverage.
package enum CoverageFormat: String, CaseIterable, Sendable {
  /// Text for people: a table of operations, and a list of everything that never occurred.
  case text
  /// All counters, for other programs. The counters of several runs can be added.
  case json
  /// One page for a browser.
  case html
  /// A trace file for editors and coverage services.
  case lcov

  /// The format of a file by its extension. Nil for other extensions.
  package init?(fileName: String) {
    switch fileName.split(separator: ".").last.map({ String($0).lowercased() }) {
    case "json": self = .json
    case "html", "htm": self = .html
    case "info", "lcov": self = .lcov
    case "txt": self = .text
    default: return nil
    }
  }

  /// The possible extensions in words.
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
