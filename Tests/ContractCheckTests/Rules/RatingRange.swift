internal import JSONSchema

@testable import ContractCheck

extension Rule {
  /// Ratings that fit five stars.
  static let ratingRange = Rule(
    id: "rating-range", summary: "a rating below 0 or above 5",
    rationale: "the app draws five stars; a rating of 47 fills the screen with them",
    source: "Mobile API Response Schemas (v1), iOS Model Mapping (`rating`)",
    form: .owns([
      .property(
        .named("rating"), keywords: ["minimum", "maximum"], asserts: .number(in: 0...5))
    ]),
    message: .template("`{name}` is {value}; the app draws 0 to 5 stars", label: "send 0 to 5"),
    examples: [
      .right(
        "fotolokashen", "Location",
        """
        {"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null,
         "lat": 37.7749, "lng": -122.4194, "type": null, "rating": 4.7, "photos": []}
        """),
      .wrong(
        "fotolokashen", "Location", at: "/rating",
        """
        {"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null,
         "lat": 37.7749, "lng": -122.4194, "type": null, "rating": 47, "photos": []}
        """),
    ])
}
