internal import JSONTape

/// Replaces the secrets in the items of sequences.
extension SecretReplacement {
  /// A sequence with the same number of items. In an item that is not JSON, all text is replaced.
  func sequence(_ bytes: [UInt8], _ format: SequenceFormat, of part: Exchange.Part) -> [UInt8] {
    var written: [UInt8] = []
    written.reserveCapacity(bytes.count)
    var last = 0
    func keep(to offset: Int) {
      // Between events there are comments with any content.
      let rest = bytes[last..<max(last, offset)]
      written += format == .events ? comments(rest) : Array(rest)
      last = max(last, offset)
    }
    var reader = SequenceReader(bytes, format)
    while let item = reader.next() {
      var lines = texts(of: item, in: bytes, part)[...]
      guard format == .events else {
        keep(to: item.lines[0].lowerBound)
        written += lines.first ?? []
        last = item.lines[0].upperBound
        continue
      }
      for field in item.fields {
        keep(to: field.nameRange.lowerBound)
        written += bytes[field.nameRange.lowerBound..<field.value.lowerBound]
        switch field.name {
        case .data: written += lines.popFirst() ?? []
        case .retry: written += bytes[field.value]
        case .id, .event:
          let text = String(decoding: bytes[field.value], as: UTF8.self)
          written += header(field.name.rawValue, text).utf8
        }
        last = field.value.upperBound
      }
    }
    keep(to: bytes.count)
    return written
  }

  /// The places of secrets in the items. An item of an event stream may be the event or its data.
  func places(
    in body: [UInt8], _ format: SequenceFormat, of part: Exchange.Part
  ) -> [JSONPointer] {
    var found: [JSONPointer] = []
    var reader = SequenceReader(body, format)
    var index = 0
    while let item = reader.next() {
      for place in places(in: text(of: item, in: body), of: part) {
        found.append(JSONPointer(tokens: ["\(index)"] + place.tokens))
        if format == .events {
          found.append(JSONPointer(tokens: ["\(index)", "data"] + place.tokens))
        }
      }
      index += 1
    }
    return found
  }

  private func text(of item: SequenceItem, in bytes: [UInt8]) -> [UInt8] {
    Array(item.lines.map { bytes[$0] }.joined(separator: [ASCIIByte.lineFeed]))
  }

  /// The lines of an item. Line breaks between the tokens of JSON stay in place.
  private func texts(
    of item: SequenceItem, in bytes: [UInt8], _ part: Exchange.Part
  ) -> [[UInt8]] {
    let text = text(of: item, in: bytes)
    if text.elementsEqual("[DONE]".utf8) { return [text] }
    if (try? JSONDocument(text)) != nil || text.first == 0x7B || text.first == 0x5B {
      let lines = body(text, of: part).split(
        separator: ASCIIByte.lineFeed, omittingEmptySubsequences: false)
      if lines.count == item.lines.count { return lines.map(Array.init) }
    }
    return item.lines.map { Array(whole(String(decoding: bytes[$0], as: UTF8.self)).utf8) }
  }

  private func comments(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var written: [UInt8] = []
    var line: [UInt8] = []
    func end() {
      written += whole(String(decoding: line, as: UTF8.self)).utf8
      line = []
    }
    for byte in text {
      if byte == ASCIIByte.lineFeed || byte == ASCIIByte.carriageReturn {
        end()
        written.append(byte)
      } else {
        line.append(byte)
      }
    }
    end()
    return written
  }
}
