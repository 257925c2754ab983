extension Rule {
  /// Figures that agree with one another, with the items and with the request.
  static let paginationArithmetic = Rule(
    "pagination-arithmetic", "pagination figures that contradict one another or the request",
    rationale: "the app asks for pages that are not there, or stops before the last one",
    source: "Mobile API Response Schemas (v1), Pagination Metadata",
    form: .relation(.pagination),
    examples: [
      .right(
        "fotolokashen", "GET /api/v1/locations/public", query: "page=2&limit=20",
        """
        {"locations": [],
         "pagination": {"page": 2, "limit": 20, "total": 41, "totalPages": 3, "hasMore": true}}
        """),
      .wrong(
        "fotolokashen", "GET /api/v1/locations/public", at: "/pagination/totalPages",
        """
        {"locations": [],
         "pagination": {"page": 1, "limit": 20, "total": 41, "totalPages": 2, "hasMore": true}}
        """),
      .wrong(
        "fotolokashen", "GET /api/v1/locations/public", at: "/pagination/hasMore",
        """
        {"locations": [],
         "pagination": {"page": 3, "limit": 20, "total": 41, "totalPages": 3, "hasMore": true}}
        """),
    ])
}
