@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Of what kind a mistake is beside its rule, place and keyword: what fingerprints tell by, so these
/// words stay as they are, and hold no value.

extension FailureContext {
  /// The form of a date, the type of another value; of an absent member or a wrong key, which its
  /// finding names, nothing.
  var shape: String {
    switch failure.kind {
    case .required, .dependentRequired, .additionalProperties, .unevaluatedProperties,
      .undocumented,
      .alias, .forbiddenKey, .keyCase, .refused, .tooDeep, .tooMuchWork:
      return ""
    case .date(let profile): return shape(ofDate: profile)
    case .format(.dateTime): return shape(ofDate: .rfc3339)
    case .format(.date): return shape(ofDate: .date)
    case .type, .const, .enum, .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum,
      .multipleOf, .minLength, .maxLength, .pattern, .patternLimit, .format, .minItems, .maxItems,
      .uniqueItems, .contains, .minProperties, .maxProperties, .additionalItems, .unevaluatedItems,
      .anyOf, .oneOf, .oneOfMatches, .not, .never:
      return node.kind.name
    }
  }

  private func shape(ofDate profile: DateProfile) -> String {
    guard let text = node.string else { return node.kind.name }
    return DateDiagnosis.diagnose(text, profile: profile).kind.rawValue
  }
}

extension LintMessage {
  /// The same of what needs no contract.
  var shape: String {
    switch self {
    case .coordinateName, .absent, .paginationLacks, .secret, .keyCase: ""
    case .outsideEarth: "range"
    case .coordinateString: JSONKind.string.name
    case .halfPair: "half"
    case .nullHalf: JSONKind.null.name
    case .date(_, let kind, _, _): kind.rawValue
    case .figureType(_, let kind, _): kind.name
    case .platform: JSONKind.string.name
    case .tokenLength: "length"
    case .tokenDigits: "digits"
    }
  }
}

extension ExchangeFault {
  /// What the contract does not know: the route, the status, the media type.
  var shape: String {
    switch self {
    case .unknownRoute(let method, let path, _, _): Finding.requestPattern("\(method) \(path)")
    case .undocumentedStatus(let status, _): "\(status)"
    case .contentType(let type, _): type.essence
    }
  }
}

extension ParameterFault {
  /// The parameter, which has no pointer, and what is wrong with it.
  func shape(of parameter: Operation.Parameter) -> String {
    let name = "\(parameter.location.rawValue) \(parameter.name)"
    switch self {
    case .missing: return name
    case .style: return "\(name): style"
    case .syntax(let error): return "\(name): \(error.shape)"
    case .value(let fault):
      return "\(name)\(fault.instance.pattern): \(fault.member ?? "") \(fault.shape)"
    }
  }
}

extension JSONParseError {
  /// Why the text is not JSON.
  var shape: String {
    switch reason {
    case .empty: "empty"
    case .unexpectedEnd: "unexpectedEnd"
    case .unexpectedByte: "unexpectedByte"
    case .trailingComma: "trailingComma"
    case .missingComma: "missingComma"
    case .missingColon: "missingColon"
    case .missingValue: "missingValue"
    case .colonInArray: "colonInArray"
    case .mismatchedBracket: "mismatchedBracket"
    case .extraBracket: "extraBracket"
    case .singleQuotes: "singleQuotes"
    case .curlyQuotes: "curlyQuotes"
    case .unquotedKey: "unquotedKey"
    case .keyNotString: "keyNotString"
    case .comment: "comment"
    case .unknownWord: "unknownWord"
    case .secondValue: "secondValue"
    case .trailingContent: "trailingContent"
    case .controlCharacter: "controlCharacter"
    case .invalidEscape: "invalidEscape"
    case .invalidUnicodeEscape: "invalidUnicodeEscape"
    case .invalidUTF8: "invalidUTF8"
    case .utf16: "utf16"
    case .invalidNumber: "invalidNumber"
    case .tooDeep: "tooDeep"
    case .tooLarge: "tooLarge"
    }
  }
}
