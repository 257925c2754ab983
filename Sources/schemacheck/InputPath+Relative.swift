extension InputPath {
  /// The names on the way from the root, without dot segments. Symbolic links are not followed.
  var segments: [ArraySlice<UInt8>] {
    var segments: [ArraySlice<UInt8>] = []
    let whole = bytes.first == UInt8(ascii: "/") ? bytes : Self.workingFolder + [0x2F] + bytes
    for segment in whole.split(separator: UInt8(ascii: "/")) {
      switch Array(segment) {
      case Array(".".utf8): continue
      case Array("..".utf8): _ = segments.popLast()
      default: segments.append(segment)
      }
    }
    return segments
  }

  /// The folder that the path is in; the working folder itself is empty.
  var folder: InputPath {
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    return InputPath(slash.map { Array(bytes[...$0]) } ?? [])
  }

  /// The last name of the path.
  var lastName: [UInt8] {
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    return Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
  }

  /// The absolute path without links; nil where there is no such file.
  var real: InputPath? {
    let path = bytes.isEmpty ? [UInt8(ascii: ".")] : bytes
    guard !path.contains(0), let found = path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(found) }
    return InputPath(Array(UnsafeRawBufferPointer(start: found, count: strlen(found))))
  }

  /// The path that it leads to, or would if there were something.
  var resolvedPlace: InputPath { real ?? realPlace ?? self }

  /// The path without links but for its last name, which may be one itself.
  var realPlace: InputPath? { folder.real?.appending(lastName) }

  /// The path as seen from a folder that it is in; nil where it is not in there. Both are without
  /// links.
  func name(in folder: InputPath) -> [UInt8]? {
    let isClosed = folder.bytes.last == UInt8(ascii: "/")
    let lead = isClosed ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    return bytes.starts(with: lead) ? Array(bytes[lead.count...]) : nil
  }

  /// The path as seen from a folder, `..` included where it leads out of it.
  func relative(to folder: InputPath) -> [UInt8] {
    let written = Self.way(from: folder.segments, to: segments)
    guard written.first.map({ Array($0) }) == Array("..".utf8), let real = realPlace,
      let realFolder = folder.real
    else { return Self.joined(written) }
    let links = Self.way(from: realFolder.segments, to: real.segments)
    return Self.joined(links.count < written.count ? links : written)
  }

  private static func way(
    from folder: [ArraySlice<UInt8>], to path: [ArraySlice<UInt8>]
  ) -> [ArraySlice<UInt8>] {
    let shared = zip(folder, path).prefix { $0.elementsEqual($1) }.count
    let out = Array(repeating: Array("..".utf8)[...], count: folder.count - shared)
    return out + path[shared...]
  }

  private static func joined(_ names: [ArraySlice<UInt8>]) -> [UInt8] {
    Array(names.joined(separator: [UInt8(ascii: "/")]))
  }

  static var workingFolder: [UInt8] {
    guard let path = getcwd(nil, 0) else { return [] }
    defer { free(path) }
    return Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }
}
