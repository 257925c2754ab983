@_spi(Engine) package import JSONTape

/// Facts that a live check knows, but that its record does not show. Some findings of the record
/// exist only because secrets were replaced. Other mistakes are found only by a comparison of
/// several pages. These facts are written with the exchange. So `check` has the same findings for
/// the record as the live check.
@_spi(Engine) public struct LiveVerdict: Hashable, Sendable {
  /// A finding that the secrets themselves did not have.
  package struct Accepted: Hashable {
    let rule: String
    let part: Exchange.Part
    let instance: String
    var keyword: String?
    var property: String?

    package init(
      rule: String, part: Exchange.Part, instance: String, keyword: String?, property: String?
    ) {
      self.rule = rule
      self.part = part
      self.instance = instance
      self.keyword = keyword
      self.property = property
    }
  }

  /// A finding from the comparison of a page with other pages.
  package struct PageFinding: Hashable {
    package let mistake: String
    package let instance: String
    package let message: String
    package let label: String

    package init(mistake: String, instance: String, message: String, label: String) {
      self.mistake = mistake
      self.instance = instance
      self.message = message
      self.label = label
    }
  }

  /// A secret that is replaced in the record.
  package struct Replaced: Hashable {
    package let part: Exchange.Part
    /// The place in the body. Nil for a secret in the URL or in a header.
    package let instance: JSONPointer?
  }

  package var accepted: [Accepted] = []
  package var replaced: [Replaced] = []
  package var pages: [PageFinding] = []

  package init() {}

  /// Whether there is nothing to write. Replaced secrets alone change no verdict.
  var isEmpty: Bool { accepted.isEmpty && pages.isEmpty }

  // MARK: Written and read

  /// The name of the property in a record. An entry of a HAR has another name for it. No other name
  /// in these objects has the same length. So the names need no comparison.
  static let nameInRecord: StaticString = "liveVerdict"
  static let nameInEntry: StaticString = "_liveVerdict"

  /// The verdict of a record that `check --record` wrote. Nil if there is none.
  package init?(recorded exchange: Exchange) {
    guard exchange.hasLiveVerdict,
      let told = exchange.record?[
        exchange.unit == .entry ? Self.nameInEntry : Self.nameInRecord]
    else { return nil }
    told["accepted"]?.forEachChild { item in
      guard let rule = item["rule"]?.string, let instance = item["instance"]?.string else { return }
      accepted.append(
        Accepted(
          rule: rule, part: item["part"]?.string.flatMap(Exchange.Part.init) ?? .response,
          instance: instance, keyword: item["keyword"]?.string, property: item["member"]?.string))
    }
    told["replaced"]?.forEachChild { item in
      guard let part = item["part"]?.string.flatMap(Exchange.Part.init) else { return }
      let instance = item["instance"]?.string
      let pointer = instance.flatMap { JSONPointer($0) }
      if instance == nil || pointer != nil {
        replaced.append(Replaced(part: part, instance: pointer))
      }
    }
    told["pages"]?.forEachChild { item in
      guard let mistake = item["mistake"]?.string, let instance = item["instance"]?.string,
        let message = item["message"]?.string
      else { return }
      pages.append(
        PageFinding(
          mistake: mistake, instance: instance, message: message,
          label: item["label"]?.string ?? ""))
    }
  }

  func write(to writer: inout JSONWriter) {
    func write(_ name: String, _ items: [[(String, String?)]]) {
      guard !items.isEmpty else { return }
      writer.key(name)
      writer.beginArray()
      for item in items {
        writer.beginObject()
        for case (let name, let value?) in item {
          writer.key(name)
          writer.string(value)
        }
        writer.endObject()
      }
      writer.endArray()
    }
    writer.beginObject()
    write(
      "accepted",
      accepted.map {
        [
          ("rule", $0.rule), ("part", $0.part.rawValue), ("instance", $0.instance),
          ("keyword", $0.keyword), ("member", $0.property),
        ]
      })
    write(
      "replaced",
      replaced.map { [("part", $0.part.rawValue), ("instance", $0.instance?.description)] })
    write(
      "pages",
      pages.map {
        [
          ("mistake", $0.mistake), ("instance", $0.instance), ("message", $0.message),
          ("label", $0.label),
        ]
      })
    writer.endObject()
  }
}
