/// The words of a finding: what is wrong, what to do, why it matters.
struct FindingText {
  var message: String
  var label = ""
  var why: String?
}
