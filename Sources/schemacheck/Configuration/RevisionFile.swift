@_spi(Engine) internal import ContractAuthoring
@_spi(Engine) import ContractCheck
import ContractRuns

/// A contract in a git revision: `HEAD:openapi.yaml`, `main:./api/openapi.json`.
struct RevisionFile {
  private let argument: Argument
  private let revision: String
  private let path: String

  /// Reads an argument. Nil for the name of a contract or an existing file, and for other arguments
  /// without a colon.
  init?(_ argument: Argument) {
    let text = argument.text
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
      !Contract.bundledNames.contains(text), !InputPath(argument.bytes).exists,
      !Operand.isURL(text)
    else { return nil }
    self.argument = argument
    revision = String(text[..<colon])
    path = String(text[text.index(after: colon)...])
  }

  func document(_ rules: RuleOverrides) throws(RunError) -> ContractDocument {
    guard !path.isEmpty, !revision.hasPrefix("-"), !argument.bytes.contains(0) else {
      throw RunError("`\(argument.text)` must be REVISION:FILE, such as `HEAD:openapi.yaml`")
    }
    let git = Git(purpose: "`\(argument.text)`")
    let bytes = try git.output(of: ["show", argument]) { words in
      "\(argument.text): neither a file nor a file in a git revision; git: \(words)"
    }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    do throws(ContractError) {
      return try ContractDocument(bytes, name: argument.text, rules: rules) {
        name throws(Contract.CompanionError) in
        try companion(Argument("\(revision):\(folder)\(name)"), git)
      }
    } catch {
      throw RunError(error.description)
    }
  }

  /// Reads another file of the revision. Nil if there is no such file.
  private func companion(
    _ file: Argument, _ git: Git
  ) throws(Contract.CompanionError) -> [UInt8]? {
    do throws(RunError) {
      let result = try git.run(["show", file])
      return result.status == 0 ? result.output : nil
    } catch {
      throw Contract.CompanionError(error.message)
    }
  }
}
