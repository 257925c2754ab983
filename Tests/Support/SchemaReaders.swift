/// Other validators of JSON Schema.
public enum SchemaReaders {
  /// Whether `python3` with `jsonschema` is installed.
  public static let hasPython = (try? Python.run("import jsonschema")) == ""

  /// The errors that `jsonschema` reports for an instance and a schema; empty if the instance is
  /// valid.
  public static func complaints(about instance: String, schema: String) throws -> String {
    try Python.run(
      """
      import json, sys, jsonschema
      instance, schema = json.load(sys.stdin)
      kind = jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator)
      kind.check_schema(schema)
      errors = kind(schema).iter_errors(instance)
      print("\\n".join(e.json_path + ": " + e.message for e in errors), end="")
      """, "[\(instance),\(schema)]")
  }
}
