/// The bidirectional class of a character as far as RFC 5893 tells classes apart in labels.
///
/// The standard library lacks the property. Among the letters and digits that labels may hold it
/// follows from the block but for a few ranges.
enum BidiClass: Hashable {
  case leftToRight, rightToLeft, arabicNumber, europeanNumber, nonspacingMark, neutral

  init(_ value: UInt32) {
    switch value {
    case 0x30...0x39, 0x6F0...0x6F9: self = .europeanNumber
    case 0x660...0x669, 0x10D30...0x10D39: self = .arabicNumber
    case 0x2D, 0x2B9...0x2BA, 0x2C6...0x2CF, 0x2EC, 0x374, 0x2E2F, 0xA67F, 0xA717...0xA71F, 0xA788,
      0xB7, 0x375, 0x30FB:
      self = .neutral
    case 0x200C, 0x200D: self = .nonspacingMark
    case 0xCBF, 0xCC6, 0x11A07...0x11A08, 0x11C3F: self = .leftToRight
    default:
      if Unicode.Scalar(value)?.properties.generalCategory == .nonspacingMark {
        self = .nonspacingMark
      } else {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
          self = .rightToLeft
        default: self = .leftToRight
        }
      }
    }
  }
}
