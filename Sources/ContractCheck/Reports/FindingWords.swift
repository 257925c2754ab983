import JSONTape

/// How the reports for readers name the parts of a finding.
extension Finding {
  /// `captures/friends.har:412:38`.
  var place: String { "\(file):\(region.start.line):\(region.start.column)" }

  /// What was exchanged: `GET /api/v1/locations/friends`; without an operation, the path asked for.
  var request: String? {
    guard let exchange else { return nil }
    if let operation = exchange.operation { return operation }
    let parts = [exchange.method, exchange.url.map(Self.path)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// `/locations/0`, `/locations/0 (member `address`)`, or nil for the whole body.
  var pointer: String? {
    let pointer = instance.description
    guard let member else { return pointer.isEmpty ? nil : pointer }
    return pointer.isEmpty ? "(member `\(member)`)" : "\(pointer) (member `\(member)`)"
  }

  /// Whether the finding is about what was sent rather than what came back.
  var isInRequest: Bool { exchange?.part == .request }

  /// The path of a URL, without its origin and its query.
  private static func path(of url: String) -> String {
    var rest = url[...]
    if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
      rest = rest[rest.index(colon, offsetBy: 3)...].drop { $0 != "/" && $0 != "?" && $0 != "#" }
    }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    return path.isEmpty ? "/" : String(path)
  }
}
