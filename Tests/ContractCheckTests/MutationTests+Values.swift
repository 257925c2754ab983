import TestSupport
@_spi(Engine) @testable import ContractReports
import JSONTape

/// Coordinates, dates, choices and pagination figures.
extension MutationTests {
  static func coordinates(
    _ sample: MutationSample, _ site: MutationSite, _ terms: ContractTerms
  ) -> [Mutation] {
    guard let pair = terms.coordinates, site.value[pair[0]] != nil, site.value[pair[1]] != nil,
      site.schema?["properties"]?[pair[0]] != nil
    else { return [] }
    var mutations: [Mutation] = []
    for (name, spellings) in [
      (pair[0], ["lat", "latitude"]), (pair[1], ["lng", "longitude", "lon", "long"]),
    ] {
      for spelling in spellings {
        let capital = spelling.prefix(1).uppercased() + spelling.dropFirst()
        for key in [spelling, capital, spelling.uppercased()] where key != name {
          mutations.append(
            Mutation(
              kind: "coordinate renamed", detail: "\(site.pointer) \(key)",
              body: sample.body.renaming(name, to: key, in: site.path),
              expected: FindingPlace(
                rule: "coordinate-names",
                instance: JSONPointer(tokens: site.path + [key]).description),
              markedKey: key))
        }
      }
    }
    for (name, limit) in [(pair[0], 90), (pair[1], 180)] {
      let path = site.path + [name]
      let place = JSONPointer(tokens: path).description
      for (value, isRight) in [
        ("\(limit)", true), ("-\(limit)", true), ("\(limit).0", true), ("0", true),
        ("\(limit).000000000000000000001", false), ("-\(limit + 1)", false), ("1e3", false),
        ("\"37.7\"", false),
      ] {
        mutations.append(
          Mutation(
            kind: "coordinate out of range", detail: "\(place) is \(value)",
            body: sample.body.replacing(path, with: .scalar(value)),
            expected: isRight ? nil : FindingPlace(rule: "coordinate-range", instance: place)))
      }
    }
    return mutations
  }

  // MARK: Dates

  /// Broken dates, with the profiles that take them all the same.
  private static let brokenDates: [(text: String, accepted: Set<String>)] = [
    ("Mon Feb 23 2026 10:15:30 GMT+0000 (Coordinated Universal Time)", []),
    ("2026-02-23 10:15:30", ["wordpress"]),
    ("2026-02-23T10:15:30.000", ["local-date-time"]),
    ("2026-02-23T10:15:30", ["local-date-time"]),
    ("2026-02-23T10:15:30Z", ["rfc3339", "swift-iso8601", "wordpress"]),
    ("2026-02-23T10:15:30.000Z", ["to-iso-string", "rfc3339", "wordpress"]),
    ("2026-02-23T10:15:30.123456Z", ["rfc3339"]),
    ("2026-02-23T10:15:30+00:00", ["rfc3339", "swift-iso8601", "wordpress"]),
    ("2026-02-30T10:15:30.000Z", []), ("2026-02-30T10:15:30Z", []), ("2026-02-30", []),
    ("2025-02-29", []), ("02/23/2026", []), ("2/23/2026, 10:15:30 AM", []), ("", []), (" ", []),
    ("2026-02-23", ["date"]), ("2026-2-3", []), ("1771840530", []), ("09:30", ["time"]),
    ("9:30", []), ("09:30:00", []), ("24:00", []), ("09:60", []), ("9:30 AM", []),
    ("Invalid Date", []),
  ]

  static func dates(
    _ sample: MutationSample, _ site: MutationSite, _ terms: ContractTerms
  ) -> [Mutation] {
    guard let profile = site.dateProfile(terms), site.value.type == "string" else { return [] }
    return brokenDates.map { text, accepted in
      Mutation(
        kind: "date broken", detail: "\(site.pointer) is `\(text)`",
        body: sample.body.replacing(site.path, with: .string(text)),
        expected: accepted.contains(profile)
          ? nil : FindingPlace(rule: "iso-dates", instance: site.pointer))
    }
  }

  // MARK: Choices

  static func choices(_ sample: MutationSample, _ site: MutationSite) -> [Mutation] {
    let rule = site.name == "platform" ? "device-platform" : "schema"
    var mutations: [Mutation] = []
    func expect(_ value: JSONTree, isRight: Bool) {
      var place: FindingPlace? = FindingPlace(rule: rule, instance: site.pointer)
      if isRight {
        // A token that is right for Android is none for iOS.
        let parent = Array(site.path.dropLast())
        let token = sample.body[parent[...]]?["deviceToken"]?.string
        place =
          value.string == "ios" && token?.count ?? 64 != 64
          ? FindingPlace(
            rule: "device-token",
            instance: JSONPointer(tokens: parent + ["deviceToken"]).description) : nil
      }
      mutations.append(
        Mutation(
          kind: "choice changed", detail: "\(site.pointer) is \(value.text())",
          body: sample.body.replacing(site.path, with: value),
          expected: place))
    }
    if let constant = site.schema?["const"].map(JSONTree.init) {
      switch constant.text() {
      case "true": expect(.scalar("false"), isRight: false)
      case "false": expect(.scalar("true"), isRight: false)
      default:
        let text = constant.string ?? ""
        for other in ["", text + " ", text.uppercased()] { expect(.string(other), isRight: false) }
      }
    }
    for choice in site.schema?["enum"]?.elements.compactMap(\.string) ?? [] {
      // Another documented value is right.
      expect(.string(choice), isRight: true)
      let capital = choice.prefix(1).uppercased() + choice.dropFirst()
      for other in ["", choice + " ", choice.uppercased(), capital, "x" + choice] {
        let isKnown = site.schema?["enum"]?.elements.contains { $0.string == other } ?? false
        if !isKnown { expect(.string(other), isRight: false) }
      }
    }
    return mutations
  }

  /// Tokens of a registration: too short for anyone, or not 64 hex digits on iOS.
  static func tokens(_ sample: MutationSample, _ site: MutationSite) -> [Mutation] {
    guard sample.isRequest, site.value["deviceToken"] != nil, let platform = site.value["platform"]
    else { return [] }
    let isIOS = platform.string == "ios"
    let hex = String(String(repeating: "0123456789abcdefABCDEF", count: 3).prefix(64))
    let path = site.path + ["deviceToken"]
    let cut = String(hex.dropLast())
    let tokens: [(String, Bool)] = [
      ("", false), ("x", false), (String(hex.prefix(31)), false), (String(hex.prefix(32)), !isIOS),
      (hex, true), (cut, !isIOS), (hex + "0", !isIOS), (cut + "g", !isIOS), (cut + "\n", !isIOS),
      (String(repeating: "é", count: 31), false), (String(repeating: "😀", count: 32), !isIOS),
    ]
    return tokens.map { token, isRight in
      let place = JSONPointer(tokens: path).description
      return Mutation(
        kind: "token changed", detail: "\(place) is `\(token)`",
        body: sample.body.replacing(path, with: .string(token)),
        expected: isRight ? nil : FindingPlace(rule: "device-token", instance: place))
    }
  }

  // MARK: Pagination

  static func figures(_ sample: MutationSample, _ site: MutationSite) -> [Mutation] {
    guard MutationSite.isPagination(site.schema), site.value.type == "object" else { return [] }
    let flat = site.value["per_page"] != nil
    let (limit, pages) = flat ? ("per_page", "total_pages") : ("limit", "totalPages")
    func expect(_ name: String, _ value: Int, at place: String? = nil, isRight: Bool = false)
      -> Mutation
    {
      let pointer = JSONPointer(tokens: site.path + [place ?? name]).description
      return Mutation(
        kind: "figure changed", detail: "\(site.pointer) \(name) is \(value)",
        body: sample.body.replacing(site.path + [name], with: .scalar("\(value)")),
        expected: isRight ? nil : FindingPlace(rule: "pagination-arithmetic", instance: pointer))
    }
    guard let page = site.value["page"]?.int, let total = site.value["total"]?.int,
      let count = site.value[pages]?.int, let size = site.value[limit]?.int
    else { return [] }
    var mutations = [
      expect("page", 0), expect("page", -1), expect("total", -1), expect(limit, 0),
      expect(limit, -20),
      // `totalPages` is what follows from the others, so it is what is wrong; `hasMore`, which
      // follows from it, is not judged beside it.
      expect(pages, count + 1), expect(pages, count + 7),
      expect("total", total + size * 3, at: pages),
    ]
    if count > 1 { mutations.append(expect(pages, count - 1)) }
    if let more = site.value["hasMore"] {
      let flipped = more.text() == "true" ? "false" : "true"
      mutations.append(
        Mutation(
          kind: "figure changed", detail: "hasMore is \(flipped)",
          body: sample.body.replacing(site.path + ["hasMore"], with: .scalar(flipped)),
          expected: FindingPlace(
            rule: "pagination-arithmetic",
            instance: JSONPointer(tokens: site.path + ["hasMore"]).description)))
    }
    if flat {
      let names: Set = ["page", "per_page", "total", "total_pages"]
      mutations.append(
        Mutation(
          kind: "figure changed", detail: "no figure at all",
          body: sample.body.changing(site.path[...]) { tree in
            .object(tree.properties.filter { !names.contains($0.name) })
          }, expected: FindingPlace(rule: "pagination-shape", instance: site.pointer)))
    }
    // More items than a page holds, with figures that agree otherwise.
    if page == 1, let items = sample.body.properties.first(where: { $0.value.elements.count > 1 }) {
      let itemCount = items.value.elements.count
      let changed = sample.body.changing(site.path[...]) { tree in
        .object(
          tree.properties.map { property in
            var property = property
            switch property.name {
            case limit: property.value = .scalar("1")
            case "total", pages: property.value = .scalar("\(itemCount)")
            case "hasMore": property.value = .scalar("true")
            default: break
            }
            return property
          })
      }
      mutations.append(
        Mutation(
          kind: "figure changed", detail: "more items than \(limit)", body: changed,
          expected: FindingPlace(rule: "pagination-arithmetic", instance: "/\(items.name)")))
    }
    return mutations
  }
}
