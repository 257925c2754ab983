internal import JSONSchema

extension Rule {
  /// Coordinates that lie on Earth, as numbers, both or none.
  static let coordinateRange = Rule(
    "coordinate-range", "a coordinate out of range, as a string, or without its partner",
    rationale: "the app decodes two numbers; anything else is no place on the map",
    source: "Mobile API Response Schemas (v1), iOS Model Mapping (`Double`)",
    fix: "unquote a number in a string",
    form: .owns([
      .member(
        .latitude, keywords: ["minimum", "maximum"], ownsStrings: true,
        asserts: .latitude),
      .member(
        .longitude, keywords: ["minimum", "maximum"], ownsStrings: true,
        asserts: .longitude),
      .coordinatePair,
    ]),
    examples: [
      .right(
        "fotolokashen", "Location",
        """
        {"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null,
         "lat": -90, "lng": 180, "type": null, "rating": null, "photos": []}
        """),
      .wrong(
        "fotolokashen", "Location", at: "/lat",
        """
        {"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null,
         "lat": 90.0000001, "lng": -122.4194, "type": null, "rating": null, "photos": []}
        """),
      .wrong(
        "fotolokashen", "Location", at: "/lng",
        """
        {"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null,
         "lat": 37.7749, "lng": "-122.4194", "type": null, "rating": null, "photos": []}
        """),
      .wrong(
        "fotolokashen", "Location", at: "", member: "lng",
        """
        {"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null,
         "lat": 37.7749, "type": null, "rating": null, "photos": []}
        """),
    ])
}
