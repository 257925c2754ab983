package import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
package import JSONTape

/// Selects the discrepancies that `amend` corrects. JSON Pointers give their places in the
/// contract's files.
package struct AmendmentSelection {
  /// A place by the pointer that the caller wrote.
  private struct Place {
    let written: JSONPointer
    /// The place to which the references in the pointer lead. Nil if the pointer has no references.
    let target: JSONPointer?

    func holds(_ discrepancy: Discrepancy) -> Bool {
      discrepancy.isBelow(written) || target.map(discrepancy.isBelow) ?? false
    }
  }

  private let only: [Place]
  private let except: [Place]

  /// - Parameters:
  ///   - only: Selects discrepancies at or below one of these pointers. If there are none, all
  ///     discrepancies are selected.
  ///   - except: Discrepancies at or below one of these pointers are not selected.
  ///   - contract: If a pointer goes through a `$ref` of the document, it means the target of the
  ///     `$ref`.
  package init(only: [JSONPointer], except: [JSONPointer], in contract: Contract) {
    let document = contract.registry.contents[0].document
    func places(_ pointers: [JSONPointer]) -> [Place] {
      pointers.map { Place(written: $0, target: Self.target(of: $0, in: document)) }
    }
    self.only = places(only)
    self.except = places(except)
  }

  private static let mostSteps = 64

  private static func target(of pointer: JSONPointer, in document: JSONDocument) -> JSONPointer? {
    var found = JSONPointer()
    var rest = pointer.tokens[...]
    var steps = 0
    while true {
      guard let node = document.node(at: found) else { break }
      if steps < mostSteps, let text = node["$ref"]?.string, text.hasPrefix("#"),
        let next = JSONPointer(
          String(decoding: PercentEncoding.decode(text.utf8.dropFirst()), as: UTF8.self))
      {
        steps += 1
        found = next
      } else if let token = rest.popFirst() {
        found = found.appending(token)
      } else {
        break
      }
    }
    guard steps > 0 else { return nil }
    return JSONPointer(tokens: found.tokens + rest)
  }

  func takes(_ discrepancy: Discrepancy) -> Bool {
    (only.isEmpty || only.contains { $0.holds(discrepancy) })
      && !except.contains { $0.holds(discrepancy) }
  }

  /// The pointers without a discrepancy at or below them.
  func unmatched(by discrepancies: [Discrepancy]) -> [JSONPointer] {
    (only + except).filter { place in !discrepancies.contains { place.holds($0) } }
      .map(\.written)
  }
}

extension Discrepancy {
  var pointer: JSONPointer { node.document.pointer(to: node.tapeIndex) }

  /// Whether the statement, or its property or status, is at or below a place.
  fileprivate func isBelow(_ place: JSONPointer) -> Bool {
    places.contains { $0.tokens.starts(with: place.tokens) }
  }

  private var places: [JSONPointer] {
    switch kind {
    case .required(let name):
      [pointer, pointer.droppingLast.droppingLast.appending("properties").appending(name)]
    case .unlisted(let name): [pointer.appending("properties").appending(name)]
    case .status(let status): [pointer.appending("\(status)")]
    default: [pointer]
    }
  }
}
