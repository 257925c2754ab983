/// A repetition of one set between two counts, as in `[a-z]{1,9000}`.
struct PatternCounter: BitwiseCopyable, Sendable {
  let set: Int
  let minimum: Int
  /// `Int.max` for no maximum.
  let maximum: Int
  /// The instruction that counts; the one after it follows the repetition.
  let instruction: Int
}

/// The places at which a counted repetition was begun and that can still go on. A character counts
/// for all of them, so a step takes the same time however many there are.
struct CountedPlaces {
  /// What a character did.
  enum Step: UInt32 {
    /// None can go on.
    case none
    case goesOn
    /// The oldest has reached the minimum as well.
    case mayEnd
  }

  private let minimum: Int
  private let maximum: Int
  /// The oldest run of neighbouring places; empty if there is none.
  private var oldest = 0..<0
  private var later: [Range<Int>] = []
  /// The first of `later` that is not used up.
  private var head = 0

  init(_ counter: PatternCounter) {
    minimum = counter.minimum
    maximum = counter.maximum
  }

  var isEmpty: Bool { oldest.isEmpty }

  /// Begins the repetition at a place, which is after all others.
  mutating func begin(at place: Int) {
    if oldest.isEmpty {
      oldest = place..<place &+ 1
    } else if maximum == Int.max {
      // The oldest can do all that later ones can.
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

  /// Takes a character of the set, which ends before `place`. Called for each place, so at most one
  /// place falls behind the maximum.
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

  /// A character outside the set came.
  mutating func clear() {
    oldest = 0..<0
    guard !later.isEmpty else { return }
    later.removeAll(keepingCapacity: true)
    head = 0
  }
}
