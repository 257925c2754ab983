@_spi(Engine) public import ContractCaptures

/// Keeps a record's findings equal to the findings of the recorded exchange.
extension ExchangeRecord {
  /// Replaces secrets so that the record has the same findings as the exchange. If no replacement
  /// gives the same findings, the record lists the findings to ignore.
  ///
  /// - Parameters:
  ///   - live: The findings of the exchange.
  ///   - literals: Returns the texts of the contracts (`enum`, `const`, parts of patterns). These
  ///     texts are no secrets. The function is called only if the texts are needed.
  ///   - check: Returns the findings of an exchange. The second argument is the response's body.
  @_spi(Engine) public mutating func keep(
    _ live: [Finding], literals: () -> ContractLiterals, check: (Exchange, [UInt8]) -> [Finding]
  ) {
    let bodies: [(part: Exchange.Part, bytes: [UInt8])] = [
      (.request, requestBody.bytes), (.response, responseBody.bytes),
    ]
    var best: (score: Int, replacement: SecretReplacement, accepted: [Finding])?
    for attempt in 0...SecretReplacement.mostAttempts + 1 {
      let replaced = replaced
      let (onlyLive, onlyRecorded) = LiveVerdict.differences(
        live, check(replaced.exchange, replaced.responseBody.bytes))
      let score = onlyLive.count * 1024 + onlyRecorded.count
      if score < best?.score ?? .max { best = (score, replacement, onlyRecorded) }
      // The last attempt is for values that must be invalid.
      if score == 0 || attempt == SecretReplacement.mostAttempts && onlyLive.isEmpty { break }
      if attempt == 0 { replacement.literals = literals() }
      var hasChanged = false
      for place in Set((onlyLive + onlyRecorded).map(\.instance)) {
        for body in bodies where replacement.change(body.bytes, of: body.part, at: place) {
          hasChanged = true
        }
      }
      guard hasChanged else { break }
    }
    guard let best else { return }
    replacement = best.replacement
    verdict.accepted = best.accepted.map(LiveVerdict.Accepted.init)
    verdict.replaced = replacedPlaces
  }

  /// Adds the findings from the comparison of this page with other pages.
  @_spi(Engine) public mutating func keepPages(of findings: [Finding]) {
    verdict.pages = findings.filter { $0.rule == Rule.pageSequence.id }
      .map(LiveVerdict.PageFinding.init)
  }
}
