@_spi(Engine) internal import JSONTape

/// The way through a file without faults.
extension HARStream {
  /// Goes on as far as the window allows.
  func advance(isLast: Bool, _ yield: (Part) -> Void) {
    wanted = 0
    while true {
      let isMoved =
        switch phase {
        case .walk: walk(isLast: isLast, yield)
        case .skip(let scan, let from, let fault): skip(scan, from, fault, isLast: isLast, yield)
        case .resume(let from): resume(from, isLast: isLast, yield)
        case .search(let search, let from): self.search(search, from)
        case .drain: false
        }
      if !isMoved { return }
    }
  }

  /// Reads an entry or a token; false when the window ends first, or the file does.
  private func walk(isLast: Bool, _ yield: (Part) -> Void) -> Bool {
    if outline.isInEntries, stepper.depth == 3, stepper.isBeforeValue {
      stepper.skipSpace(window, end: end)
      let start = stepper.position
      if window[start] == UInt8(ascii: "{") || window[start] == UInt8(ascii: "[") {
        return entry(at: start, isLast: isLast, yield)
      }
    }
    do throws(JSONParseError) {
      guard let token = try stepper.next(window, end: end, isLast: isLast) else {
        wait(from: stepper.position)
        return false
      }
      return note(token, yield)
    } catch {
      fail(error)
      return true
    }
  }

  /// Comes back when what begins at `start` is twice as long as it is now.
  func wait(from start: Int) {
    wanted = end + max(1, end - start)
  }

  /// Follows a token; false for the end of the file.
  private func note(_ token: JSONStepper.Token, _ yield: (Part) -> Void) -> Bool {
    switch token.kind {
    case .end:
      return false
    case .comma: break
    case .name:
      outline.name(depth: stepper.depth) { isName(token, $0) }
    case .object:
      begin(.object, token, end: nil)
    case .array:
      begin(.array, token, end: nil)
    case .scalar(let kind):
      if outline.isInEntries, stepper.depth == 3 {
        let problem = CaptureProblem(
          kind: .notObject(found: kind), index: index, unit: .entry,
          range: range(token.start, token.end))
        index += 1
        yield(.problem(problem, position(token.start)))
      } else {
        begin(kind, token, end: base + token.end)
      }
    case .close:
      outline.close(depth: stepper.depth, end: base + token.end)
    }
    return true
  }

  private func begin(_ kind: JSONKind, _ token: JSONStepper.Token, end: Int?) {
    outline.value(kind, start: base + token.start, end: end, position: position(token.start))
  }

  /// Whether a name token is this name, however it is escaped.
  private func isName(_ token: JSONStepper.Token, _ name: StaticString) -> Bool {
    guard (try? tape.parseValue(bytes: window, start: token.start, end: token.end)) != nil else {
      return false
    }
    return tape.cursor.stringEquals(0, name)
  }

  /// Reads the entry at `start`; false when the window ends first.
  func entry(at start: Int, isLast: Bool, _ yield: (Part) -> Void) -> Bool {
    do throws(JSONParseError) {
      let entryEnd = try tape.parseValue(
        bytes: window, start: start, end: end, decodingInto: texts)
      let entry = HAREntry(stream: self, index: index, start: start, end: entryEnd)
      index += 1
      if case .walk = phase {
        stepper.pass(to: entryEnd)
      } else {
        phase = .resume(from: entryEnd)
      }
      yield(.entry(entry))
      return true
    } catch {
      guard JSONStepper.isCertain(error, end: end, isLast: isLast) else {
        wait(from: start)
        return false
      }
      breakOff(error, at: start)
      return true
    }
  }
}
