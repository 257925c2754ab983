extension Rule {
  /// `lat`/`lng` and nothing else, or whichever pair the contract uses.
  static let coordinateNames = Rule(
    "coordinate-names", "a coordinate under a name other than the contract's pair",
    rationale: "the app decodes `lat` and `lng`; under another name the place has no position",
    source: "Mobile API Response Schemas (v1), Coordinate Field Names",
    options: [
      RuleOption(
        "names", "the contract's names of latitude and longitude", values: .pair,
        standard: "lat, lng")
    ],
    fix: "rename the key",
    form: .keys(.coordinates),
    examples: [
      .right(
        "fotolokashen", "Location",
        """
        {"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null,
         "lat": 37.7749, "lng": -122.4194, "type": null, "rating": null, "photos": []}
        """),
      .wrong(
        "fotolokashen", "Location", at: "/latitude",
        """
        {"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null,
         "latitude": 37.7749, "lng": -122.4194, "type": null, "rating": null, "photos": []}
        """),
      .wrong(
        "fotolokashen", "Location", at: "/lon",
        """
        {"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null,
         "lat": 37.7749, "lon": -122.4194, "type": null, "rating": null, "photos": []}
        """),
    ])

  /// Spellings of the two coordinates; whichever are not the contract's pair are forbidden.
  static let latitudeSpellings = ["lat", "latitude"]
  static let longitudeSpellings = ["lng", "longitude", "lon", "long"]
}
