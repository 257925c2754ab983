/// A repetition of one set with a minimum and a maximum, as in `[a-z]{1,9000}`.
struct PatternCounter: BitwiseCopyable, Sendable {
  let set: Int
  let minimum: Int
  /// The maximum; `Int.max` for none.
  let maximum: Int
  /// The instruction with the counter. The next instruction is the one after the repetition.
  let instruction: Int
}

/// The places where a counted repetition began and can still continue. A character counts for all
/// these places. So a step takes the same time for any number of places.
struct CountedPlaces {
  /// The effect of a character.
  enum Step: UInt32 {
    /// No repetition can continue.
    case none
    case goesOn
    /// The oldest repetition has also reached the minimum.
    case mayEnd
  }

  private let minimum: Int
  private let maximum: Int
  /// The oldest run of neighbouring places. Empty if there is none.
  private var oldest = 0..<0
  private var later: [Range<Int>] = []
  /// The index of the first element of `later` that is still needed.
  private var head = 0

  init(_ counter: PatternCounter) {
    minimum = counter.minimum
    maximum = counter.maximum
  }

  var isEmpty: Bool { oldest.isEmpty }

  /// Begins the repetition at a place. The place must be after all other places.
  mutating func begin(at place: Int) {
    if oldest.isEmpty {
      oldest = place..<place &+ 1
    } else if maximum == Int.max {
      // The oldest repetition allows everything that later ones allow.
    } else if head == later.count {
      if oldest.upperBound == place {
        oldest = oldest.lowerBound..<place &+ 1
      } else {
        later.append(place..<place &+ 1)
      }
    } else if let last = later.last, last.upperBound == place {
      later[later.count - 1] = last.lowerBound..<place &+ 1
    } else {
      later.append(place..<place &+ 1)
    }
  }

  /// Accepts a character of the set that ends before `place`. It must be called for each place, so
  /// that at most one place exceeds the maximum.
  mutating func take(to place: Int) -> Step {
    if place &- oldest.lowerBound > maximum {
      oldest = oldest.lowerBound &+ 1..<oldest.upperBound
      if oldest.isEmpty, !takeLater() { return .none }
    }
    return place &- oldest.lowerBound >= minimum ? .mayEnd : .goesOn
  }

  private mutating func takeLater() -> Bool {
    guard head < later.count else { return false }
    oldest = later[head]
    head += 1
    if head * 2 >= later.count {
      later.removeFirst(head)
      head = 0
    }
    return true
  }

  /// Handles a character outside the set.
  mutating func clear() {
    oldest = 0..<0
    guard !later.isEmpty else { return }
    later.removeAll(keepingCapacity: true)
    head = 0
  }
}
