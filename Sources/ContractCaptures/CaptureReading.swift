@_spi(Engine) package import JSONTape

/// Settings for reading the texts of a run.
package struct CaptureReading {
  /// Whether texts may contain exchanges. If not, each text or each line is a value.
  package var readsRecords: Bool
  /// Whether the caller named the schema of every body. If so, a value that only resembles an
  /// exchange is a body.
  package var isTold: Bool
  /// Whether a contract describes a value that looks like an exchange.
  package var describes: (TapeCursor) -> Bool = { _ in false }
  /// Whether the elements of a list of responses with their status are read.
  package var opens: (TapeCursor) -> Bool = { _ in false }
  /// The record layouts of the configuration, in order. They come before the known layouts.
  let kinds: [CaptureFormat.Kind]
  private let mappings: [RecordMapping]

  package init(
    readsRecords: Bool = true, isTold: Bool = false, records: [RecordMapping] = []
  ) {
    self.readsRecords = readsRecords
    self.isTold = isTold
    mappings = records
    kinds = records.map { CaptureFormat.Kind(.log, $0.layout) }
  }

  /// Whether the schemas of bodies without their exchange are guessed.
  package var guessesSchemas = true

  /// Whether a value is a body even if it looks like an exchange.
  func isBody(_ root: CapturedValue) -> Bool { isTold || describes(root.cursor) }

  /// Whether a value is a body even if it has a layout.
  func isBody(_ root: CapturedValue, _ layout: CaptureLayout) -> Bool {
    guard layout.isLoose else { return false }
    if case .bodies = layout.exchanges { return !opens(root.cursor) }
    return isBody(root)
  }

  /// Notes which parts of an exchange a line has at the places of the configuration.
  func note(_ line: CapturedValue) {
    for mapping in mappings { mapping.finds.note(mapping.found(in: line)) }
  }

  /// The problem of a value that looks like an exchange but has no known shape. Nil for other
  /// values.
  ///
  /// - Parameter isWhole: Whether the exchange must have a status or a response.
  func unknownShape(_ root: CapturedValue, isWhole: Bool = false) -> CaptureProblem.Kind? {
    guard let shape = CaptureProblem.Kind.unknownShape(root, isWhole) else { return nil }
    let mappings = mappings.filter { $0.places[.url] != nil }
    // If there are several layouts, the nearest one was meant.
    let missed = mappings.map { $0.missed(in: root) }.min { $0.count < $1.count }
    return missed.map { .unmapped($0) } ?? shape
  }
}

/// The places of an exchange's parts in the lines of a log, as a configuration maps them.
package struct RecordMapping: Hashable, Sendable {
  package enum Part: String, CaseIterable, Sendable {
    case method, url, query, status, requestHeaders, responseHeaders, requestBody, responseBody,
      time, id
    case webhook
  }

  /// The pointers for each part. The first pointer with a value is used.
  package var places: [Part: [JSONPointer]] = [:]
  let finds = RecordFinds()

  package init() {}

  private func path(_ part: Part) -> PropertyPath? { places[part].map { PropertyPath($0) } }

  private static func hasURL(_ root: CapturedValue, at path: PropertyPath) -> Bool {
    path.value(in: root)?.kind == .string
  }

  private static func hasStatus(_ root: CapturedValue, at path: PropertyPath) -> Bool {
    path.value(in: root)?.status != nil
  }

  /// The required parts of an exchange.
  var required: Set<Part> { places[.url] == nil ? [.status, .responseBody] : [.url, .status] }

  /// The required parts that a value has.
  func found(in root: CapturedValue) -> Set<Part> {
    required.filter { part in
      guard let path = path(part) else { return false }
      return switch part {
      case .url: Self.hasURL(root, at: path)
      case .status: Self.hasStatus(root, at: path)
      default: path.value(in: root) != nil
      }
    }
  }

  /// The place of a part, as a text: `` at `/req/uri` ``.
  func place(of part: Part) -> String {
    let places = (places[part] ?? []).map { "`\(SafeText.line($0.description))`" }
    return "at \(places.joined(separator: " or "))"
  }

  /// The parts of an exchange that are missing in a value, with the places that were searched:
  /// `` `url` at `/req/uri` ``.
  func missed(in root: CapturedValue) -> [String] {
    let found = found(in: root)
    return [Part.url, .status].filter { places[$0] != nil && !found.contains($0) }
      .map { "`\($0.rawValue)` \(place(of: $0))" }
  }

  var layout: CaptureLayout {
    var layout = places[.url].map { exchangeLayout(PropertyPath($0)) } ?? responseLayout
    layout.isMeant = { [isMeant = layout.isMeant, finds] in
      let fits = isMeant($0)
      if fits { finds.noteFit() }
      return fits
    }
    return layout
  }

  private var statusPath: PropertyPath { path(.status) ?? "status" }

  private var responseLayout: CaptureLayout {
    let (place, status) = (path(.responseBody) ?? "body", statusPath)
    return CaptureLayout(
      isLine: true, isBare: true,
      isMeant: { place.value(in: $0) != nil && Self.hasStatus($0, at: status) },
      request: "", response: "", method: [], address: [.unknown], status: [.property(status)],
      headers: [], responseHeaders: path(.responseHeaders).map { [$0] } ?? [], requestBody: [],
      responseBody: [.any(place)], time: path(.time).map { [$0] } ?? [], name: path(.id))
  }

  private func exchangeLayout(_ url: PropertyPath) -> CaptureLayout {
    func body(_ part: Part) -> [CaptureLayout.BodyPlace] { path(part).map { [.any($0)] } ?? [] }
    let status = statusPath
    var layout = CaptureLayout(
      isLine: true, isMeant: { Self.hasURL($0, at: url) && Self.hasStatus($0, at: status) },
      request: "", response: "",
      method: (path(.method).map { [.word($0, 0), .property($0)] } ?? []) + [.word(url, 0)],
      // A webhook has the method that the contract documents.
      defaultMethod: path(.webhook) == nil ? "GET" : nil,
      address: [.url(.word(url, 1)), .url(.property(url))],
      queryText: path(.query), status: [.property(status)],
      headers: path(.requestHeaders).map { [$0] } ?? [],
      responseHeaders: path(.responseHeaders).map { [$0] } ?? [],
      requestBody: body(.requestBody), responseBody: body(.responseBody),
      time: path(.time).map { [$0] } ?? [], name: path(.id), webhook: path(.webhook))
    layout.nothing = "-"
    if places[.responseBody] == nil { layout.isAccessLog = CaptureFormat.isAccessLog }
    return layout
  }
}
