/// The Punycode encoding of RFC 3492, for labels of up to 63 octets.
enum Punycode {
  private static let base = 36
  private static let (tMin, tMax, skew, damp) = (1, 26, 38, 700)
  private static let (initialBias, initialN) = (72, 128)

  private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var k = 0
    while delta > (base - tMin) * tMax / 2 {
      delta /= base - tMin
      k += base
    }
    return k + (base - tMin + 1) * delta / (delta + skew)
  }

  private static func threshold(_ k: Int, bias: Int) -> Int { min(max(k - bias, tMin), tMax) }

  /// The characters of an encoded label without its prefix. Nil if the text is not valid.
  static func decode(_ encoded: [UInt8]) -> [UInt32]? {
    var output: [UInt32] = []
    var at = 0
    if let delimiter = encoded.lastIndex(of: UInt8(ascii: "-")) {
      output = encoded[..<delimiter].map(UInt32.init)
      at = delimiter + 1
    }
    guard at < encoded.count, output.allSatisfy({ $0 < 0x80 }) else { return nil }
    var (n, i, bias) = (initialN, 0, initialBias)
    while at < encoded.count {
      let before = i
      var (weight, k) = (1, base)
      while true {
        guard at < encoded.count, let digit = digit(encoded[at]) else { return nil }
        at += 1
        i += digit * weight
        // After a larger number, no valid character can follow. This also limits the arithmetic.
        guard i <= 0x11_0000 * 64 else { return nil }
        let t = threshold(k, bias: bias)
        if digit < t { break }
        weight *= base - t
        guard weight <= 1 << 40 else { return nil }
        k += base
      }
      bias = adapt(i - before, count: output.count + 1, isFirst: before == 0)
      n += i / (output.count + 1)
      i %= output.count + 1
      guard n <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(n)), output.count < 64 else {
        return nil
      }
      output.insert(scalar.value, at: i)
      i += 1
    }
    return output
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 22
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 97
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    default: nil
    }
  }

  /// The encoded form without its prefix. Nil if a label cannot have so many characters.
  static func encode(_ label: [UInt32]) -> [UInt8]? {
    guard label.count <= 63 else { return nil }
    var output = label.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
    let basic = output.count
    var handled = basic
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var (n, delta, bias) = (UInt32(initialN), 0, initialBias)
    while handled < label.count {
      guard let next = label.filter({ $0 >= n }).min() else { return nil }
      delta += Int(next - n) * (handled + 1)
      n = next
      for scalar in label {
        if scalar < n { delta += 1 }
        guard scalar == n else { continue }
        var (q, k) = (delta, base)
        while true {
          let t = threshold(k, bias: bias)
          if q < t { break }
          output.append(letter(t + (q - t) % (base - t)))
          q = (q - t) / (base - t)
          k += base
        }
        output.append(letter(q))
        bias = adapt(delta, count: handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return output
  }

  private static func letter(_ digit: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: digit < 26 ? digit + 97 : digit + 22)
  }
}
