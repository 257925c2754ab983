@_spi(Engine) package import JSONTape

extension Contract {
  /// The names of the contracts that are part of the library.
  public static var bundledNames: [String] { BundledContracts.all.map(\.name) }

  /// Compiles a contract that is part of the library.
  ///
  /// - Parameters:
  ///   - name: One of ``bundledNames``.
  ///   - rules: Rule settings that replace the settings at the top of the document.
  ///   - overrides: Severities that replace the severities of the document and of `rules`. Nil
  ///     turns a rule off.
  /// - Throws: ``Checker/UnknownName`` if there is no contract with this name.
  public static func bundled(
    _ name: String, rules: RuleOverrides = RuleOverrides(), overrides: [String: Severity?] = [:]
  ) throws(Checker.UnknownName) -> Contract {
    let text = try bundledText(name)
    do throws(ContractError) {
      var contract = try Contract(text, name: name, rules: rules, overrides: overrides)
      contract.isBundled = true
      return contract
    } catch {
      // The bundled text is a copy of `schemas/`, and a test compiles each of its files.
      throw Checker.UnknownName(message: error.description)
    }
  }

  package static func bundledText(_ name: String) throws(Checker.UnknownName)
    -> ByteView
  {
    guard let text = BundledContracts.all.first(where: { $0.name == name })?.text else {
      let near = NearestName.suggestion(for: name, among: bundledNames)
      throw Checker.UnknownName(message: "there is no contract `\(name)`\(near)")
    }
    // Static text is never freed.
    return ByteView(text)
  }

  /// Formats a minified bundled text like the file in `schemas/`.
  package static func laidOut(_ text: ByteView) throws(JSONParseError) -> [UInt8] {
    var writer = JSONWriter(isPretty: true)
    writer.value(try JSONDocument(text).root)
    return writer.bytes
  }
}
