/// Finds secrets in HTML and XML: `<password>x</password>`, `<input name="csrf_token" value="x">`.
extension SecretScan {
  /// - Parameter offset: The offset of a `<`.
  mutating func checkElement(at offset: Int) {
    guard offset >= markupFloor, offset + 1 < count, ASCIIByte.isLetter(byte(offset + 1)) else {
      return
    }
    var end = offset + 1
    while end < count, isNameByte(byte(end)) || byte(end) == UInt8(ascii: ":") { end += 1 }
    let name = body[(offset + 1)..<end]
    let local = name[(name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex)...]
    let close = elementEnd(from: end)
    work += close - offset
    hideAttributes(end..<close)
    guard close < count, byte(close) == UInt8(ascii: ">"), byte(close - 1) != UInt8(ascii: "/")
    else {
      return
    }
    let meaning = SecretName.meaning(of: local)
    if meaning.isSecret || isNamed(local) { hideContent(from: close + 1, of: name, meaning) }
  }

  /// The place of an element's `>`, or of the element's end if it is incomplete.
  private func elementEnd(from start: Int) -> Int {
    var end = start
    while end < count {
      switch byte(end) {
      case UInt8(ascii: ">"), UInt8(ascii: "<"): return end
      case UInt8(ascii: "\"") where kind == .json && byte(end - 1) != UInt8(ascii: "\\"): return end
      default: end += 1
      }
    }
    return end
  }

  /// Hides the value of an element if another attribute means that it is a secret.
  private mutating func hideAttributes(_ range: Range<Int>) {
    var value: Range<Int>?
    var isSecret = false
    var at = range.lowerBound
    while let equals = body[at..<range.upperBound].firstIndex(of: UInt8(ascii: "=")) {
      var start = equals
      while start > range.lowerBound, isNameByte(byte(start - 1)) { start -= 1 }
      let content = quoted(at: equals + 1) ?? bareValue(from: equals + 1, before: range.upperBound)
      work += content.count
      at = max(equals + 1, min(content.upperBound, range.upperBound))
      let text = body[content.clamped(to: range)]
      switch ASCIIByte.lowercased(String(decoding: bytes(start..<equals), as: UTF8.self)) {
      case "type": isSecret = isSecret || text.elementsEqual("password".utf8)
      case "name", "id", "property", "key":
        isSecret = isSecret || SecretName.meaning(of: text).isSecret || isNamed(text)
      case "value", "content": value = text.indices
      default: break
      }
    }
    if isSecret, let value { hide(value.lowerBound, value.upperBound) }
  }

  func bareValue(from start: Int, before end: Int) -> Range<Int> {
    let start = min(start, end)
    return start..<(body[start..<end].firstIndex(where: ASCIIByte.isSpace) ?? end)
  }

  /// Hides the text of an element, including its inner elements.
  private mutating func hideContent(
    from start: Int, of name: ArraySlice<UInt8>, _ meaning: SecretName.Meaning
  ) {
    let closing = [UInt8(ascii: "/")] + name
    var texts: [Range<Int>] = []
    var at = start
    defer {
      work += at - start
      markupFloor = at
    }
    while at < count {
      let isString = kind == .json
      guard let open = body[at...].firstIndex(where: { $0 == 0x3C || isString && $0 == 0x22 })
      else {
        texts.append(at..<count)
        at = count
        break
      }
      texts.append(at..<open)
      at = open
      guard byte(open) == UInt8(ascii: "<") else { break }
      if body[(open + 1)...].starts(with: closing) { return hide(texts, meaning) }
      if body[(open + 1)...].starts(with: "![CDATA[".utf8) {
        at = open + 9
        var end = at
        while end + 2 < count, !body[end...].starts(with: "]]>".utf8) { end += 1 }
        texts.append(at..<min(end, count))
        at = min(end + 3, count)
      } else if meaning == .scalar {
        break
      } else {
        at = min(elementEnd(from: open + 1) + 1, count)
      }
    }
    // Without an end tag, this is an element in a text that was cut, or a word in angle brackets.
    if isMalformed { hide(texts.prefix(1).map { $0 }, meaning) }
  }

  private mutating func hide(_ texts: [Range<Int>], _ meaning: SecretName.Meaning) {
    for text in texts {
      let trimmed = body[text].trimmingSpace
      let isCount = meaning == .counted && trimmed.allSatisfy(ASCIIByte.isDigit)
      if !isCount, !isConstant(trimmed.startIndex, trimmed.endIndex) {
        hide(trimmed.startIndex, trimmed.endIndex)
      }
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmingSpace: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !ASCIIByte.isSpace($0) }),
      let last = lastIndex(where: { !ASCIIByte.isSpace($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
