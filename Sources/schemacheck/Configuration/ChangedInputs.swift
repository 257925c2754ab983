@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

extension Project {
  /// The inputs that changed since a revision, and a line about the others. Without a revision, all
  /// inputs.
  ///
  /// - Parameter named: Files that are checked even if git ignores them.
  func changed(
    since revision: Argument?, among inputs: [Input], named: Set<InputPath>,
    contracts: LoadedContracts, zlib: Zlib
  ) throws(RunError) -> (inputs: [Input], note: String?) {
    guard let revision else { return (inputs, nil) }
    let changes = try GitChanges(since: revision)
    if let changed = files(with: contracts).first(where: { changes.contains($0) ?? false }) {
      return (inputs, "\(changed.text) changed since \(revision.text): all inputs are checked")
    }
    let unchanged = named.filter { !(changes.contains($0) ?? true) }
    let ignored = try changes.ignored(among: unchanged)
    let selected = inputs.filter { input in
      guard let path = input.file else { return true }
      return changes.contains(path) ?? true || ignored.contains(path)
        || changes.touchBodies(of: input, zlib)
    }
    let total = Plural.count(inputs.count, "input")
    if selected.count == inputs.count { return (inputs, nil) }
    let note =
      selected.isEmpty
      ? "nothing changed since \(revision.text): none of \(total) is checked"
      : "\(selected.count) of \(total) changed since \(revision.text); the others are not checked"
    return (selected, note)
  }
}

extension GitChanges {
  /// Whether a file changed that a capture names as a body. If nothing changed in the folders of
  /// such files, the capture is not read.
  fileprivate func touchBodies(of input: Input, _ zlib: Zlib) -> Bool {
    guard case .file(let capture) = input, let place = capture.realPlace else { return false }
    let reader = BodyFileReader(place)
    guard ([.beside, .files].flatMap(reader.folders).contains { hasChanges(in: $0) }) else {
      return false
    }
    return reader.places(zlib).contains { contains($0) ?? false }
  }
}
