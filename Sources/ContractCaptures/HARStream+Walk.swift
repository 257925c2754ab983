@_spi(Engine) internal import JSONTape

extension HARStream {
  /// Continues as far as the window allows.
  func advance(isLast: Bool, _ yield: (Part) -> Void) {
    wanted = 0
    while true {
      let isMoved =
        switch phase {
        case .walk: walk(isLast: isLast, yield)
        case .skip(let fault): skip(fault, isLast: isLast, yield)
        case .resume: resume(isLast: isLast, yield)
        case .search: search(isLast: isLast)
        case .drain: false
        }
      if !isMoved { return }
    }
  }

  /// Reads an entry or a token. False at the end of the window or of the file.
  private func walk(isLast: Bool, _ yield: (Part) -> Void) -> Bool {
    if outline.isInEntries, tokenizer.depth == 3, tokenizer.isBeforeValue {
      tokenizer.skipSpace(window, to: end)
      let start = tokenizer.position
      if window[start] == UInt8(ascii: "{") || window[start] == UInt8(ascii: "[") {
        return entry(at: start, isLast: isLast, yield)
      }
    }
    do throws(JSONParseError) {
      guard let token = try tokenizer.next(window, end: end, isLast: isLast) else {
        wait(from: tokenizer.position)
        return false
      }
      if token.kind == .end { return false }
      if case .scalar(let kind) = token.kind, outline.isInEntries, tokenizer.depth == 3 {
        let problem = CaptureProblem(
          kind: .notObject(found: kind), index: index, unit: .entry,
          range: range(token.start, token.end))
        index += 1
        yield(.problem(problem, position(token.start)))
      } else {
        note(token)
        if let property = outline.repeated {
          yield(
            .problem(
              CaptureProblem(
                kind: .repeated(property: property), range: range(token.start, token.end)),
              position(token.start)))
        }
      }
      return true
    } catch {
      fail(error)
      return true
    }
  }

  /// Waits until twice as many bytes from `start` on are available.
  func wait(from start: Int) {
    wanted = end + max(1, end - start)
  }

  private func note(_ token: JSONTokenizer.Token) {
    outline.note(
      token, depth: tokenizer.depth, base: base, position: position(max(0, token.start))
    ) { JSONTokenizer.isName(token, $0, in: window) }
  }

  func entry(at start: Int, isLast: Bool, _ yield: (Part) -> Void) -> Bool {
    do throws(JSONParseError) {
      let entryEnd = try tape.parseValue(
        bytes: window, start: start, end: end, decodingInto: texts)
      let entry = HAREntry(stream: self, index: index, start: start, end: entryEnd)
      index += 1
      tokenizer.pass(to: entryEnd)
      yield(.entry(entry))
      return true
    } catch {
      guard JSONTokenizer.isCertain(error, end: end, isLast: isLast) else {
        wait(from: start)
        return false
      }
      breakOff(error, at: start)
      return true
    }
  }

  /// Handles an error outside the entries.
  func fail(_ error: JSONParseError) {
    fault = fault(error)
    tokenizer.recover(at: tokenizer.position)
    if outline.isInEntries, tokenizer.depth == 3 {
      phase = .resume
    } else if outline.isInRoot, outline.mayHaveEntries {
      outline.forgetName()
      phase = .search
    } else {
      phase = .drain
    }
  }

  /// Handles an error in the entry at `start`.
  func breakOff(_ error: JSONParseError, at start: Int) {
    let found = fault(error)
    guard !error.isTruncation, window[start] == UInt8(ascii: "{") else {
      if fault == nil { fault = found }
      phase = .drain
      return
    }
    tokenizer.recover(at: start)
    phase = .skip(found)
  }

  func skip(_ found: Fault, isLast: Bool, _ yield: (Part) -> Void) -> Bool {
    repeat {
      guard tokenizer.scan(window, end: end, isLast: isLast) != nil else {
        if isLast, fault == nil { fault = found }
        return false
      }
    } while tokenizer.depth > 3
    if fault == nil {
      fault = found
      fault?.isTold = true
    }
    let problem = CaptureProblem(
      kind: .syntax(found.error), index: index, unit: .entry, range: found.range)
    index += 1
    phase = .resume
    yield(.problem(problem, found.position))
    return true
  }

  /// Searches for the next entry after a broken entry. One comma may come before the next entry.
  func resume(isLast: Bool, _ yield: (Part) -> Void) -> Bool {
    var start = tokenizer.position
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

  /// Searches for the entries if there was an error before them.
  func search(isLast: Bool) -> Bool {
    while outline.mayHaveEntries {
      guard let token = tokenizer.scan(window, end: end, isLast: isLast) else { return false }
      note(token)
    }
    phase = outline.isInEntries ? .resume : .drain
    return true
  }
}
