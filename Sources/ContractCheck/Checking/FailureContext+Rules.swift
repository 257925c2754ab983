@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// The words of the documented rules.
extension FailureContext {
  var coordinateName: FindingText {
    guard case .alias(let documented) = failure.kind else { return schemaText }
    let isPresent = parent?.holds(documented) ?? false
    return FindingText(
      message: "coordinate is named `\(quotedName)`; this API says `\(documented)`"
        + (isPresent ? ", which is here too" : ""),
      label: isPresent ? "remove it" : "rename to `\(documented)`",
      why: "the app decodes `\(documented)`; under another name the place has no position")
  }

  var explicitNull: FindingText {
    guard case .required(let absent) = failure.kind else { return schemaText }
    let member = SafeText.line(absent)
    return FindingText(
      message: "`\(member)` is left out; this API sends an explicit `null`",
      label: "add `\"\(member)\": null`")
  }

  var keyCase: FindingText {
    if case .alias(let documented) = failure.kind {
      let isPresent = parent?.holds(documented) ?? false
      return FindingText(
        message: "key is `\(quotedName)`; this API says `\(documented)`"
          + (isPresent ? ", which is here too" : ""),
        label: isPresent ? "remove it" : "rename to `\(documented)`")
    }
    let style = settings[.keyCase].keyCase ?? .camel
    return FindingText(
      message: "key `\(quotedName)` is not in \(style.rawValue) case, and is not documented",
      label: "write `\(SafeText.line(style.rewrite(name ?? "")))`, and document it")
  }

  var undocumented: FindingText {
    guard case .undocumented(let listed) = failure.kind else { return schemaText }
    let near = nearest.of(name ?? "", among: listed, of: failure.schema)
    return FindingText(
      message: "`\(quotedName)` is not in the contract" + NearestName.suggestion(near),
      label: "document it or leave it out")
  }

  var paginationShape: FindingText {
    switch failure.kind {
    case .required(let member):
      if standsForAll {
        return FindingText(
          message: "the list has no pagination; this API sends `\(member)` and the other figures",
          label: "add the pagination figures")
      }
      if Pagination.figure(member) == nil {
        return FindingText(
          message: "the list has no `\(SafeText.line(member))`", label: "add the pagination object")
      }
      return FindingText(
        message: "pagination lacks `\(SafeText.line(member))`",
        label: "add `\(SafeText.line(member))`"
      )
    case .type(let expected, _):
      var text = wrongType(expected)
      text.message = "pagination: " + text.message
      return text
    default: return schemaText
    }
  }

  var deviceToken: FindingText {
    let count = node.string?.unicodeScalars.count ?? 0
    switch failure.kind {
    case .minLength(let limit, _):
      return FindingText(
        message: "device token has \(count) characters; it needs at least \(limit)",
        label: "send the whole token")
    case .pattern:
      return FindingText(
        message: "iOS device token is not 64 hex digits; it has \(count) characters",
        label: "send the APNs token as 64 hex digits")
    default: return schemaText
    }
  }

  var devicePlatform: FindingText {
    let lowered = node.string.map { $0.lowercased() }
    let isCase = lowered == "ios" || lowered == "android"
    return FindingText(
      message: "platform is \(shown); it must be exactly `ios` or `android`",
      label: isCase ? "write `\(lowered ?? "")`" : "send `ios` or `android`")
  }

  var coordinateRange: FindingText {
    let isLatitude = name == settings.coordinates.latitude
    switch failure.kind {
    case .type(let expected, _) where node.kind == .string:
      let isNumeric = node.string.flatMap { JSONNumber($0) } != nil
      return FindingText(
        message: "`\(quotedName)` is the string \(shown); a coordinate is a number",
        label: isNumeric ? "remove the quotes" : "send \(Self.phrase(expected))")
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum:
      return FindingText(
        message: "`\(quotedName)` is \(shown); "
          + (isLatitude
            ? "a latitude lies between -90 and 90" : "a longitude lies between -180 and 180"),
        label: "are the two coordinates swapped?")
    case .required(let member), .dependentRequired(let member, _):
      return FindingText(
        message: "`\(SafeText.line(member))` is absent while the other coordinate is here",
        label: "add `\(SafeText.line(member))`")
    default: return schemaText
    }
  }

  var date: FindingText {
    guard case .date(let profile) = failure.kind, let text = node.string else { return schemaText }
    let diagnosis = DateDiagnosis.diagnose(text, profile: profile)
    return FindingText(
      message: "date is \(shown): \(diagnosis.kind.words); this API writes `\(profile.shape)`",
      label: rewrite(diagnosis) ?? diagnosis.kind.advice ?? profile.advice,
      why: "the app's date decoder takes `\(profile.shape)` and fails on every other form")
  }
}

extension FailureContext {
  /// The date as it should be written, where that is certain and no secret.
  func rewrite(_ diagnosis: DateDiagnosis) -> String? {
    isMasked ? nil : diagnosis.rewrite.map { "write `\($0)`" }
  }
}

extension DateProfile {
  /// The form as people write it.
  var shape: String {
    switch self {
    case .toISOString: "YYYY-MM-DDTHH:mm:ss.sssZ"
    case .rfc3339: "YYYY-MM-DDTHH:mm:ssZ"
    case .swiftISO8601: "YYYY-MM-DDTHH:mm:ssZ"
    case .wordpress: "YYYY-MM-DDTHH:mm:ss.sssZ, YYYY-MM-DDTHH:mm:ss+00:00 or YYYY-MM-DD HH:mm:ss"
    case .date: "YYYY-MM-DD"
    case .time: "HH:MM"
    }
  }

  /// What to do where the instant cannot be told.
  var advice: String {
    switch self {
    case .toISOString: "use `toISOString()`"
    case .rfc3339: "write RFC 3339"
    case .swiftISO8601: "write whole seconds and a zone"
    case .wordpress: "write one of the three documented forms"
    case .date: "write the date alone"
    case .time: "write hours and minutes"
    }
  }
}
