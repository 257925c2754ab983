@_spi(Engine) internal import ContractCaptures
@_spi(Engine) package import ContractCheck

extension InputRun {
  /// Compares the bare bodies of each folder before they are linted. This is needed because missing
  /// properties are known only when all files are read.
  package func differences(among inputs: [Input], _ linter: Linter) -> SiblingDifferences {
    var files = SiblingFiles()
    guard format == nil || format == .json else { return files.differences }
    var counts: [InputPath: Int] = [:]
    for folder in inputs.compactMap(\.folder) { counts[folder, default: 0] += 1 }
    let compared = inputs.filter { input in input.folder.map { counts[$0] ?? 0 > 1 } ?? false }
    let source = FileSource(compared) { input, worker in worker.outline(ofFile: input) }
    pipeline(Validation(checkers: [linter])).run(source) { unit in
      if let outline = unit.result, let folder = unit.input.folder {
        files.add(outline, of: unit.input.name, in: folder.text)
      }
      return true
    }
    return files.differences
  }
}

extension Input {
  /// The folder of the input. Nil if the input is no file.
  fileprivate var folder: InputPath? { place?.folder }
}
