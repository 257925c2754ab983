import CAllocations
@_spi(Engine) import ContractCheck
@_spi(Engine) import JSONSchema
@_spi(Engine) import JSONTape
import Testing

/// What the inner loop costs, in counts that are the same on every machine.
@Suite struct InnerLoopTests {
  /// Lines as the contract documents them, with names beyond ASCII, escapes and dates.
  private static let line = """
    {"locations":[{"id":1,"placeId":"ChIJ0001","name":"Caf\u{E9} \\"Luna\\"","address":"1 Main St",\
    "city":"M\u{FC}nchen","state":null,"lat":48.137,"lng":11.575,"type":"cafe","rating":4.5,\
    "caption":null,"savedAt":"2024-01-15T10:30:00.000Z","photos":\
    [{"imagekitFilePath":"/a/b.jpg"}],\
    "user":{"id":3,"username":"anna","firstName":"Anna","lastName":null,"avatar":null}}],\
    "pagination":{"page":1,"limit":20,"total":1,"totalPages":1,"hasMore":false}}
    """

  /// So many lines, with the zeros that parsers want after them.
  private static func block(_ lines: Int) -> [UInt8] {
    Array(repeatElement(line + "\n", count: lines).joined().utf8) + Array(repeating: 0, count: 64)
  }

  private static let schema = """
    {"type": "object", "additionalProperties": false, "required": ["locations", "pagination"],
     "properties": {
       "locations": {"type": "array", "items": {
         "type": "object", "required": ["id", "lat", "lng", "savedAt"],
         "properties": {
           "id": {"type": "integer", "minimum": 1},
           "name": {"type": "string", "minLength": 1, "maxLength": 200},
           "lat": {"type": "number", "minimum": -90, "maximum": 90},
           "lng": {"type": "number", "minimum": -180, "maximum": 180},
           "type": {"enum": ["cafe", "bar", null]},
           "savedAt": {"type": ["string", "null"], "format": "date-time", "pattern": "Z$"},
           "photos": {"type": "array", "items": {"properties": {
             "imagekitFilePath": {"type": "string", "pattern": "^/"}}}}}}},
       "pagination": {"$ref": "#/$defs/pagination"}},
     "$defs": {"pagination": {"type": "object", "required": ["page"],
       "properties": {"page": {"type": "integer"}, "hasMore": {"type": "boolean"}}}}}
    """

  enum Judge: CaseIterable {
    case contract, schema
  }

  private static func validator(_ judge: Judge) throws -> TrafficValidator {
    switch judge {
    case .contract:
      TrafficValidator(
        try Checker(
          contracts: [.bundled("fotolokashen")],
          assumption: .init(operation: "GET /api/v1/locations/public")),
        showsLines: true, needsResults: false)
    case .schema:
      TrafficValidator(
        try SchemaChecker(Array(schema.utf8), name: "schema.json").exchangeValidator,
        showsLines: true, needsResults: false)
    }
  }

  /// Lines that are right need no memory of their own once there is enough for the longest of them.
  @Test(
    .enabled(if: allocations_are_counted(), "allocations are counted with glibc alone"),
    arguments: Judge.allCases)
  func linesThatAreRightAllocateNothing(_ judge: Judge) throws {
    let validator = try Self.validator(judge)
    let allocations = { (lines: Int) in
      Self.block(lines).withByteView { block in
        let before = allocations_of_this_thread()
        let found = validator.check(lines: block, at: 0, of: "lines")
        let after = allocations_of_this_thread()
        #expect(found.results.isEmpty && found.summary.checked == lines)
        return after - before
      }
    }
    _ = allocations(2000)
    // A block has the counts of its one operation, by status and by what was evaluated, however many
    // lines it has.
    let ofBlock = allocations(1000)
    #expect(ofBlock <= 8)
    #expect(allocations(2000) == ofBlock)
  }

  /// The counter counts: a line that is wrong needs memory for what is to be said of it.
  @Test(.enabled(if: allocations_are_counted(), "allocations are counted with glibc alone"))
  func memoryIsCounted() {
    let before = allocations_of_this_thread()
    let array = Array(repeating: UInt8(1), count: Int.random(in: 1000...2000))
    #expect(allocations_of_this_thread() > before)
    #expect(array.count >= 1000)
  }

  /// Values of which a glance does not tell are looked at once: four objects, two arrays, a date, a
  /// path, a name with escapes, and an id that its bound just allows.
  @Test func nodesVisitedAreThoseOfTheValue() throws {
    let schema = try CompiledSchema(JSONDocument(Array(Self.schema.utf8)))
    var validator = SchemaValidator(schema)
    let document = try JSONDocument(Array(Self.line.utf8))
    let isValid = document.withCursor { validator.isValid($0, 0) }
    #expect(isValid)
    #expect(validator.nodesVisited == 10)
  }
}
