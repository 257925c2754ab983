@_spi(Engine) internal import ContractCaptures

/// The host of a URL, in lower case and without a final dot.
struct HostName {
  let text: String

  /// Reads the host of a URL. Nil if the URL has no host.
  init?(_ url: URLParts) {
    guard let host = url.host else { return nil }
    self.init(host)
  }

  init(_ text: String) {
    self.text = text.utf8.last == UInt8(ascii: ".") ? String(text.dropLast()) : text
  }

  /// Whether this may be a host on the internet. Names and addresses of a machine or a local
  /// network are excluded. Names without a dot and placeholders such as `{{host}}` are also
  /// excluded.
  var isPublic: Bool {
    if let groups = Self.groups(text) { return !Self.isPrivate(groups) }
    if let octets = Self.octets(text) { return !Self.isPrivate(octets) }
    let labels = text.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count > 1, text.utf8.allSatisfy(Self.isOfName) else { return false }
    return !Self.localEnds.contains { labels[labels.count - 1].elementsEqual($0.utf8) }
  }

  /// Source: RFC 6761, RFC 6762, ICANN's resolution 2024.07.29.06.
  private static let localEnds = ["localhost", "local", "internal", "test"]

  private static func isOfName(_ byte: UInt8) -> Bool {
    ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || byte >= 0x80
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func octets(_ text: some StringProtocol) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let octets = parts.compactMap { part in
      part.utf8.allSatisfy(ASCIIByte.isDigit) ? UInt8(part) : nil
    }
    return octets.count == 4 ? octets : nil
  }

  /// Source: RFC 1918, RFC 3927.
  private static func isPrivate(_ octets: [UInt8]) -> Bool {
    switch (octets[0], octets[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (192, 168): true
    case (172, let second): 16..<32 ~= second
    default: false
    }
  }

  /// The eight groups of an IPv6 address. The last two may be written as an IPv4 address.
  private static func groups(_ text: String) -> [UInt16]? {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
    // A zone is the name of a network interface of the machine.
    var address = text.prefix { $0 != "%" }
    var last: [UInt16] = []
    if let colon = address.lastIndex(of: ":"),
      let octets = octets(address[address.index(after: colon)...])
    {
      last = [0, 2].map { UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]) }
      address = address[...colon]
      if !address.hasSuffix("::") { address = address.dropLast() }
    }
    let halves = address.split(separator: "::", omittingEmptySubsequences: false).map { half in
      half.split(separator: ":").map { UInt16($0, radix: 16) }
    }
    guard halves.count <= 2, !halves.joined().contains(nil) else { return nil }
    let (start, end) = (
      halves[0].compactMap(\.self), halves.dropFirst().joined().compactMap(\.self)
    )
    let zeros = 8 - start.count - end.count - last.count
    guard halves.count == 1 ? zeros == 0 : zeros > 0 else { return nil }
    return start + repeatElement(0, count: zeros) + end + last
  }

  /// Source: RFC 4291, RFC 4193.
  private static func isPrivate(_ groups: [UInt16]) -> Bool {
    if groups[0] & 0xFE00 == 0xFC00 || groups[0] & 0xFFC0 == 0xFE80 { return true }
    let isIPv4 = groups[..<5].allSatisfy { $0 == 0 } && (groups[5] == 0xFFFF)
    if isIPv4 { return isPrivate(groups[6...].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) }
    return groups[..<7].allSatisfy { $0 == 0 } && groups[7] <= 1
  }
}

extension Contract {
  private var allServers: [Server] { servers + routes.flatMap(\.servers) }

  /// Whether one of the servers has this host, with any scheme and port.
  func names(_ host: HostName) -> Bool {
    allServers.flatMap(\.patterns).contains { $0.host?.matches(Array(host.text.utf8)) ?? false }
  }

  /// Whether the contract's servers have hosts, but not this host.
  func excludes(_ host: HostName) -> Bool { allServers.exclude(host) }
}

extension [Server] {
  /// Whether these servers have hosts, but not this host. A relative server may be on any host. A
  /// server on a developer's own machine does not show where the API is published.
  func exclude(_ host: HostName) -> Bool {
    let hosts = flatMap(\.patterns).map(\.host)
    return host.isPublic && hosts.contains { $0.map(Self.isPublic) ?? false }
      && !hosts.contains { $0?.matches([UInt8](host.text.utf8)) ?? true }
  }

  private static func isPublic(_ host: GapPattern) -> Bool {
    host.hasGaps || HostName(String(decoding: host.literals[0], as: UTF8.self)).isPublic
  }
}
