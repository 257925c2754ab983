package import JSONTape

/// Which discrepancies `amend` takes, by JSON Pointers into the files that they are in.
package struct AmendmentSelection {
  private let only: [JSONPointer]
  private let except: [JSONPointer]

  /// - Parameters:
  ///   - only: What is at or below one of these is taken; everything if there is none.
  ///   - except: What is at or below one of these is not taken.
  package init(only: [JSONPointer], except: [JSONPointer]) {
    self.only = only
    self.except = except
  }

  func takes(_ discrepancy: Discrepancy) -> Bool {
    (only.isEmpty || only.contains { discrepancy.isBelow($0) })
      && !except.contains { discrepancy.isBelow($0) }
  }

  /// The pointers that none of the discrepancies is at or below.
  func unmatched(by discrepancies: [Discrepancy]) -> [JSONPointer] {
    (only + except).filter { pointer in !discrepancies.contains { $0.isBelow(pointer) } }
  }
}

extension Discrepancy {
  var pointer: JSONPointer { node.document.pointer(to: node.tapeIndex) }

  /// Whether what says it, or the property or status that it is about, is at or below a place.
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
