/// An answer, whatever its status: a contract has schemas for a 404 and a 500 too.
struct LiveResponse: Sendable {
  var status: Int
  /// In the order they came; those of redirects and of 1xx answers are not among them.
  var headers: [LiveHeader]
  /// After the content encoding was undone. Not necessarily UTF-8.
  var body: [UInt8]
  /// Where the answer came from, after redirects; without userinfo and fragment. Not redacted.
  var url: String
  /// The URLs that redirected, first to last. Not redacted.
  var redirects: [String]
  /// How often the request was sent.
  var attempts: Int
  /// Why it was sent again, one for each further try.
  var notes: [RetryNote]

  /// The first header of this name, whatever its case.
  func header(_ name: String) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }
}
