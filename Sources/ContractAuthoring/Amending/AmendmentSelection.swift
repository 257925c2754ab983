package import JSONTape

/// Selects the discrepancies for `amend` by JSON Pointers into their files.
package struct AmendmentSelection {
  private let only: [JSONPointer]
  private let except: [JSONPointer]

  /// - Parameters:
  ///   - only: Discrepancies at or below one of these places are selected; all if there are none.
  ///   - except: Discrepancies at or below one of these places are not selected.
  package init(only: [JSONPointer], except: [JSONPointer]) {
    self.only = only
    self.except = except
  }

  func takes(_ discrepancy: Discrepancy) -> Bool {
    (only.isEmpty || only.contains { discrepancy.isBelow($0) })
      && !except.contains { discrepancy.isBelow($0) }
  }

  /// The pointers without a discrepancy at or below them.
  func unmatched(by discrepancies: [Discrepancy]) -> [JSONPointer] {
    (only + except).filter { pointer in !discrepancies.contains { $0.isBelow(pointer) } }
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
