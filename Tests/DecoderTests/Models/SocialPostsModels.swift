import Foundation

extension App {
  /// Keys as they are on the wire. The document shows `Z` times without a fraction, which `.iso8601`
  /// reads, and no type of a picture's address, which stays a string.
  static let socialPosts = App(
    contract: "social-posts", origin: "http://localhost:5000",
    decoder: {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return decoder
    },
    answers: [
      "createSession": Answer(Session.self), "createAccount": Answer(Person.self),
      "listPosts": Answer([Post].self), "createPost": Answer(Post.self),
      "likePost": Answer(Likes.self), "unlikePost": Answer(Likes.self),
      "listComments": Answer([Remark].self),
    ])
}

private struct Session: Decodable {
  let token: String
  let userId: String
  let user: Person
}

private struct Person: Decodable {
  let id: String
  let username: String
  let displayName: String
  let avatarURL: String?
}

private struct Post: Decodable {
  let id: String
  let author: Person
  let imageURL: String
  let caption: String?
  let likes: Int
  let createdAt: Date
  let commentCount: Int
}

private struct Likes: Decodable {
  let likes: Int
}

private struct Remark: Decodable {
  let id: String
  let postId: String
  let author: Person
  let text: String
  let createdAt: Date
}
