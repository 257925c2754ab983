import Foundation
import TestSupport

@testable import ContractRuns
@testable import schemacheck

/// Compressed data without a compressor: deflate may store bytes as they are (RFC 1951, 3.2.4).
enum Deflated {
  static func raw(_ bytes: [UInt8]) -> [UInt8] {
    var data: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(500)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      data.append(rest.isEmpty ? 1 : 0)
      data += little(UInt32(count), 2) + little(UInt32(~count), 2) + block
    } while !rest.isEmpty
    return data
  }

  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return [0x78, 0x01] + raw(bytes) + little(b << 16 | a, 4).reversed()
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + raw(bytes) + little(~crc, 4)
      + little(UInt32(bytes.count), 4)
  }

  private static func little(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
  }

  static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The value of a Python expression, compressed by Python's zlib.
  ///
  /// - Parameter bits: zlib's `wbits`: 31 for gzip, 15 for zlib, -15 for raw data.
  static func python(_ expression: String, bits: Int) throws -> [UInt8] {
    let text = try Python.run(
      """
      import base64, zlib
      c = zlib.compressobj(9, zlib.DEFLATED, \(bits))
      print(base64.b64encode(c.compress(\(expression)) + c.flush()).decode(), end="")
      """)
    return Array(Data(base64Encoded: text) ?? Data())
  }
}

extension TemporaryFolder {
  /// Writes a file of any bytes and returns its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file.path
  }
}
