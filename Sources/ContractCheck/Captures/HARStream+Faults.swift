@_spi(Engine) internal import JSONTape

/// What is still worth reading of a broken file.
extension HARStream {
  /// A fault between the entries, before or after them: no entry's.
  func fail(_ error: JSONParseError) {
    fault = fault(error)
    if outline.isInEntries, stepper.depth == 3 {
      phase = .resume(from: stepper.position)
    } else if !outline.hasEntries, outline.isInRoot, outline.isInLog || !outline.hasLog {
      let search = HARSearch(depth: stepper.depth, isInLog: outline.isInLog)
      phase = .search(search, from: stepper.position)
    } else {
      phase = .drain
    }
  }

  /// A fault in the entry at `start`.
  func breakOff(_ error: JSONParseError, at start: Int) {
    let found = fault(error)
    guard !error.isTruncation, window[start] == UInt8(ascii: "{") else {
      if fault == nil { fault = found }
      phase = .drain
      return
    }
    phase = .skip(BracketScan(), from: start, fault: found)
  }

  /// Looks for the end of a broken entry.
  func skip(
    _ scan: BracketScan, _ from: Int, _ found: Fault, isLast: Bool, _ yield: (Part) -> Void
  ) -> Bool {
    var scan = scan
    guard let entryEnd = scan.close(window, from: from, to: end) else {
      phase = .skip(scan, from: end, fault: found)
      if isLast, fault == nil { fault = found }
      return false
    }
    if fault == nil {
      fault = found
      fault?.isTold = true
    }
    let problem = CaptureProblem(
      kind: .syntax(found.error), index: index, unit: .entry, range: found.range)
    index += 1
    phase = .resume(from: entryEnd)
    yield(.problem(problem, found.position))
    return true
  }

  /// Looks for the next entry behind a broken one.
  func resume(_ from: Int, isLast: Bool, _ yield: (Part) -> Void) -> Bool {
    var start = from
    var commas = 0
    while start < end {
      let byte = window[start]
      if byte == UInt8(ascii: ","), commas == 0 {
        commas += 1
      } else if !ASCIIByte.isSpace(byte) {
        break
      }
      start += 1
    }
    guard start < end else { return false }
    guard window[start] == UInt8(ascii: "{") else {
      phase = .drain
      return true
    }
    return entry(at: start, isLast: isLast, yield)
  }

  /// Looks for the entries of a file that was broken before them.
  func search(_ search: HARSearch, _ from: Int) -> Bool {
    var search = search
    switch search.entries(window, from: from, to: end) {
    case .found(let start): phase = .resume(from: start)
    case .lost: phase = .drain
    case .notYet:
      phase = .search(search, from: end)
      return false
    }
    return true
  }
}

/// Finds where a container ends by its quotes and brackets alone.
struct BracketScan {
  private var depth = 0
  private var isInString = false
  private var isEscape = false

  /// The offset past the bracket that closes the container which began at the first byte that was
  /// scanned, or nil when it is further on.
  mutating func close(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    for position in start..<end {
      let byte = bytes[position]
      if isInString {
        if isEscape {
          isEscape = false
        } else if byte == UInt8(ascii: "\\") {
          isEscape = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return position + 1 }
      default: break
      }
    }
    return nil
  }
}

/// Finds `entries` by quotes, brackets and names alone.
struct HARSearch {
  enum Outcome {
    /// The offset past the bracket of `entries`.
    case found(Int)
    case lost
    case notYet
  }

  private var depth: Int
  private var isInLog: Bool
  private var isInString = false
  private var isEscape = false
  /// How much of the wanted name the open string is so far; nil when it is another.
  private var matched: Int?
  /// What stands before: the wanted name, or that and a colon.
  private var isNamed = false
  private var isAwaited = false

  /// A search that begins where `depth` containers are open.
  init(depth: Int, isInLog: Bool) {
    self.depth = depth
    self.isInLog = isInLog
  }

  private var name: StaticString { isInLog ? "entries" : "log" }
  private var level: Int { isInLog ? 2 : 1 }

  mutating func entries(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Outcome {
    for position in start..<end {
      let byte = bytes[position]
      if isInString {
        string(byte)
        continue
      }
      if ASCIIByte.isSpace(byte) { continue }
      let (wasNamed, wasAwaited) = (isNamed, isAwaited)
      isNamed = false
      isAwaited = false
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        matched = depth == level ? 0 : nil
      case UInt8(ascii: ":"):
        isAwaited = wasNamed
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        guard wasAwaited, depth == level + 1, byte == UInt8(ascii: isInLog ? "[" : "{") else {
          continue
        }
        if isInLog { return .found(position + 1) }
        isInLog = true
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth < level { return .lost }
      default: break
      }
    }
    return .notYet
  }

  private mutating func string(_ byte: UInt8) {
    if isEscape {
      isEscape = false
    } else if byte == UInt8(ascii: "\\") {
      isEscape = true
      matched = nil
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      isNamed = matched == name.utf8CodeUnitCount
    } else if let count = matched {
      let isSame = count < name.utf8CodeUnitCount && name.utf8Start[count] == byte
      matched = isSame ? count + 1 : nil
    }
  }
}
