@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Makes strings and numbers, with their freedoms.
extension VariantMaker {
  /// - Parameter nodes: The schemas of the value.
  func string(
    _ outline: SchemaOutline, _ nodes: [JSONNode], _ context: Context
  ) -> VariantValue? {
    let text = TextConstraints(nodes, context.settings, outline, name: context.name)
    let samples = context.samples.compactMap(\.string)
    guard let base = (samples + text.candidates).first(where: text.fits) else { return nil }
    guard !context.isSmall else { return .string(base) }
    for form in text.dates where TextConstraints.shape(form) != TextConstraints.shape(base) {
      add(.date, "\(place) as \(form)", keyword(["format"], of: outline), [change(.string(form))])
    }
    if !text.dates.isEmpty {
      addMistake(
        .date, "as no date", keyword(["format", "type"], of: outline), .string("22.01.2026"))
    }
    let node = keyword(["maxLength", "minLength", "type"], of: outline)
    func trial(_ words: String, _ value: VariantValue) {
      add(.text, "\(place) \(words)", node, [change(value)], isTrial: true)
    }
    for end in text.ends where end != base {
      let count = end.unicodeScalars.count
      trial(count == 0 ? "as an empty string" : "with \(count) characters", .string(end))
    }
    if text.isCut {
      note(
        "no string has more than \(TextConstraints.longest) characters, even if the contract "
          + "allows more")
    }
    if text.isFree, text.length.contains(TextConstraints.escapedLength) {
      trial("with escaped characters", .written(TextConstraints.escaped))
    }
    return .string(base)
  }

  /// - Parameter nodes: The schemas of the value.
  func number(
    _ nodes: [JSONNode], isInteger: Bool, _ figure: Figure?, _ context: Context
  ) -> VariantValue? {
    let bounds = NumberConstraints(
      nodes, context.settings, isInteger: isInteger, least: figure?.least)
    let samples = context.samples.compactMap(\.number?.text)
    let usual = figure.map { [$0.usual] } ?? []
    guard let base = (samples + usual + bounds.candidates).first(where: bounds.fits) else {
      return nil
    }
    guard !context.isSmall, let value = JSONNumber(base) else { return .number(base) }
    var told = [value]
    func add(_ kind: Variant.Freedom, _ text: String?, _ node: JSONNode?) {
      guard let text, let number = JSONNumber(text), !told.contains(number), bounds.fits(text)
      else { return }
      told.append(number)
      self.add(kind, "\(place) as \(text)", node, [change(.number(text))])
    }
    let type = nodes.lazy.compactMap { node in
      node.properties.first { $0.name == "format" || $0.name == "type" }?.key
    }.first
    add(.end, bounds.least, own(bounds.lower?.key) ?? type)
    if isInteger || bounds.lower != nil { add(.end, "0", own(bounds.lower?.key) ?? type) }
    add(.end, bounds.greatest, own(bounds.upper?.key) ?? type)
    // JSON also allows other spellings of the same number.
    if figure == nil, !base.contains(where: { "eE".contains($0) }) {
      for text in [base + (base.contains(".") ? "0" : ".0"), base + "e0"] {
        self.add(.fraction, "\(place) as \(text)", type, [change(.number(text))], isTrial: true)
      }
    }
    if !isInteger {
      add(
        .fraction,
        bounds.candidates.first {
          bounds.fits($0) && JSONNumber($0)?.isInteger != value.isInteger
        }, type)
    }
    return .number(base)
  }
}

/// The demands of schemas on a string.
private struct TextConstraints {
  let length: ClosedRange<Int>
  private let patterns: [(source: String, pattern: Pattern)]
  private let format: Format?
  private let profile: DateProfile?
  /// Whether clients decode the text as a URL.
  private let isURL: Bool
  private let isBase64: Bool

  static let longest = 1_000
  /// Quotes, a backslash, a slash, a letter and an emoji, all escaped.
  static let escaped = #""\"quoted\" \\ \/ \u00e9 \ud83d\ude00 \n\t""#
  static let escapedLength = 20

  init(_ nodes: [JSONNode], _ settings: RuleSettings, _ outline: SchemaOutline, name: String?) {
    let least = max(nodes.compactMap { $0["minLength"]?.int }.max() ?? 0, 0)
    length = least...max(nodes.compactMap { $0["maxLength"]?.int }.min() ?? .max, least)
    patterns = nodes.compactMap { $0["pattern"]?.string }.compactMap { source in
      (try? Pattern(source)).map { (source, $0) }
    }
    format = outline.format?.string.flatMap { Format(name: $0) }
    profile = settings.dateProfile(of: nodes, format: outline.format?.string)
    isURL = name.map { settings.clients.readsURL($0) } ?? false
    isBase64 = nodes.contains {
      $0["format"]?.string == "byte" || $0["contentEncoding"]?.string == "base64"
    }
  }

  /// Whether only the length is restricted.
  var isFree: Bool {
    patterns.isEmpty && format == nil && profile == nil && !isURL && !isBase64
  }

  /// Whether the longest allowed text would be longer than any that is made.
  var isCut: Bool { length.upperBound > Self.longest && length.upperBound < .max && !ends.isEmpty }

  /// The shortest and the longest text.
  var ends: [String] {
    guard format == nil, profile == nil, !isURL else { return [] }
    let ends = [length.lowerBound, min(length.upperBound, Self.longest)]
    return ends.filter { $0 <= Self.longest }.compactMap { count in
      if isBase64, patterns.isEmpty {
        return String(repeating: Self.base64, count: count / 4)
      }
      guard let source = patterns.first?.source else {
        return String(String(repeating: "long text ", count: count / 10 + 1).prefix(count))
      }
      // Without a length, the pattern decides.
      guard count == length.lowerBound ? count > 0 : length.upperBound < .max else { return nil }
      return Pattern.example(of: source, length: count...count)
    }.filter(fits)
  }

  /// Base64 of three bytes.
  private static let base64 = "dGV4"

  /// The allowed forms of a date.
  var dates: [String] {
    guard profile != nil || format == .dateTime || format == .date || format == .time else {
      return []
    }
    return Self.forms.filter(fits)
  }

  /// The form of a date. It is equal for all dates of one form.
  static func shape(_ text: String) -> String {
    String(text.map { $0.isNumber ? "0" : $0 == "-" || $0 == "+" ? "-" : $0 })
  }

  private static let forms = [
    "2026-01-22T12:00:00Z", "2026-01-22T12:00:00+02:00", "2026-01-22T12:00:00.123Z",
    "2026-01-22T12:00:00.123456Z", "2026-01-22T12:00:00.123-05:00", "2026-01-22 12:00:00",
    "2026-01-22T12:00:00", "2026-01-22T12:00:00.123", "2026-01-22", "12:00", "12:00:00Z",
    "12:00:00+02:00", "12:00:00.123Z",
  ]

  private static let samples: [Format: String] = [
    .duration: "P1D", .email: "alice@example.com", .idnEmail: "alice@example.com",
    .hostname: "example.com", .idnHostname: "example.com", .ipv4: "192.0.2.1",
    .ipv6: "2001:db8::1", .uri: "https://example.com/a", .uriReference: "/a",
    .iri: "https://example.com/a", .iriReference: "/a", .uriTemplate: "/a/{b}",
    .uuid: "123e4567-e89b-42d3-a456-426614174000", .jsonPointer: "/a",
    .relativeJSONPointer: "0", .regex: "^a$",
  ]

  /// Texts to try, the most plausible first.
  var candidates: [String] {
    var texts: [String] = []
    if isURL { texts.append("https://example.com/photo.jpg") }
    if let format, let sample = Self.samples[format] { texts.append(sample) }
    texts += dates
    if isFree { texts.insert("text", at: 0) }
    if isBase64 {
      let shortest = min(length.lowerBound, Self.longest)
      texts += ["dGV4dA==", String(repeating: Self.base64, count: (shortest + 3) / 4)]
    }
    for (source, _) in patterns {
      if let text = Pattern.example(of: source, length: length) { texts.insert(text, at: 0) }
    }
    // These are long enough for tokens and digests.
    let digits = String(repeating: "0123456789abcdef", count: 4)
    texts += [digits, "a", "A", "1", ""]
    if length.lowerBound > 0, length.lowerBound <= 100_000 {
      texts.append(String(repeating: "a", count: length.lowerBound))
      if let format, let sample = Self.samples[format] {
        texts.append(sample + String(repeating: "a", count: length.lowerBound))
      }
    }
    return texts
  }

  func fits(_ text: String) -> Bool {
    guard length.contains(text.unicodeScalars.count), !isURL || text.contains("://") else {
      return false
    }
    return text.withByteView { bytes in
      if let profile {
        guard profile.accepts(bytes) else { return false }
      } else if let format, !format.accepts(bytes) {
        return false
      }
      return patterns.allSatisfy { (try? $0.pattern.matches(bytes)) == true }
    }
  }
}

/// The demands of schemas on a number.
private struct NumberConstraints {
  struct Bound {
    let value: JSONNumber
    let isExclusive: Bool
    let key: JSONNode
  }

  private(set) var lower: Bound?
  private(set) var upper: Bound?
  private let divisors: [JSONNumber]
  private let isInteger: Bool
  /// The integers that the format and the decoder allow.
  private let integers: ClosedRange<Int>

  init(_ nodes: [JSONNode], _ settings: RuleSettings, isInteger: Bool, least: Int?) {
    self.isInteger = isInteger
    divisors = nodes.compactMap { $0["multipleOf"]?.number }
    let format = nodes.lazy.compactMap { $0["format"]?.string }.first
    let isShort = format == "int32" || settings.clients.list.contains(where: \.hasShortIntegers)
    let all =
      isShort
      ? Int(Int32.min)...Int(Int32.max)
      : format == "int64" ? Int.min...Int.max : -9_007_199_254_740_991...9_007_199_254_740_991
    integers = all.clamped(to: (least ?? .min)...(.max))
    for node in nodes {
      for property in node.properties {
        switch property.name {
        case "minimum", "exclusiveMinimum":
          guard let value = property.value.number else { continue }
          let isExclusive = property.name != "minimum" || node["exclusiveMinimum"]?.bool == true
          if lower.map({ $0.value < value || $0.value == value && isExclusive }) ?? true {
            lower = Bound(value: value, isExclusive: isExclusive, key: property.key)
          }
        case "maximum", "exclusiveMaximum":
          guard let value = property.value.number else { continue }
          let isExclusive = property.name != "maximum" || node["exclusiveMaximum"]?.bool == true
          if upper.map({ value < $0.value || $0.value == value && isExclusive }) ?? true {
            upper = Bound(value: value, isExclusive: isExclusive, key: property.key)
          }
        default: break
        }
      }
    }
  }

  /// Numbers to try, the most plausible first.
  var candidates: [String] {
    var texts = isInteger ? ["1", "20"] : ["1.5", "1", "0.5"]
    texts += ["0", "-1"] + [least, greatest].compactMap { $0 }
    texts += divisors.flatMap { ["\($0)"] }
    for bound in [lower, upper] {
      guard let bound, let value = Double(bound.value.text) else { continue }
      if let whole = Int(exactly: value.rounded(.down)) {
        for offset in [1, -1] {
          let (near, overflow) = whole.addingReportingOverflow(offset)
          if !overflow { texts.append("\(near)") }
        }
      }
      if !isInteger { texts += ["\(value + 0.5)", "\(value - 0.5)"] }
    }
    if !isInteger, let low = lower.flatMap({ Double($0.value.text) }),
      let high = upper.flatMap({ Double($0.value.text) })
    {
      texts.append("\(low + (high - low) / 2)")
    }
    return texts.filter { JSONNumber($0) != nil }
  }

  /// The least allowed number. Nil if there is no bound.
  var least: String? {
    end(lower, from: integers.lowerBound, towards: 1)
  }

  /// The greatest allowed number. Nil if there is no bound.
  var greatest: String? {
    end(upper, from: integers.upperBound, towards: -1)
  }

  private func end(_ bound: Bound?, from limit: Int, towards step: Int) -> String? {
    guard isInteger else { return bound.flatMap { $0.isExclusive ? nil : $0.value.text } }
    var value = limit
    if let bound {
      if let exact = bound.value.int {
        value = exact
        if bound.isExclusive {
          let (inner, overflow) = exact.addingReportingOverflow(step)
          if overflow { return nil }
          value = inner
        }
      } else if let near = Double(bound.value.text).flatMap({
        Int(exactly: step > 0 ? $0.rounded(.up) : $0.rounded(.down))
      }) {
        value = near
      }
      // The decoder's type may be smaller than the bound.
      value = min(max(value, integers.lowerBound), integers.upperBound)
    }
    for divisor in divisors.compactMap(\.int) where divisor > 0 {
      let rest = value % divisor
      guard rest != 0 else { continue }
      let (inner, overflow) =
        step > 0
        ? value.addingReportingOverflow(rest > 0 ? divisor - rest : -rest)
        : value.subtractingReportingOverflow(rest > 0 ? rest : divisor + rest)
      if overflow { return nil }
      value = inner
    }
    return "\(value)"
  }

  func fits(_ text: String) -> Bool {
    guard let number = JSONNumber(text) else { return false }
    if isInteger {
      guard number.isInteger, let value = number.int, integers.contains(value) else { return false }
    }
    if let lower, number < lower.value || lower.isExclusive && number == lower.value {
      return false
    }
    if let upper, upper.value < number || upper.isExclusive && number == upper.value {
      return false
    }
    return divisors.allSatisfy { number.isMultiple(of: $0) }
  }
}
