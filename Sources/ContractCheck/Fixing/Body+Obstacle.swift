internal import ContractCaptures
internal import JSONTape

extension Body {
  /// Why new text cannot be written into the file.
  var obstacle: FixPlan.Reason {
    if isCompressed { return .compressedBody }
    guard pieces.isEmpty else { return .chunkedBody }
    if case .runs(let runs) = map, runs.style == .bytes { return .byteArray }
    return isInRuns ? .scalarStyle : .encodedBody
  }
}
