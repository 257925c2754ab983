internal import JSONSchema

extension Rule {
  /// The same pagination object on every list.
  static let paginationShape = Rule(
    "pagination-shape", "pagination metadata absent, incomplete or of the wrong types",
    rationale: "the app cannot tell whether there is another page and stops after the first",
    source: "Mobile API Response Schemas (v1), Pagination Metadata",
    form: .owns([.pagination(members: Schema.paginationMembers.map(\.name))]),
    examples: [
      .right(
        "fotolokashen", "Pagination",
        #"{"page": 1, "limit": 20, "total": 41, "totalPages": 3, "hasMore": true}"#),
      .wrong(
        "fotolokashen", "Pagination", at: "", member: "hasMore",
        #"{"page": 1, "limit": 20, "total": 41, "totalPages": 3}"#),
      .wrong(
        "fotolokashen", "Pagination", at: "/total",
        #"{"page": 1, "limit": 20, "total": "41", "totalPages": 3, "hasMore": true}"#),
      .wrong(
        "fotolokashen", "GET /api/v1/locations/public", at: "", member: "pagination",
        #"{"locations": []}"#),
    ])
}
