@_spi(Engine) import ContractCheck

extension InputRun {
  /// Reads a file or standard input: newline-delimited JSON line by line and HARs entry by entry, in
  /// memory that does not grow with the input, everything else as a whole. What cannot be read is
  /// said.
  ///
  /// - Parameters:
  ///   - format: How to read it; told from the content where nil.
  ///   - lines: What judges lines that are not blank.
  ///   - har: Called for each part of a HAR; where nil, a HAR is read as a whole.
  ///   - whole: Called once with everything and its format.
  mutating func read(
    _ input: Input, format: CaptureFormat?, lines: LinePipeline,
    har: ((HARStream.Part, inout InputRun) -> Void)? = nil,
    whole: ([UInt8], CaptureFormat, inout InputRun) -> Void
  ) {
    do throws(InputTrouble) {
      let reader = try reader(of: input)
      var told = format
      defer { statistics?.count(reader.counter.count, as: told?.rawValue ?? "unknown") }
      var head: [UInt8] = []
      if format == nil { head = try Self.head(reader) }
      if head.isEmpty, format == nil, allowsEmpty { return }
      let found = format ?? CaptureFormat.detect(head)
      if found == .har, let har {
        told = .har
        let stream = HARStream()
        head.withUnsafeBytes { stream.feed($0) { har($0, &self) } }
        head = []
        while goesOn(),
          try stream.fill(
            { buffer throws(InputTrouble) in try reader.read(into: buffer) },
            yield: { har($0, &self) })
        {}
        return
      }
      guard found == .ndjson else {
        let bytes = try reader.rest(after: head)
        let format = format ?? CaptureFormat.detect(bytes)
        told = format
        whole(bytes, format, &self)
        return
      }
      told = .ndjson
      try lines.run(head: head, reader) { slice in
        guard slice.byteCount == 0 || goesOn() else { return false }
        add(slice, of: input)
        return true
      }
    } catch {
      trouble(error.message)
      add(error.message, reference: nil, of: input)
    }
  }

  /// Counts and reports what a slice of lines gave rise to.
  private mutating func add(_ slice: LineSlice, of input: Input) {
    summary += slice.results.summary
    for (_, result) in slice.results.results {
      add(result.moved(byLines: slice.firstLine), of: input)
    }
    for judgement in slice.judgements { add(judgement, of: input) }
    showProgress(in: input)
  }

  /// Counts and reports what was judged of a file beforehand.
  mutating func add(_ file: FileJudgement, of input: Input) {
    statistics?.count(file.byteCount, as: file.format.rawValue)
    for judgement in file.judgements {
      guard goesOn() else { return }
      add(judgement, of: input)
    }
  }

  /// Counts and reports what a line or a value gave rise to.
  mutating func add(_ judgement: LineJudgement, of input: Input) {
    guard let output = judgement.output, case .checked(let result) = judgement.result else {
      return add(judgement.result, of: input)
    }
    console.write(output)
    summary.count(result.outcome)
    count(result.findings)
  }

  private func reader(of input: Input) throws(InputTrouble) -> InputReader {
    switch input {
    case .file(let path): return InputReader(try InputFile(path))
    case .standardInput: return InputReader(console)
    case .url: throw InputTrouble("\(input.name): only `check` sends requests")
    }
  }

  /// The first bytes, enough to tell the format by: two lines, the beginning of a HAR, or everything.
  private static func head(_ reader: InputReader) throws(InputTrouble) -> [UInt8] {
    var head: [UInt8] = []
    var lineFeeds = 0
    var tried = 0
    while lineFeeds < 2 {
      // A HAR may be a single line.
      if head.count > tried * 2 {
        tried = head.count
        if CaptureFormat.detect(head) == .har { break }
      }
      let piece = try reader.next()
      if piece.isEmpty { break }
      if lineFeeds < 2 {
        lineFeeds += piece.lazy.filter { $0 == UInt8(ascii: "\n") }.prefix(2).count
      }
      head += piece
    }
    return head
  }
}
