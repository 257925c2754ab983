/// The scripts whose characters are known, by their Unicode names (Unicode 17.0).
///
/// The standard library has no Script property, so the ranges of the living scripts that schemas
/// name are carried here.
enum Script: String, CaseIterable {
  case arabic = "Arabic"
  case armenian = "Armenian"
  case bengali = "Bengali"
  case cyrillic = "Cyrillic"
  case devanagari = "Devanagari"
  case ethiopic = "Ethiopic"
  case georgian = "Georgian"
  case greek = "Greek"
  case gujarati = "Gujarati"
  case gurmukhi = "Gurmukhi"
  case han = "Han"
  case hangul = "Hangul"
  case hebrew = "Hebrew"
  case hiragana = "Hiragana"
  case kannada = "Kannada"
  case katakana = "Katakana"
  case khmer = "Khmer"
  case lao = "Lao"
  case latin = "Latin"
  case malayalam = "Malayalam"
  case myanmar = "Myanmar"
  case sinhala = "Sinhala"
  case tamil = "Tamil"
  case telugu = "Telugu"
  case thai = "Thai"
  case tibetan = "Tibetan"

  /// The script of that long or four-letter name.
  init?(name: String) {
    guard let script = Script.allCases.first(where: { $0.rawValue == name || $0.code == name })
    else { return nil }
    self = script
  }

  /// The four-letter code of ISO 15924.
  private var code: String {
    switch self {
    case .arabic: "Arab"
    case .armenian: "Armn"
    case .bengali: "Beng"
    case .cyrillic: "Cyrl"
    case .devanagari: "Deva"
    case .ethiopic: "Ethi"
    case .georgian: "Geor"
    case .greek: "Grek"
    case .gujarati: "Gujr"
    case .gurmukhi: "Guru"
    case .han: "Hani"
    case .hangul: "Hang"
    case .hebrew: "Hebr"
    case .hiragana: "Hira"
    case .kannada: "Knda"
    case .katakana: "Kana"
    case .khmer: "Khmr"
    case .lao: "Laoo"
    case .latin: "Latn"
    case .malayalam: "Mlym"
    case .myanmar: "Mymr"
    case .sinhala: "Sinh"
    case .tamil: "Taml"
    case .telugu: "Telu"
    case .thai: "Thai"
    case .tibetan: "Tibt"
    }
  }

  /// The characters of Script.
  var set: ScalarSet { ScalarSet(hexadecimal: ranges) }

  /// The characters of Script_Extensions: those of Script, and those it shares with others.
  var extendedSet: ScalarSet {
    var set = self.set
    set.formUnion(ScalarSet(hexadecimal: additions))
    return set
  }
}
