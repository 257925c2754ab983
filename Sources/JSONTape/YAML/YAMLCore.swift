/// The core schema of YAML 1.2.2, section 10.3. It decides the type of a text without quotes.
enum YAMLCore {
  /// A type of the core schema, as a tag names it.
  enum Tag: String {
    case string = "str"
    case integer = "int"
    case float
    case boolean = "bool"
    case null
    case mapping = "map"
    case sequence = "seq"
    /// The tag of YAML 1.1 for bytes in base64. It is used only if texts are traced.
    case binary

    var isCollection: Bool { self == .mapping || self == .sequence }
  }

  enum Form: Equatable {
    case string, null, boolean(Bool), integer, octal, hexadecimal, float, infinity, notANumber

    var tag: Tag {
      switch self {
      case .string: .string
      case .null: .null
      case .boolean: .boolean
      case .integer, .octal, .hexadecimal: .integer
      case .float, .infinity, .notANumber: .float
      }
    }
  }

  static func form(of text: [UInt8]) -> Form {
    guard let first = text.first else { return .null }
    if let word = words[text] { return word }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), "-", "+", ".":
      return numberForm(of: text)
    default:
      return .string
    }
  }

  private static let words: [[UInt8]: Form] = {
    var words: [[UInt8]: Form] = [:]
    func add(_ form: Form, _ texts: String...) {
      for text in texts { words[Array(text.utf8)] = form }
    }
    add(.null, "~", "null", "Null", "NULL")
    add(.boolean(true), "true", "True", "TRUE")
    add(.boolean(false), "false", "False", "FALSE")
    for word in [".inf", ".Inf", ".INF"] { add(.infinity, word, "+" + word, "-" + word) }
    add(.notANumber, ".nan", ".NaN", ".NAN")
    return words
  }()

  private static func numberForm(of text: [UInt8]) -> Form {
    if text.count > 2, text[0] == "0" {
      if text[1] == "x" {
        return text[2...].allSatisfy { $0.hexValue != nil } ? .hexadecimal : .string
      }
      if text[1] == "o" {
        return text[2...].allSatisfy { 0x30...0x37 ~= $0 } ? .octal : .string
      }
    }
    let number = Decimal(text)
    guard number.isWhole else { return .string }
    return number.hasPoint || number.exponent != nil ? .float : .integer
  }

  /// A decimal number in JSON's form: without a plus, leading zeros, or a point without digits.
  static func json(decimal text: [UInt8]) -> [UInt8] {
    let number = Decimal(text)
    var json: [UInt8] = text.first == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
    let digits = number.integer.drop { $0 == "0" }
    json += digits.isEmpty ? [UInt8(ascii: "0")] : digits
    if number.hasPoint {
      json.append(UInt8(ascii: "."))
      json += number.fraction.isEmpty ? [UInt8(ascii: "0")] : number.fraction
    }
    if let exponent = number.exponent { json += exponent }
    return json
  }

  /// The maximum number of digits of a number in a base other than ten. Longer numbers take too
  /// long to convert.
  static let digitLimit = 10_000

  /// An integer in a base that is a power of two, exactly converted to decimal digits.
  static func json(digits text: ArraySlice<UInt8>, bitsPerDigit: Int) -> [UInt8] {
    let base: UInt64 = 1_000_000_000
    // The number of digits in each step is limited so that the product fits.
    let step = 28 / bitsPerDigit
    var limbs: [UInt64] = []
    var rest = text.drop { $0 == "0" }
    while !rest.isEmpty {
      let piece = rest.prefix(step)
      rest = rest.dropFirst(step)
      let bits = piece.count * bitsPerDigit
      var carry = piece.reduce(0) { $0 << bitsPerDigit | UInt64($1.hexValue ?? 0) }
      for index in limbs.indices {
        let value = limbs[index] << bits + carry
        limbs[index] = value % base
        carry = value / base
      }
      if carry > 0 { limbs.append(carry) }
    }
    guard let first = limbs.popLast() else { return [UInt8(ascii: "0")] }
    var json = Array(String(first).utf8)
    for limb in limbs.reversed() {
      let digits = String(limb).utf8
      json += repeatElement(UInt8(ascii: "0"), count: 9 - digits.count)
      json += digits
    }
    return json
  }

  /// The parts of `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
  private struct Decimal {
    let integer: ArraySlice<UInt8>
    let hasPoint: Bool
    let fraction: ArraySlice<UInt8>
    /// The exponent from the `e` on.
    let exponent: ArraySlice<UInt8>?
    /// Whether the whole text is a number of this form.
    let isWhole: Bool

    init(_ text: [UInt8]) {
      func skipDigits(_ start: Int) -> Int {
        text[start...].firstIndex { !(0x30...0x39 ~= $0) } ?? text.count
      }
      func isSign(_ index: Int) -> Bool {
        index < text.count && (text[index] == "-" || text[index] == "+")
      }
      let start = isSign(0) ? 1 : 0
      var index = skipDigits(start)
      integer = text[start..<index]
      hasPoint = index < text.count && text[index] == "."
      let point = index
      if hasPoint { index = skipDigits(index + 1) }
      fraction = hasPoint ? text[(point + 1)..<index] : []
      let hasDigits = !integer.isEmpty || !fraction.isEmpty
      guard hasDigits, index < text.count, text[index] | 0x20 == "e" else {
        exponent = nil
        isWhole = hasDigits && index == text.count
        return
      }
      let digits = isSign(index + 1) ? index + 2 : index + 1
      let end = digits < text.count ? skipDigits(digits) : digits
      exponent = text[index..<min(end, text.count)]
      isWhole = digits < text.count && end > digits && end == text.count
    }
  }
}
