@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

extension Coverage {
  /// A trace file in the format of `lcov` (geninfo(1), section FILES), for the lines of the
  /// contracts' files. The count of a line is the smallest count that begins there. The value, null
  /// and missing counts of a property are branches.
  var lcov: String {
    struct File {
      var lines: [Int: Int] = [:]
      /// The properties that begin on each line, with their counts.
      var branches: [Int: [(name: String, count: Int)]] = [:]
    }
    var files: [String: File] = [:]
    for contract in contracts {
      for operation in contract.operations {
        guard let place = operation.place else { continue }
        let count = operation.exchanges.total
        files[place.file, default: File()].lines.merge(
          [place.position.line: count], uniquingKeysWith: min)
      }
      for cell in contract.cells where cell.isGoal {
        guard let place = cell.place else { continue }
        let (line, count) = (place.position.line, cell.counts.total)
        switch cell.kind {
        case .null, .absent, .value:
          files[place.file, default: File()].branches[line, default: []].append(
            ("\(cell.name) \(cell.kind.rawValue)", count))
          if cell.kind != .value { continue }
        default: break
        }
        files[place.file, default: File()].lines.merge([line: count], uniquingKeysWith: min)
      }
    }
    var text = ""
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      text += "TN:\nSF:\(SafeText.line(name))\n"
      let branches = file.branches.sorted { $0.key < $1.key }
      for (line, counts) in branches {
        for (number, branch) in counts.enumerated() {
          text += "BRDA:\(line),0,\(number),\(branch.count)\n"
        }
      }
      let all = branches.flatMap(\.value)
      text += "BRF:\(all.count)\nBRH:\(all.count { $0.count > 0 })\n"
      for (line, count) in file.lines.sorted(by: { $0.key < $1.key }) {
        text += "DA:\(line),\(count)\n"
      }
      text += "LF:\(file.lines.count)\nLH:\(file.lines.values.count { $0 > 0 })\nend_of_record\n"
    }
    return text
  }
}
