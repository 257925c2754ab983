import Foundation

extension App {
  /// Keys are converted from snake_case, dates are `.iso8601`. The guide shows the properties of a
  /// collection and of errors; of the rest it shows only which answers are decoded.
  static let forkInTheRoad = App(
    contract: "fork-in-the-road", origin: "https://fork-in-the-road-mobile-api.onrender.com",
    decoder: {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.dateDecodingStrategy = .iso8601
      return decoder
    },
    answers: [
      "login": signIn, "register": signIn, "refreshToken": signIn,
      "currentUser": Answer(SomeObject.self, #"{"id":"u1","display_name":"Al \u00e9","visits":3}"#),
      "collections": Answer(CollectionList.self),
      "createCollection": collection, "collection": collection, "updateCollection": collection,
      "addRestaurantToCollection": collection, "deleteCollection": nothing,
      "restaurants": Answer(RestaurantList.self), "searchRestaurants": Answer(RestaurantList.self),
      "restaurant": Answer(SomeObject.self), "groups": Answer(GroupList.self),
      "createGroup": Answer(SomeObject.self), "group": Answer(SomeObject.self),
      "updateGroup": Answer(SomeObject.self), "inviteToGroup": nothing, "leaveGroup": nothing,
      "decisions": Answer(SomeValue.self, #"{"decisions":[{"id":"d1","votes":{"u1":2}}]}"#, "[]"),
      "createDecision": decision, "decision": decision, "submitVote": decision,
      "completeDecision": decision, "profile": profile, "updateProfile": profile,
      "notifications": Answer(SomeValue.self, #"[{"id":"n1","read":false}]"#),
      "updateNotificationSettings": Answer(SomeObject.self, #"{"push":true,"email":null}"#),
    ],
    errors: Answer(Refusal.self))

  private static let collection = Answer(
    RestaurantCollection.self,
    """
    {"id":"7","name":"Lunch","description":null,"type":"group","restaurant_ids":["r1","r2"],\
    "created_at":"2024-02-29T12:00:00Z","updated_at":"2025-01-01T00:00:00-05:00"}
    """)
  private static let nothing = Answer(Nothing.self)
  private static let signIn = Answer(
    SomeObject.self, #"{"token":"abc","refresh_token":"def","user":{"id":"u1"}}"#)
  private static let decision = Answer(
    SomeObject.self, #"{"id":"d1","status":"open","votes":[{"user_id":"u1","score":1.5}]}"#)
  private static let profile = Answer(SomeObject.self, #"{"id":"u1","name":"Al","lat":1.25}"#)
}

private struct CollectionList: Decodable {
  let collections: [RestaurantCollection]
}

private struct RestaurantCollection: Decodable {
  let id: String
  let name: String
  let description: String?
  /// An enumeration in the app; the guide names one of its cases.
  let type: String
  let restaurantIds: [String]
  let createdAt: Date
  let updatedAt: Date
}

private struct RestaurantList: Decodable {
  let restaurants: [SomeObject]
}

private struct GroupList: Decodable {
  let groups: [SomeObject]
}

private struct Nothing: Decodable {}

private struct Refusal: Decodable {
  let message: String
  let code: String?
}
