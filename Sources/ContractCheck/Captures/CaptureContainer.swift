@_spi(Engine) internal import JSONTape

/// A file that holds exchanges in a form of its own, as its content or its name tells.
enum CaptureContainer {
  case readable(CaptureLayout, CaptureDocument)
  /// Not read; with the place of the problem.
  case problem(CaptureProblem)

  /// A JSON document; nil for a body.
  ///
  /// - Parameter format: The only one that is looked for, and must be there.
  init?(_ root: CapturedValue, name: String, as format: CaptureFormat? = nil) {
    // Most bodies have neither few members nor those of a capture.
    let isSmall = root.kind == .array || root.count <= UnsupportedCapture.mostMembers
    if isSmall, let layout = CaptureLayout.recognised(root, as: format, name: name) {
      self = .readable(layout, CaptureDocument(json: root))
    } else if let format {
      self = .problem(CaptureProblem(kind: .notMeant(format), range: root.start))
    } else if let capture = UnsupportedCapture(root) {
      self = .problem(CaptureProblem(kind: .unsupported(capture), range: root.start))
    } else {
      return nil
    }
  }

  /// A file that is not JSON; nil for one that may be a broken body.
  init?(_ bytes: [UInt8], name: String, as format: CaptureFormat? = nil) {
    let start = ByteRange(offset: 0, length: 0)
    let hasCassette = CaptureFormat.mayBeCassette(bytes)
    if let plain = JSONComments.blanked(bytes), let document = try? JSONDocument(plain) {
      let root = CaptureTape(document, base: 0).root
      // WireMock allows comments in its files.
      if let layout = CaptureLayout.recognised(root, as: format ?? .wiremock) {
        self = .readable(layout, CaptureDocument(json: root))
        return
      }
    }
    let isYAML = [".yaml", ".yml", ".yaml.gz", ".yml.gz"].contains {
      ASCIIByte.lowercased(name).hasSuffix($0)
    }
    if hasCassette || format != nil {
      do throws(YAMLError) {
        let document = try CaptureDocument(yaml: bytes)
        if let layout = CaptureLayout.recognised(document.root, as: format) {
          self = .readable(layout, document)
          return
        }
      } catch {
        // What is no YAML may be broken JSON, or something else.
        let place = ByteRange(offset: error.offset, length: 0)
        self = .problem(CaptureProblem(kind: .yaml(error), range: place))
        return
      }
    }
    if let format {
      self = .problem(CaptureProblem(kind: .notMeant(format), range: start))
    } else if let capture = UnsupportedCapture(bytes, name: name) ?? (isYAML ? .yaml : nil) {
      self = .problem(CaptureProblem(kind: .unsupported(capture), range: start))
    } else {
      return nil
    }
  }

  var isReadable: Bool { if case .readable = self { true } else { false } }

  /// JSON for what is not read by a layout of its own.
  var format: CaptureFormat {
    if case .readable(let layout, _) = self, layout.format.hasLayout {
      layout.format
    } else {
      .json
    }
  }

  /// Yields the exchanges and what could not be read, in order.
  func read(while isWanted: () -> Bool = { true }, _ yield: (CaptureItem) -> Void) {
    switch self {
    case .readable(let layout, let document): layout.read(document, while: isWanted, yield)
    case .problem(let problem): yield(.problem(problem))
    }
  }
}

extension CapturedValue {
  fileprivate var start: ByteRange { ByteRange(offset: range.offset, length: 0) }
}

extension CaptureItem {
  /// Yields the exchanges of a file that holds them in a form of its own, without decoding bodies;
  /// nothing for a body.
  @_spi(Engine) public static func each(
    in bytes: [UInt8], named name: String, as format: CaptureFormat?,
    _ yield: (CaptureItem) -> Void
  ) {
    let root = (try? JSONDocument(bytes)).map { CaptureTape($0, base: 0).root }
    let container =
      root.map { CaptureContainer($0, name: name, as: format) }
      ?? CaptureContainer(
        bytes, name: name, as: format)
    container?.read(yield)
  }
}

extension CaptureFormat {
  /// Whether a line among the first begins with the name of a cassette's list, perhaps in quotes.
  @_spi(Engine) public static func mayBeCassette(_ bytes: [UInt8]) -> Bool {
    func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
    return bytes.prefix(4096).split(separator: ASCIIByte.lineFeed).contains { line in
      let name = line.drop(while: isQuote).prefix { $0 != UInt8(ascii: ":") && !isQuote($0) }
      return name.elementsEqual("http_interactions".utf8)
        || name.elementsEqual("interactions".utf8)
    }
  }
}
