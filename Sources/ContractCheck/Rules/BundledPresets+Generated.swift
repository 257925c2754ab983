// Generated from `schemas/presets/`; see BundleGeneratorTests. Do not edit.

/// The text of the rules of frameworks.
enum BundledPresets {
  static let all: [(name: String, text: StaticString)] = [
    ("django-rest-framework", djangoRestFramework),
    ("json-api", jsonApi),
    ("laravel", laravel),
    ("spring", spring),
  ]

  private static let djangoRestFramework: StaticString = ###"""
    {
      "$schema": "../rules.schema.json",
      "customRules": {
        "drf-page": {
          "summary": "a page without `next` or `previous`, or with wrong types",
          "why": "the app follows these links to the end of the list",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["count", "results"] },
          "schema": {
            "required": ["next", "previous"],
            "properties": {
              "count": { "type": "integer", "minimum": 0 },
              "next": { "type": ["string", "null"], "minLength": 1 },
              "previous": { "type": ["string", "null"], "minLength": 1 },
              "results": { "type": "array" }
            }
          },
          "examples": {
            "right": [
              {
                "count": 3,
                "next": "https://api.example.org/books/?page=2",
                "previous": null,
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              { "count": 2, "next": null, "previous": null, "results": [{ "id": 1 }, { "id": 2 }] }
            ],
            "wrong": [
              {
                "body": {
                  "count": 3,
                  "next": "https://api.example.org/books/?page=2",
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/previous"
              },
              {
                "body": {
                  "count": 3,
                  "next": false,
                  "previous": null,
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/next"
              }
            ]
          }
        },
        "drf-page-results": {
          "summary": "a page without `results`",
          "why": "the app shows the elements of `results`",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["count", "next", "previous"] },
          "schema": {
            "if": { "additionalProperties": { "not": { "type": "array" } } },
            "then": { "required": ["results"] }
          },
          "examples": {
            "right": [
              {
                "count": 3,
                "next": "https://api.example.org/books/?page=2",
                "previous": null,
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              {
                "count": 3,
                "next": "https://api.example.org/books/?page=2",
                "previous": null,
                "books": [{ "id": 1 }, { "id": 2 }]
              }
            ],
            "wrong": [
              {
                "body": {
                  "count": 3,
                  "next": "https://api.example.org/books/?page=2",
                  "previous": null
                },
                "at": "/results"
              }
            ]
          }
        },
        "drf-cursor-page": {
          "summary": "a page with a cursor whose properties have wrong types",
          "why": "the app follows these links to the end of the list",
          "source": "Django REST framework, Pagination, CursorPagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["next", "previous", "results"] },
          "schema": {
            "if": { "not": { "required": ["count"] } },
            "then": {
              "properties": {
                "next": { "type": ["string", "null"], "minLength": 1 },
                "previous": { "type": ["string", "null"], "minLength": 1 },
                "results": { "type": "array" }
              }
            }
          },
          "examples": {
            "right": [
              {
                "next": "https://api.example.org/books/?page=2",
                "previous": null,
                "results": [{ "id": 1 }, { "id": 2 }]
              }
            ],
            "wrong": [
              {
                "body": { "next": 2, "previous": null, "results": [{ "id": 1 }, { "id": 2 }] },
                "at": "/next"
              }
            ]
          }
        },
        "drf-page-count": {
          "summary": "a `count` below the number of results",
          "why": "the app shows a wrong number of elements",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["count", "results"] },
          "relation": "count >= count(results)",
          "message": "`count` is {count}, but the length of `results` is {count(results)}",
          "help": "send the number of all elements, not of one page",
          "examples": {
            "right": [{ "count": 3, "results": [{ "id": 1 }, { "id": 2 }] }],
            "wrong": [
              { "body": { "count": 1, "results": [{ "id": 1 }, { "id": 2 }] }, "at": "/count" }
            ]
          }
        },
        "drf-page-without-count": {
          "summary": "a page with numbers in its links, but without `count`",
          "why": "the app shows a wrong number of elements",
          "source": "Django REST framework, Pagination, PageNumberPagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["next", "previous", "results"] },
          "relation": "present(count) or not (query(next, \"page\") >= 1 or query(previous, \"page\") >= 1)",
          "at": "count",
          "message": "`count` is missing, but the links have the numbers of pages",
          "help": "send the number of all elements",
          "examples": {
            "right": [
              {
                "count": 3,
                "next": "https://api.example.org/books/?page=2",
                "previous": null,
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              {
                "next": "https://api.example.org/books/?cursor=cD0",
                "previous": null,
                "results": [{ "id": 1 }, { "id": 2 }]
              }
            ],
            "wrong": [
              {
                "body": {
                  "next": "https://api.example.org/books/?page=2",
                  "previous": null,
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": ""
              }
            ]
          }
        },
        "drf-page-next": {
          "summary": "a link to a next page, although this page has all elements",
          "why": "the app asks for a page that does not exist",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["count", "next", "results"] },
          "relation": "absent(next) or count != count(results)",
          "message": "`next` leads to a further page, but `count` and the length of `results` are both {count}",
          "help": "send null after the last page",
          "examples": {
            "right": [
              {
                "count": 3,
                "next": "https://api.example.org/books/?page=2",
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              { "count": 2, "next": null, "results": [{ "id": 1 }, { "id": 2 }] }
            ],
            "wrong": [
              {
                "body": {
                  "count": 2,
                  "next": "https://api.example.org/books/?page=2",
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/next"
              }
            ]
          }
        },
        "drf-page-previous": {
          "summary": "a link to a previous page, although this page has all elements",
          "why": "the app asks for a page that does not exist",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["count", "previous", "results"] },
          "relation": "absent(previous) or present(next) or count(results) == 0 or count != count(results)",
          "message": "`previous` leads to an earlier page, but `count` and the length of `results` are both {count}",
          "help": "send null before the first page",
          "examples": {
            "right": [{ "count": 3, "previous": null, "results": [{ "id": 1 }, { "id": 2 }] }],
            "wrong": [
              {
                "body": {
                  "count": 2,
                  "previous": "https://api.example.org/books/",
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/previous"
              }
            ]
          }
        },
        "drf-page-single": {
          "summary": "a page without links to other pages that does not have all elements",
          "why": "the app never asks for the rest",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["count", "next", "previous", "results"] },
          "relation": "present(next) or present(previous) or count <= count(results)",
          "message": "`next` and `previous` are null, but `results` has only {count(results)} of {count}",
          "help": "send the links to the other pages",
          "examples": {
            "right": [
              {
                "count": 3,
                "next": "https://api.example.org/books/?page=2",
                "previous": null,
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              { "count": 2, "next": null, "previous": null, "results": [{ "id": 1 }, { "id": 2 }] }
            ],
            "wrong": [
              {
                "body": {
                  "count": 3,
                  "next": null,
                  "previous": null,
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/next"
              }
            ]
          }
        },
        "drf-page-links": {
          "summary": "the same link to the next and to the previous page",
          "why": "the app requests the same pages again and again",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["next", "previous", "results"] },
          "relation": "absent(next) or absent(previous) or next != previous",
          "message": "`next` and `previous` are the same link",
          "examples": {
            "right": [
              {
                "next": "https://api.example.org/books/?page=2",
                "previous": null,
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              {
                "next": "https://api.example.org/books/?page=2",
                "previous": "https://api.example.org/books/",
                "results": [{ "id": 1 }, { "id": 2 }]
              }
            ],
            "wrong": [
              {
                "body": {
                  "next": "https://api.example.org/books/?page=2",
                  "previous": "https://api.example.org/books/?page=2",
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/next"
              }
            ]
          }
        },
        "drf-page-number": {
          "summary": "a link to a next page that does not follow this page",
          "why": "the app asks for a page twice, or misses a page",
          "source": "Django REST framework, Pagination, PageNumberPagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["next", "previous", "results"] },
          "relation": "present(query(next, \"offset\")) or present(query(next, \"cursor\")) or absent(query(next, \"page\")) or absent(previous) or (absent(query(previous, \"page\")) and query(next, \"page\") <= 3) or (present(query(previous, \"page\")) and query(next, \"page\") == query(previous, \"page\") + 2)",
          "at": "next",
          "message": "`next` leads to page {query(next, \"page\")}, but `previous` is {previous}",
          "help": "send the link to the next page",
          "examples": {
            "right": [
              {
                "next": "https://api.example.org/books/?page=2",
                "previous": null,
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              {
                "next": "https://api.example.org/books/?page=3",
                "previous": "https://api.example.org/books/",
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              {
                "next": "https://api.example.org/books/?page=5",
                "previous": "https://api.example.org/books/?page=3",
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              {
                "next": "https://api.example.org/books/?page=7&offset=4&limit=2",
                "previous": "https://api.example.org/books/?page=7&limit=2",
                "results": [{ "id": 1 }, { "id": 2 }]
              }
            ],
            "wrong": [
              {
                "body": {
                  "next": "https://api.example.org/books/?page=4",
                  "previous": "https://api.example.org/books/?page=3",
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/next"
              },
              {
                "body": {
                  "next": "https://api.example.org/books/?page=9",
                  "previous": "https://api.example.org/books/",
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/next"
              }
            ]
          }
        },
        "drf-page-first": {
          "summary": "a `previous` that does not fit the number of the page",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Django REST framework, Pagination, PageNumberPagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["next", "previous", "results"] },
          "relation": "present(query(next, \"offset\")) or present(query(next, \"cursor\")) or (absent(previous) and query(next, \"page\") == 2) or (present(previous) and query(next, \"page\") != 2)",
          "at": "previous",
          "message": "`previous` is {previous}, but `next` leads to page {query(next, \"page\")}",
          "help": "send null on the first page, and only there",
          "examples": {
            "right": [
              {
                "next": "https://api.example.org/books/?page=2",
                "previous": null,
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              {
                "next": "https://api.example.org/books/?page=3",
                "previous": "https://api.example.org/books/",
                "results": [{ "id": 1 }, { "id": 2 }]
              }
            ],
            "wrong": [
              {
                "body": {
                  "next": "https://api.example.org/books/?page=3",
                  "previous": null,
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/previous"
              },
              {
                "body": {
                  "next": "https://api.example.org/books/?page=2",
                  "previous": "https://api.example.org/books/",
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/previous"
              }
            ]
          }
        },
        "drf-page-offset": {
          "summary": "a next page that does not begin where this page ends",
          "why": "the app asks for elements twice, or misses some elements",
          "source": "Django REST framework, Pagination, LimitOffsetPagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["next", "previous", "results"] },
          "relation": "absent(query(next, \"offset\")) or absent(previous) or (absent(query(previous, \"offset\")) and query(next, \"offset\") > query(next, \"limit\")) or (present(query(previous, \"offset\")) and query(next, \"offset\") == query(previous, \"offset\") + 2 * query(next, \"limit\"))",
          "at": "next",
          "message": "`next` begins at {query(next, \"offset\")} with a limit of {query(next, \"limit\")}, but `previous` is {previous}",
          "help": "send the offset of this page plus its limit",
          "examples": {
            "right": [
              {
                "next": "https://api.example.org/books/?limit=2&offset=4",
                "previous": "https://api.example.org/books/?limit=2",
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              {
                "next": "https://api.example.org/books/?limit=2&offset=6",
                "previous": "https://api.example.org/books/?limit=2&offset=2",
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              {
                "next": "https://api.example.org/books/?limit=2&offset=2",
                "previous": null,
                "results": [{ "id": 1 }, { "id": 2 }]
              }
            ],
            "wrong": [
              {
                "body": {
                  "next": "https://api.example.org/books/?limit=2&offset=2",
                  "previous": "https://api.example.org/books/?limit=2",
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/next"
              },
              {
                "body": {
                  "next": "https://api.example.org/books/?limit=2&offset=4",
                  "previous": "https://api.example.org/books/?limit=2&offset=2",
                  "results": [{ "id": 1 }, { "id": 2 }]
                },
                "at": "/next"
              }
            ]
          }
        },
        "drf-page-empty": {
          "summary": "an empty page before the last page",
          "why": "the app reads an empty page as the end of the list",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["next", "results"] },
          "relation": "absent(next) or count(results) > 0",
          "at": "results",
          "message": "`results` is empty, but `next` leads to a further page",
          "examples": {
            "right": [
              {
                "count": 3,
                "next": "https://api.example.org/books/?page=2",
                "results": [{ "id": 1 }, { "id": 2 }]
              },
              { "count": 3, "next": null, "results": [] }
            ],
            "wrong": [
              {
                "body": { "count": 3, "next": "https://api.example.org/books/?page=2", "results": [] },
                "at": "/results"
              }
            ]
          }
        },
        "drf-detail": {
          "summary": "a `detail` of an error that is not a string",
          "why": "the app shows this text",
          "source": "Django REST framework, Exceptions",
          "severity": "warning",
          "where": {
            "pointers": "/detail",
            "in": "response",
            "statuses": ["401", "403", "404", "405", "406", "415", "429"]
          },
          "schema": { "type": "string", "minLength": 1 },
          "examples": {
            "right": [{ "detail": "Not found." }, { "code": 7 }],
            "wrong": [
              { "body": { "detail": ["Not found."] }, "at": "/detail" },
              { "body": { "detail": "" }, "at": "/detail" }
            ]
          }
        },
        "drf-non-field-errors": {
          "summary": "`non_field_errors` that are not a list of texts",
          "why": "the app shows each of these texts",
          "source": "Django REST framework, Exceptions; Serializers, Object-level validation",
          "severity": "warning",
          "where": { "names": "non_field_errors", "in": "response" },
          "schema": { "type": "array", "minItems": 1, "items": { "type": "string" } },
          "examples": {
            "right": [{ "non_field_errors": ["The end is before the start."] }],
            "wrong": [
              {
                "body": { "non_field_errors": "The end is before the start." },
                "at": "/non_field_errors"
              },
              { "body": { "non_field_errors": [1] }, "at": "/non_field_errors/0" }
            ]
          }
        }
      }
    }
    """###

  private static let jsonApi: StaticString = ###"""
    {
      "$schema": "../rules.schema.json",
      "when": "mediaType() == \"application/vnd.api+json\" or present(jsonapi) or (present(data.type) and present(data.id) and (present(data.attributes) or present(data.relationships))) or (present(data[0].type) and present(data[0].id) and (present(data[0].attributes) or present(data[0].relationships))) or present(errors[0].source.pointer) or present(errors[0].source.parameter)",
      "customRules": {
        "json-api-top-level": {
          "summary": "a document without `data`, `errors` and `meta`, or with wrong types",
          "why": "clients of JSON:API read only these properties",
          "source": "JSON:API 1.1, Top Level",
          "severity": "warning",
          "where": { "pointers": "", "types": "object" },
          "schema": {
            "anyOf": [
              { "required": ["data"] },
              { "required": ["errors"] },
              { "required": ["meta"] },
              { "required": ["atomic:operations"] },
              { "required": ["atomic:results"] }
            ],
            "properties": {
              "meta": { "type": "object" },
              "jsonapi": { "type": "object", "properties": { "version": { "type": "string" } } }
            }
          },
          "messages": [
            {
              "of": "anyOf",
              "message": "the document has neither `data` nor `errors` nor `meta`",
              "help": "put the resource into `data`"
            }
          ],
          "examples": {
            "right": [{ "data": null }, { "errors": [] }, { "meta": {} }],
            "wrong": [
              { "body": { "articles": [] }, "at": "" },
              { "body": { "data": null, "jsonapi": "1.0" }, "at": "/jsonapi" }
            ]
          }
        },
        "json-api-data-or-errors": {
          "summary": "a document with both `data` and `errors`",
          "why": "some clients read the document as a success, other clients as a failure",
          "source": "JSON:API 1.1, Top Level",
          "severity": "warning",
          "where": { "pointers": "", "members": ["data", "errors"] },
          "schema": { "properties": { "errors": false } },
          "message": "the document has both `errors` and `data`; only one of them is allowed",
          "help": "send only one of them",
          "examples": {
            "right": [{ "data": null }, { "errors": [] }],
            "wrong": [{ "body": { "data": [], "errors": [] }, "at": "/errors" }]
          }
        },
        "json-api-included": {
          "summary": "`included` without `data`",
          "why": "nothing refers to these resources",
          "source": "JSON:API 1.1, Top Level",
          "severity": "warning",
          "where": { "pointers": "", "members": ["included"] },
          "schema": { "required": ["data"], "properties": { "included": { "type": "array" } } },
          "examples": {
            "right": [
              {
                "data": [
                  {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  }
                ],
                "included": []
              }
            ],
            "wrong": [{ "body": { "meta": {}, "included": [] }, "at": "/data" }]
          }
        },
        "json-api-resource": {
          "summary": "a resource without `type` and `id`, or with wrong types",
          "why": "clients store resources by `type` and `id`, which are strings",
          "source": "JSON:API 1.1, Resource Objects, Identification",
          "severity": "warning",
          "where": { "pointers": "", "types": "object", "in": "response" },
          "schema": {
            "$defs": {
              "resource": {
                "type": "object",
                "required": ["type", "id"],
                "properties": {
                  "type": { "type": "string", "minLength": 1 },
                  "id": { "type": "string", "minLength": 1 },
                  "attributes": { "type": "object" },
                  "relationships": { "type": "object" },
                  "links": { "type": "object" },
                  "meta": { "type": "object" }
                }
              }
            },
            "properties": {
              "data": {
                "if": { "type": "array" },
                "then": { "items": { "$ref": "#/$defs/resource" } },
                "else": { "if": { "type": "null" }, "else": { "$ref": "#/$defs/resource" } }
              },
              "included": { "items": { "$ref": "#/$defs/resource" } }
            }
          },
          "examples": {
            "right": [
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                }
              },
              {
                "data": [
                  {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  }
                ],
                "included": [
                  {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  }
                ]
              },
              { "data": null }
            ],
            "wrong": [
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": 1,
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  }
                },
                "at": "/data/id"
              },
              {
                "body": {
                  "data": [
                    {
                      "id": "1",
                      "attributes": { "title": "Rails" },
                      "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                    }
                  ]
                },
                "at": "/data/0/type"
              },
              {
                "body": {
                  "data": [],
                  "included": [
                    {
                      "type": "articles",
                      "id": "1",
                      "attributes": [],
                      "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                    }
                  ]
                },
                "at": "/included/0/attributes"
              },
              { "body": { "data": [null] }, "at": "/data/0" }
            ]
          }
        },
        "json-api-new-resource": {
          "summary": "a resource of a request without `type`, or with wrong types",
          "why": "the server stores resources by `type` and `id`, which are strings",
          "source": "JSON:API 1.1, Creating Resources",
          "severity": "warning",
          "where": { "pointers": "", "types": "object", "in": "request" },
          "schema": {
            "$defs": {
              "resource": {
                "type": ["object", "null"],
                "required": ["type"],
                "properties": {
                  "type": { "type": "string" },
                  "id": { "type": "string" },
                  "lid": { "type": "string" },
                  "attributes": { "type": "object" },
                  "relationships": { "type": "object" }
                }
              }
            },
            "properties": {
              "data": {
                "if": { "type": "array" },
                "then": { "items": { "$ref": "#/$defs/resource" } },
                "else": { "$ref": "#/$defs/resource" }
              },
              "included": { "items": { "$ref": "#/$defs/resource" } }
            }
          },
          "examples": {
            "right": [
              {
                "data": {
                  "type": "articles",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": 7,
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  }
                },
                "at": "/data/id"
              },
              {
                "body": {
                  "data": {
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  }
                },
                "at": "/data/type"
              }
            ]
          }
        },
        "json-api-update": {
          "summary": "an update without `id`",
          "why": "the server does not know which resource is meant",
          "source": "JSON:API 1.1, Updating Resources",
          "severity": "warning",
          "where": { "pointers": "/data", "types": "object", "in": "request", "operations": "PATCH *" },
          "schema": { "if": { "not": { "required": ["lid"] } }, "then": { "required": ["id"] } },
          "examples": {
            "right": [
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                }
              }
            ],
            "wrong": [
              {
                "body": { "data": { "type": "articles", "attributes": { "title": "Rails" } } },
                "at": "/data/id"
              }
            ]
          }
        },
        "json-api-members": {
          "summary": "a property that JSON:API does not define",
          "why": "clients look for the API's own data in `attributes` and `meta`",
          "source": "JSON:API 1.1, Document Structure",
          "severity": "warning",
          "where": { "pointers": "", "types": "object" },
          "schema": {
            "$defs": {
              "resource": {
                "if": { "required": ["type"] },
                "then": {
                  "properties": {
                    "type": true,
                    "id": true,
                    "lid": true,
                    "attributes": true,
                    "relationships": true,
                    "links": true,
                    "meta": true
                  },
                  "patternProperties": { "^@|:": true },
                  "additionalProperties": false
                }
              }
            },
            "if": {
              "anyOf": [{ "required": ["data"] }, { "required": ["errors"] }, { "required": ["meta"] }]
            },
            "then": {
              "properties": {
                "data": true,
                "errors": true,
                "meta": true,
                "jsonapi": true,
                "links": true,
                "included": true
              },
              "patternProperties": { "^@|:": true },
              "additionalProperties": false
            },
            "properties": {
              "data": {
                "if": { "type": "array" },
                "then": { "items": { "$ref": "#/$defs/resource" } },
                "else": { "$ref": "#/$defs/resource" }
              },
              "included": { "items": { "$ref": "#/$defs/resource" } }
            }
          },
          "message": "JSON:API has no `{name}` here",
          "help": "put it into `attributes` or `meta`",
          "examples": {
            "right": [
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                },
                "meta": { "count": 1 },
                "@context": "x"
              },
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                },
                "ext:version": 1
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  },
                  "count": 1
                },
                "at": "/count"
              },
              {
                "body": { "data": { "type": "articles", "id": "1", "title": "Rails" } },
                "at": "/data/title"
              }
            ]
          }
        },
        "json-api-fields": {
          "summary": "an attribute or a relationship called `type` or `id`",
          "why": "these names belong to the resource itself",
          "source": "JSON:API 1.1, Fields",
          "severity": "warning",
          "where": { "pointers": "", "types": "object" },
          "schema": {
            "$defs": {
              "resource": {
                "properties": {
                  "attributes": { "properties": { "type": false, "id": false } },
                  "relationships": { "properties": { "type": false, "id": false } }
                }
              }
            },
            "properties": {
              "data": {
                "if": { "type": "array" },
                "then": { "items": { "$ref": "#/$defs/resource" } },
                "else": { "$ref": "#/$defs/resource" }
              },
              "included": { "items": { "$ref": "#/$defs/resource" } }
            }
          },
          "message": "`{name}` is not a name of a field; it belongs to the resource itself",
          "examples": {
            "right": [
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "id": "1" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  }
                },
                "at": "/data/attributes/id"
              }
            ]
          }
        },
        "json-api-field-names": {
          "summary": "an attribute and a relationship with the same name",
          "why": "clients store both under one name",
          "source": "JSON:API 1.1, Fields",
          "severity": "warning",
          "where": {
            "pointers": ["/data", "/data/*", "/included/*"],
            "members": ["attributes", "relationships"]
          },
          "relation": "disjoint(attributes, relationships)",
          "message": "an attribute has the name of a relationship",
          "help": "send only the relationship",
          "examples": {
            "right": [
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "author": "Ann" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  }
                },
                "at": "/data/attributes"
              }
            ]
          }
        },
        "json-api-relationship": {
          "summary": "a relationship without `links`, `data` and `meta`",
          "why": "clients cannot tell which resources are related",
          "source": "JSON:API 1.1, Relationships",
          "severity": "warning",
          "where": { "pointers": "", "types": "object" },
          "schema": {
            "$defs": {
              "resource": {
                "properties": {
                  "relationships": {
                    "additionalProperties": {
                      "type": "object",
                      "anyOf": [
                        { "required": ["links"] },
                        { "required": ["data"] },
                        { "required": ["meta"] }
                      ]
                    }
                  }
                }
              }
            },
            "properties": {
              "data": {
                "if": { "type": "array" },
                "then": { "items": { "$ref": "#/$defs/resource" } },
                "else": { "$ref": "#/$defs/resource" }
              },
              "included": { "items": { "$ref": "#/$defs/resource" } }
            }
          },
          "message": "the relationship `{name}` is {value}; it needs `links`, `data` or `meta`",
          "examples": {
            "right": [
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                }
              },
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": null } }
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "id": "9" } }
                  }
                },
                "at": "/data/relationships/author"
              }
            ]
          }
        },
        "json-api-linkage": {
          "summary": "a related resource that is not named by `type` and `id`",
          "why": "clients find related resources by `type` and `id`",
          "source": "JSON:API 1.1, Resource Linkage",
          "severity": "warning",
          "where": { "pointers": "", "types": "object" },
          "schema": {
            "$defs": {
              "resource": {
                "properties": {
                  "relationships": {
                    "additionalProperties": {
                      "properties": {
                        "data": {
                          "if": { "type": "array" },
                          "then": { "items": { "$ref": "#/$defs/identifier" } },
                          "else": { "$ref": "#/$defs/identifier" }
                        }
                      }
                    }
                  }
                }
              },
              "identifier": {
                "type": ["object", "null"],
                "required": ["type"],
                "properties": {
                  "type": { "type": "string" },
                  "id": { "type": "string" },
                  "lid": { "type": "string" }
                },
                "if": { "not": { "required": ["lid"] } },
                "then": { "required": ["id"] }
              }
            },
            "properties": {
              "data": {
                "if": { "type": "array" },
                "then": { "items": { "$ref": "#/$defs/resource" } },
                "else": { "$ref": "#/$defs/resource" }
              },
              "included": { "items": { "$ref": "#/$defs/resource" } }
            }
          },
          "examples": {
            "right": [
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                }
              },
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "tags": { "data": [] } }
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": "9" } }
                  }
                },
                "at": "/data/relationships/author/data"
              },
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "tags": { "data": [{ "type": "tags", "id": 3 }] } }
                  }
                },
                "at": "/data/relationships/tags/data/0/id"
              },
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "relationships": { "author": { "data": { "type": "people" } } }
                  }
                },
                "at": "/data/relationships/author/data/id"
              }
            ]
          }
        },
        "json-api-identifier": {
          "summary": "a related resource with more than `type` and `id`",
          "why": "clients look for its attributes in `included`",
          "source": "JSON:API 1.1, Resource Identifier Objects",
          "severity": "warning",
          "where": { "pointers": "", "types": "object" },
          "schema": {
            "$defs": {
              "identifier": {
                "properties": { "type": true, "id": true, "lid": true, "meta": true },
                "patternProperties": { "^@|:": true },
                "additionalProperties": false
              },
              "linkage": {
                "if": { "type": "array" },
                "then": { "items": { "$ref": "#/$defs/identifier" } },
                "else": { "$ref": "#/$defs/identifier" }
              },
              "resource": {
                "properties": {
                  "relationships": {
                    "additionalProperties": { "properties": { "data": { "$ref": "#/$defs/linkage" } } }
                  }
                }
              }
            },
            "properties": {
              "data": {
                "if": { "type": "array" },
                "then": { "items": { "$ref": "#/$defs/resource" } },
                "else": { "$ref": "#/$defs/resource" }
              },
              "included": { "items": { "$ref": "#/$defs/resource" } }
            },
            "if": {
              "required": ["links"],
              "properties": {
                "links": {
                  "type": "object",
                  "required": ["self"],
                  "properties": {
                    "self": { "type": "string", "pattern": "/relationships/[^/?]+([?]|$)" }
                  }
                }
              }
            },
            "then": { "properties": { "data": { "$ref": "#/$defs/linkage" } } }
          },
          "message": "`{name}` is beside `type` and `id` of a related resource",
          "help": "put the resource into `included`",
          "examples": {
            "right": [
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                }
              },
              {
                "data": { "type": "people", "id": "9", "meta": { "x": 1 } },
                "links": { "self": "/articles/1/relationships/author" }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": {
                      "author": {
                        "data": { "type": "people", "id": "9", "attributes": { "name": "Ann" } }
                      }
                    }
                  }
                },
                "at": "/data/relationships/author/data/attributes"
              },
              {
                "body": {
                  "data": { "type": "people", "id": "9", "attributes": { "name": "Ann" } },
                  "links": { "self": "/articles/1/relationships/author" }
                },
                "at": "/data/attributes"
              }
            ]
          }
        },
        "json-api-unique": {
          "summary": "the same resource twice",
          "why": "clients store resources by `type` and `id`; one of the two is lost",
          "source": "JSON:API 1.1, Compound Documents",
          "severity": "warning",
          "where": { "pointers": "", "members": ["data"] },
          "relation": "unique(data[].type, data[].id)",
          "also": [
            {
              "where": { "pointers": "", "members": ["included"] },
              "relation": "unique(included[].type, included[].id)"
            },
            {
              "where": {
                "pointers": [
                  "/data/relationships/*",
                  "/data/*/relationships/*",
                  "/included/*/relationships/*"
                ],
                "members": ["data"]
              },
              "relation": "unique(data[].type, data[].id)"
            }
          ],
          "message": "two elements of `{name}` have the same `type` and `id`",
          "help": "send each resource once",
          "examples": {
            "right": [
              {
                "data": [
                  {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  },
                  {
                    "type": "articles",
                    "id": "2",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  }
                ],
                "included": [{ "type": "people", "id": "9" }, { "type": "tags", "id": "9" }]
              },
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": [
                    {
                      "type": "articles",
                      "id": "1",
                      "attributes": { "title": "Rails" },
                      "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                    },
                    {
                      "type": "articles",
                      "id": "1",
                      "attributes": { "title": "Rails" },
                      "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                    }
                  ]
                },
                "at": "/data"
              },
              {
                "body": {
                  "data": [
                    {
                      "type": "articles",
                      "id": "1",
                      "attributes": { "title": "Rails" },
                      "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                    }
                  ],
                  "included": [{ "type": "people", "id": "9" }, { "type": "people", "id": "9" }]
                },
                "at": "/included"
              },
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": {
                      "tags": {
                        "data": [{ "type": "people", "id": "9" }, { "type": "people", "id": "9" }]
                      }
                    }
                  }
                },
                "at": "/data/relationships/tags/data"
              }
            ]
          }
        },
        "json-api-links": {
          "summary": "a link that is neither a string nor an object with `href`",
          "why": "clients follow these links",
          "source": "JSON:API 1.1, Links",
          "severity": "warning",
          "where": { "pointers": "", "types": "object" },
          "schema": {
            "$defs": {
              "resource": {
                "properties": {
                  "links": { "$ref": "#/$defs/links" },
                  "relationships": {
                    "additionalProperties": {
                      "properties": { "links": { "$ref": "#/$defs/links", "minProperties": 1 } }
                    }
                  }
                }
              },
              "links": {
                "type": "object",
                "additionalProperties": {
                  "type": ["string", "object", "array", "null"],
                  "if": { "type": "object" },
                  "then": { "required": ["href"] }
                }
              }
            },
            "properties": {
              "data": {
                "if": { "type": "array" },
                "then": { "items": { "$ref": "#/$defs/resource" } },
                "else": { "$ref": "#/$defs/resource" }
              },
              "included": { "items": { "$ref": "#/$defs/resource" } },
              "links": { "$ref": "#/$defs/links" },
              "errors": { "items": { "properties": { "links": { "$ref": "#/$defs/links" } } } }
            }
          },
          "examples": {
            "right": [
              {
                "data": {
                  "type": "articles",
                  "id": "1",
                  "attributes": { "title": "Rails" },
                  "relationships": { "author": { "data": { "type": "people", "id": "9" } } },
                  "links": { "self": "/articles/1", "related": { "href": "/articles/1/author" } }
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } },
                    "links": { "self": false }
                  }
                },
                "at": "/data/links/self"
              },
              {
                "body": { "data": [], "links": { "next": { "url": "/articles?page=2" } } },
                "at": "/links/next/href"
              },
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "relationships": { "author": { "links": { "self": 7 } } }
                  }
                },
                "at": "/data/relationships/author/links/self"
              }
            ]
          }
        },
        "json-api-errors": {
          "summary": "errors that are not a list of error objects, or have wrong types",
          "why": "the app distinguishes errors by `status` and `code`, which are strings",
          "source": "JSON:API 1.1, Error Objects",
          "severity": "warning",
          "where": { "pointers": "", "members": ["errors"], "in": "response" },
          "schema": {
            "properties": {
              "errors": {
                "type": "array",
                "minItems": 1,
                "items": {
                  "type": "object",
                  "minProperties": 1,
                  "properties": {
                    "id": { "type": "string" },
                    "links": { "type": "object" },
                    "status": { "type": "string", "pattern": "^[1-5][0-9][0-9]$" },
                    "code": { "type": "string" },
                    "title": { "type": "string" },
                    "detail": { "type": "string" },
                    "source": {
                      "type": "object",
                      "properties": {
                        "pointer": { "type": "string", "format": "json-pointer" },
                        "parameter": { "type": "string" },
                        "header": { "type": "string" }
                      }
                    },
                    "meta": { "type": "object" }
                  }
                }
              }
            }
          },
          "examples": {
            "right": [
              {
                "errors": [
                  {
                    "status": "422",
                    "source": { "pointer": "/data/attributes/title" },
                    "detail": "The title is empty."
                  }
                ]
              }
            ],
            "wrong": [
              { "body": { "errors": [{ "status": 422 }] }, "at": "/errors/0/status" },
              { "body": { "errors": { "title": ["is empty"] } }, "at": "/errors" },
              { "body": { "errors": [{}] }, "at": "/errors/0" },
              {
                "body": { "errors": [{ "source": { "pointer": "data.title" } }] },
                "at": "/errors/0/source/pointer"
              }
            ]
          }
        },
        "json-api-next-page": {
          "summary": "a `next` that does not fit the other links",
          "why": "the app stops too early, or requests the same pages again and again",
          "source": "JSON:API 1.1, Pagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["links"], "in": "response" },
          "relation": "(present(links.next) and links.next != links.self and links.next != links.prev) or (absent(links.next) and (count(data) == 0 or absent(links.last) or (present(links.self) and links.last == links.self) or ((present(links.prev) or not (query(links.last, \"page\") > 1 or query(links.last, \"page[number]\") > 1)) and not (query(links.last, \"page\") > query(links.prev, \"page\") + 1 or query(links.last, \"page[number]\") > query(links.prev, \"page[number]\") + 1))))",
          "at": "links.next",
          "message": "`next` is {links.next}, but `prev` is {links.prev} and `last` is {links.last}",
          "help": "send the link to the next page; null on the last page",
          "examples": {
            "right": [
              {
                "data": [],
                "links": {
                  "self": "/articles?page=2",
                  "first": "/articles?page=1",
                  "last": "/articles?page=4",
                  "prev": "/articles?page=1",
                  "next": "/articles?page=3"
                }
              },
              {
                "data": [
                  {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  }
                ],
                "links": {
                  "first": "/articles?page=1",
                  "last": "/articles?page=1",
                  "prev": null,
                  "next": null
                }
              },
              { "data": [], "links": { "self": "/articles" } }
            ],
            "wrong": [
              {
                "body": {
                  "data": [],
                  "links": { "prev": "/articles?page=1", "next": "/articles?page=1" }
                },
                "at": "/links/next"
              },
              {
                "body": {
                  "data": [],
                  "links": { "self": "/articles?page=2", "next": "/articles?page=2" }
                },
                "at": "/links/next"
              },
              {
                "body": {
                  "data": [
                    {
                      "type": "articles",
                      "id": "1",
                      "attributes": { "title": "Rails" },
                      "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                    }
                  ],
                  "links": {
                    "first": "/articles?page=1",
                    "last": "/articles?page=4",
                    "prev": null,
                    "next": null
                  }
                },
                "at": "/links/next"
              },
              {
                "body": {
                  "data": [
                    {
                      "type": "articles",
                      "id": "1",
                      "attributes": { "title": "Rails" },
                      "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                    }
                  ],
                  "links": {
                    "last": "/articles?page[number]=4",
                    "prev": "/articles?page[number]=1",
                    "next": null
                  }
                },
                "at": "/links/next"
              }
            ]
          }
        },
        "json-api-previous-page": {
          "summary": "a `prev` that does not fit the other links",
          "why": "the app stops too early, or requests the same pages again and again",
          "source": "JSON:API 1.1, Pagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["links"], "in": "response" },
          "relation": "(present(links.prev) and links.prev != links.self) or (absent(links.prev) and not (query(links.next, \"page\") > 2 or query(links.next, \"page[number]\") > 2))",
          "at": "links.prev",
          "message": "`prev` is {links.prev}, but `next` is {links.next} and `self` is {links.self}",
          "help": "send the link to the previous page; null on the first page",
          "examples": {
            "right": [
              {
                "data": [],
                "links": {
                  "self": "/articles?page=2",
                  "prev": "/articles?page=1",
                  "next": "/articles?page=3"
                }
              },
              {
                "data": [],
                "links": { "self": "/articles?page=1", "prev": null, "next": "/articles?page=2" }
              },
              { "data": [], "links": { "self": "/articles" } }
            ],
            "wrong": [
              {
                "body": {
                  "data": [],
                  "links": {
                    "self": "/articles?page=2",
                    "prev": "/articles?page=2",
                    "next": "/articles?page=3"
                  }
                },
                "at": "/links/prev"
              },
              {
                "body": { "data": [], "links": { "prev": null, "next": "/articles?page[number]=3" } },
                "at": "/links/prev"
              }
            ]
          }
        },
        "json-api-error-status": {
          "summary": "an error whose `status` differs from the status of the response",
          "why": "the app uses one of the two values to distinguish errors",
          "source": "JSON:API 1.1, Error Objects",
          "severity": "warning",
          "where": {
            "pointers": "",
            "members": ["errors"],
            "in": "response",
            "statuses": ["4XX", "5XX"]
          },
          "relation": "count(errors) != 1 or errors[0].status == status()",
          "at": "errors[0].status",
          "message": "`status` is {errors[0].status}, but the response has the status {status()}",
          "help": "send the status of the response",
          "examples": {
            "right": [
              { "errors": [{ "status": "422" }] },
              { "errors": [{ "status": "422" }, { "status": "409" }] }
            ],
            "wrong": [
              { "body": { "errors": [{ "status": "500" }] }, "at": "/errors/0/status", "status": 404 }
            ]
          }
        },
        "json-api-success": {
          "summary": "errors in a successful response",
          "why": "the app treats the response as a success",
          "source": "JSON:API 1.1, Responses",
          "severity": "warning",
          "where": { "pointers": "", "members": ["errors"], "in": "response", "statuses": "2XX" },
          "schema": {
            "if": { "not": { "required": ["data"] } },
            "then": { "properties": { "errors": false } }
          },
          "message": "the response has errors, but its status says that it is a success",
          "help": "send the status of a failure, or `data`",
          "examples": {
            "right": [{ "data": null }],
            "wrong": [{ "body": { "errors": [{ "title": "No" }] }, "at": "/errors" }]
          }
        },
        "json-api-failure": {
          "summary": "data in a response that is a failure",
          "why": "the app treats the response as a failure",
          "source": "JSON:API 1.1, Responses",
          "severity": "warning",
          "where": {
            "pointers": "",
            "members": ["data"],
            "in": "response",
            "statuses": ["4XX", "5XX"]
          },
          "schema": {
            "if": { "not": { "required": ["errors"] } },
            "then": { "properties": { "data": { "type": "null" } } }
          },
          "message": "the response has data, but its status says that it is a failure",
          "help": "send `errors`",
          "examples": {
            "right": [{ "errors": [{ "title": "No" }] }, { "data": null }],
            "wrong": [
              {
                "body": {
                  "data": {
                    "type": "articles",
                    "id": "1",
                    "attributes": { "title": "Rails" },
                    "relationships": { "author": { "data": { "type": "people", "id": "9" } } }
                  }
                },
                "at": "/data"
              }
            ]
          }
        }
      }
    }
    """###

  private static let laravel: StaticString = ###"""
    {
      "$schema": "../rules.schema.json",
      "customRules": {
        "laravel-page-last-page": {
          "summary": "a number of pages that does not follow from the total and the size",
          "why": "the app shows a wrong number of pages, or never asks for the last page",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["last_page", "per_page", "total"] },
          "relation": "(total == 0 and last_page == 1) or (total > 0 and last_page * per_page >= total and (last_page - 1) * per_page < total)",
          "at": "last_page",
          "message": "`last_page` is {last_page} for a total of {total} in pages of {per_page}",
          "help": "send `total` divided by `per_page`, rounded up, and at least 1",
          "examples": {
            "right": [
              { "last_page": 2, "per_page": 3, "total": 5 },
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              },
              { "last_page": 1, "per_page": 3, "total": 0 }
            ],
            "wrong": [
              { "body": { "last_page": 3, "per_page": 3, "total": 5 }, "at": "/last_page" },
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": null
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 1,
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/meta/last_page"
              },
              { "body": { "last_page": 0, "per_page": 3, "total": 0 }, "at": "/last_page" }
            ]
          }
        },
        "laravel-page-members": {
          "summary": "a page without one of its properties, or with wrong types",
          "why": "the app uses these properties to show the elements and to follow the pages",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["data", "path", "per_page"] },
          "schema": {
            "required": ["next_page_url", "prev_page_url"],
            "dependentRequired": {
              "current_page": ["first_page_url", "from", "to"],
              "last_page": ["total"],
              "last_page_url": ["last_page", "total"],
              "next_cursor": ["prev_cursor"],
              "prev_cursor": ["next_cursor"],
              "total": ["last_page"]
            },
            "properties": {
              "data": { "type": ["array", "object"] },
              "first_page_url": { "type": "string" },
              "next_page_url": { "type": ["string", "null"] },
              "prev_page_url": { "type": ["string", "null"] },
              "next_cursor": { "type": ["string", "null"] },
              "prev_cursor": { "type": ["string", "null"] }
            }
          },
          "examples": {
            "right": [
              {
                "current_page": 2,
                "data": [{ "id": 4 }, { "id": 5 }],
                "first_page_url": "https://api.example.org/books?page=1",
                "from": 4,
                "last_page": 2,
                "last_page_url": "https://api.example.org/books?page=2",
                "links": [],
                "next_page_url": null,
                "path": "https://api.example.org/books",
                "per_page": 3,
                "prev_page_url": "https://api.example.org/books?page=1",
                "to": 5,
                "total": 5
              },
              {
                "current_page": 2,
                "data": [{ "id": 4 }, { "id": 5 }],
                "first_page_url": "https://api.example.org/books?page=1",
                "from": 4,
                "next_page_url": null,
                "path": "https://api.example.org/books",
                "per_page": 3,
                "prev_page_url": "https://api.example.org/books?page=1",
                "to": 5
              },
              {
                "data": [],
                "path": "https://api.example.org/books?page=",
                "per_page": 3,
                "next_cursor": null,
                "next_page_url": null,
                "prev_cursor": null,
                "prev_page_url": null
              }
            ],
            "wrong": [
              {
                "body": {
                  "current_page": 2,
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "first_page_url": "https://api.example.org/books?page=1",
                  "from": 4,
                  "last_page": 2,
                  "last_page_url": "https://api.example.org/books?page=2",
                  "links": [],
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "prev_page_url": "https://api.example.org/books?page=1",
                  "to": 5,
                  "total": 5
                },
                "at": "/next_page_url"
              },
              {
                "body": {
                  "current_page": 2,
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "first_page_url": "https://api.example.org/books?page=1",
                  "from": 4,
                  "last_page": 2,
                  "last_page_url": "https://api.example.org/books?page=2",
                  "links": [],
                  "next_page_url": null,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "prev_page_url": "https://api.example.org/books?page=1",
                  "to": 5
                },
                "at": "/total"
              },
              {
                "body": {
                  "current_page": 2,
                  "data": null,
                  "first_page_url": "https://api.example.org/books?page=1",
                  "from": 4,
                  "last_page": 2,
                  "last_page_url": "https://api.example.org/books?page=2",
                  "links": [],
                  "next_page_url": null,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "prev_page_url": "https://api.example.org/books?page=1",
                  "to": 5,
                  "total": 5
                },
                "at": "/data"
              },
              {
                "body": {
                  "current_page": 2,
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "first_page_url": null,
                  "from": 4,
                  "last_page": 2,
                  "last_page_url": "https://api.example.org/books?page=2",
                  "links": [],
                  "next_page_url": null,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "prev_page_url": "https://api.example.org/books?page=1",
                  "to": 5,
                  "total": 5
                },
                "at": "/first_page_url"
              }
            ]
          }
        },
        "laravel-page-figures": {
          "summary": "a page without one of its numbers",
          "why": "the app does not know which page it has, and cannot ask for the next page",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["from", "path", "to"] },
          "schema": {
            "required": ["current_page", "per_page"],
            "if": { "required": ["data"] },
            "else": { "dependentRequired": { "last_page": ["total"], "total": ["last_page"] } }
          },
          "examples": {
            "right": [
              {
                "current_page": 2,
                "data": [{ "id": 4 }, { "id": 5 }],
                "first_page_url": "https://api.example.org/books?page=1",
                "from": 4,
                "last_page": 2,
                "last_page_url": "https://api.example.org/books?page=2",
                "links": [],
                "next_page_url": null,
                "path": "https://api.example.org/books",
                "per_page": 3,
                "prev_page_url": "https://api.example.org/books?page=1",
                "to": 5,
                "total": 5
              },
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "current_page": 2,
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "first_page_url": "https://api.example.org/books?page=1",
                  "from": 4,
                  "last_page": 2,
                  "last_page_url": "https://api.example.org/books?page=2",
                  "links": [],
                  "next_page_url": null,
                  "path": "https://api.example.org/books",
                  "prev_page_url": "https://api.example.org/books?page=1",
                  "to": 5,
                  "total": 5
                },
                "at": "/per_page"
              },
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": null
                  },
                  "meta": {
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/meta/current_page"
              },
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": null
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5
                  }
                },
                "at": "/meta/total"
              }
            ]
          }
        },
        "laravel-resource-members": {
          "summary": "a page of resources without `links` or `meta`, or with wrong types",
          "why": "the app uses these properties to follow the pages",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "pointers": "", "members": ["data"] },
          "schema": {
            "$defs": {
              "links": { "type": "object", "required": ["first", "last", "next", "prev"] },
              "meta": { "type": "object", "required": ["path", "per_page"] },
              "pages": {
                "properties": {
                  "data": { "type": ["array", "object"] },
                  "links": { "additionalProperties": { "type": ["string", "null"] } }
                }
              }
            },
            "allOf": [
              {
                "if": { "required": ["links"], "properties": { "links": { "$ref": "#/$defs/links" } } },
                "then": {
                  "$ref": "#/$defs/pages",
                  "required": ["meta"],
                  "properties": { "meta": { "type": "object" } }
                }
              },
              {
                "if": { "required": ["meta"], "properties": { "meta": { "$ref": "#/$defs/meta" } } },
                "then": { "required": ["links"] }
              }
            ]
          },
          "examples": {
            "right": [
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              },
              { "data": { "id": 1 } },
              { "data": [], "links": { "self": "/books" } },
              { "data": [], "meta": { "version": 2 } }
            ],
            "wrong": [
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": null
                  }
                },
                "at": "/meta"
              },
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/links"
              },
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": null
                  },
                  "meta": []
                },
                "at": "/meta"
              },
              {
                "body": {
                  "data": null,
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": null
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/data"
              },
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": { "href": "https://api.example.org/books?page=3" }
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/links/next"
              }
            ]
          }
        },
        "laravel-page-from": {
          "summary": "a `from` that is not the position of the page's first element",
          "why": "the app shows wrong positions",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["current_page", "from", "per_page"] },
          "relation": "absent(from) or from == (current_page - 1) * per_page + 1",
          "message": "`from` is {from} on page {current_page} in pages of {per_page}",
          "help": "send the position of the page's first element: `current_page` minus 1, times `per_page`, plus 1",
          "examples": {
            "right": [
              { "current_page": 2, "from": 4, "per_page": 3 },
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              },
              { "current_page": 2, "from": null, "per_page": 3 }
            ],
            "wrong": [
              { "body": { "current_page": 2, "from": 3, "per_page": 3 }, "at": "/from" },
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": null
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 1,
                    "last_page": 2,
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/meta/from"
              }
            ]
          }
        },
        "laravel-page-to": {
          "summary": "a `to` that is not the position of the page's last element",
          "why": "the app shows wrong positions",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["data", "from", "path", "per_page", "to"] },
          "relation": "(absent(from) and absent(to) and count(data) == 0) or (present(from) and to == from + count(data) - 1)",
          "at": "to",
          "message": "`from` is {from} and `to` is {to}, but the length of `data` is {count(data)}",
          "help": "`to` is `from` plus the length of `data`, minus 1; both are null if `data` is empty",
          "examples": {
            "right": [
              { "data": [{ "id": 4 }, { "id": 5 }], "from": 4, "to": 5 },
              { "data": [], "from": null, "to": null }
            ],
            "wrong": [
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "from": 4,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 6
                },
                "at": "/to"
              },
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "from": null,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": null
                },
                "at": "/to"
              }
            ]
          }
        },
        "laravel-resource-to": {
          "summary": "a `meta.to` that is not the position of the page's last element",
          "why": "the app shows wrong positions",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "meta"] },
          "relation": "absent(meta.current_page) or absent(meta.per_page) or (absent(meta.from) and absent(meta.to)) or (present(meta.from) and meta.to == meta.from + count(data) - 1)",
          "at": "meta.to",
          "message": "`meta.from` is {meta.from} and `meta.to` is {meta.to}, but the length of `data` is {count(data)}",
          "help": "`to` is `from` plus the length of `data`, minus 1; both are null if `data` is empty",
          "examples": {
            "right": [
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              },
              { "data": [1], "meta": { "version": 2 } }
            ],
            "wrong": [
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "per_page": 3,
                    "to": 6,
                    "total": 5
                  }
                },
                "at": "/meta/to"
              },
              {
                "body": {
                  "data": [],
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/meta/to"
              }
            ]
          }
        },
        "laravel-page-size": {
          "summary": "a page with more elements than `per_page`",
          "why": "the app expects at most `per_page` elements",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["data", "per_page"] },
          "relation": "count(data) <= per_page",
          "message": "the length of `data` is {count(data)}, but `per_page` is {per_page}",
          "examples": {
            "right": [{ "data": [{ "id": 4 }, { "id": 5 }], "per_page": 3 }],
            "wrong": [{ "body": { "data": [{ "id": 4 }, { "id": 5 }], "per_page": 1 }, "at": "/data" }]
          }
        },
        "laravel-resource-size": {
          "summary": "a page with more elements than `per_page`",
          "why": "the app expects at most `per_page` elements",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "meta"] },
          "relation": "count(data) <= meta.per_page",
          "message": "the length of `data` is {count(data)}, but `meta.per_page` is {meta.per_page}",
          "examples": {
            "right": [
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "per_page": 1,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/data"
              }
            ]
          }
        },
        "laravel-page-gap": {
          "summary": "an empty page before the last page",
          "why": "the app reads an empty page as the end of the list",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["current_page", "data", "last_page", "total"] },
          "relation": "count(data) > 0 or current_page > last_page or total == 0",
          "at": "data",
          "message": "`data` is empty on page {current_page} of {last_page}",
          "examples": {
            "right": [
              {
                "current_page": 2,
                "data": [{ "id": 4 }, { "id": 5 }],
                "first_page_url": "https://api.example.org/books?page=1",
                "from": 4,
                "last_page": 2,
                "last_page_url": "https://api.example.org/books?page=2",
                "links": [],
                "next_page_url": null,
                "path": "https://api.example.org/books",
                "per_page": 3,
                "prev_page_url": "https://api.example.org/books?page=1",
                "to": 5,
                "total": 5
              },
              { "current_page": 3, "data": [], "last_page": 2, "total": 4 },
              { "current_page": 1, "data": [], "last_page": 1, "total": 0 }
            ],
            "wrong": [
              { "body": { "current_page": 1, "data": [], "last_page": 2, "total": 4 }, "at": "/data" }
            ]
          }
        },
        "laravel-resource-gap": {
          "summary": "an empty page before the last page",
          "why": "the app reads an empty page as the end of the list",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "meta"] },
          "relation": "absent(meta.current_page) or absent(meta.last_page) or count(data) > 0 or meta.current_page > meta.last_page or meta.total == 0",
          "at": "data",
          "message": "`data` is empty on page {meta.current_page} of {meta.last_page}",
          "examples": {
            "right": [
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              },
              { "data": [], "meta": { "version": 2 } },
              {
                "data": [],
                "meta": {
                  "current_page": 3,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": [],
                  "meta": {
                    "current_page": 1,
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/data"
              }
            ]
          }
        },
        "laravel-page-short": {
          "summary": "a page that is not full, although there is a next page",
          "why": "the app reads a short page as the last page",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["data", "next_page_url", "per_page"] },
          "relation": "absent(next_page_url) or count(data) == 0 or count(data) >= per_page or (present(last_page) and current_page >= last_page)",
          "at": "data",
          "message": "the length of `data` is {count(data)}, but `per_page` is {per_page} and `next_page_url` is {next_page_url}",
          "examples": {
            "right": [
              {
                "current_page": 2,
                "data": [{ "id": 4 }, { "id": 5 }],
                "first_page_url": "https://api.example.org/books?page=1",
                "from": 4,
                "last_page": 2,
                "last_page_url": "https://api.example.org/books?page=2",
                "links": [],
                "next_page_url": null,
                "path": "https://api.example.org/books",
                "per_page": 3,
                "prev_page_url": "https://api.example.org/books?page=1",
                "to": 5,
                "total": 5
              },
              {
                "data": [1, 2, 3],
                "next_page_url": "https://api.example.org/books?page=3",
                "per_page": 3
              },
              { "data": [1], "next_page_url": null, "per_page": 3 }
            ],
            "wrong": [
              {
                "body": {
                  "data": [1, 2],
                  "next_page_url": "https://api.example.org/books?page=3",
                  "per_page": 3
                },
                "at": "/data"
              }
            ]
          }
        },
        "laravel-resource-short": {
          "summary": "a page that is not full, although there is a next page",
          "why": "the app reads a short page as the last page",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "links", "meta"] },
          "relation": "absent(links.next) or absent(meta.per_page) or count(data) == 0 or count(data) >= meta.per_page or (present(meta.last_page) and meta.current_page >= meta.last_page)",
          "at": "data",
          "message": "the length of `data` is {count(data)}, but `meta.per_page` is {meta.per_page} and `links.next` is {links.next}",
          "examples": {
            "right": [
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              },
              {
                "data": [1, 2, 3],
                "links": { "next": "https://api.example.org/books?page=3" },
                "meta": { "per_page": 3 }
              },
              { "data": [1], "links": { "next": "https://api.example.org/books?page=3" }, "meta": {} }
            ],
            "wrong": [
              {
                "body": {
                  "data": [1, 2],
                  "links": { "next": "https://api.example.org/books?page=3" },
                  "meta": { "per_page": 3 }
                },
                "at": "/data"
              }
            ]
          }
        },
        "laravel-page-total": {
          "summary": "a `total` that does not fit the page's last element",
          "why": "the app shows a wrong number of elements",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["current_page", "last_page", "to", "total"] },
          "relation": "absent(to) or (to <= total and (current_page < last_page or to == total))",
          "at": "total",
          "message": "`total` is {total}, but `to` is {to} on page {current_page} of {last_page}",
          "examples": {
            "right": [
              { "current_page": 2, "last_page": 2, "to": 5, "total": 5 },
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              },
              { "current_page": 2, "last_page": 2, "to": null, "total": 5 }
            ],
            "wrong": [
              { "body": { "current_page": 2, "last_page": 2, "to": 5, "total": 6 }, "at": "/total" },
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": null
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "per_page": 3,
                    "to": 5,
                    "total": 4
                  }
                },
                "at": "/meta/total"
              }
            ]
          }
        },
        "laravel-page-next": {
          "summary": "a `next_page_url` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["current_page", "last_page", "next_page_url"] },
          "relation": "(present(next_page_url) and current_page < last_page) or (absent(next_page_url) and current_page >= last_page)",
          "message": "`next_page_url` is {next_page_url} on page {current_page} of {last_page}",
          "help": "send the link to the next page; null on the last page",
          "examples": {
            "right": [
              { "current_page": 2, "last_page": 2, "next_page_url": null },
              {
                "current_page": 1,
                "last_page": 2,
                "next_page_url": "https://api.example.org/books?page=2"
              }
            ],
            "wrong": [
              {
                "body": { "current_page": 1, "last_page": 2, "next_page_url": null },
                "at": "/next_page_url"
              },
              {
                "body": {
                  "current_page": 2,
                  "last_page": 2,
                  "next_page_url": "https://api.example.org/books?page=3"
                },
                "at": "/next_page_url"
              }
            ]
          }
        },
        "laravel-page-prev": {
          "summary": "a `prev_page_url` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["current_page", "prev_page_url"] },
          "relation": "(present(prev_page_url) and current_page > 1) or (absent(prev_page_url) and current_page <= 1)",
          "message": "`prev_page_url` is {prev_page_url} on page {current_page}",
          "help": "send the link to the previous page; null on the first page",
          "examples": {
            "right": [{ "current_page": 2, "prev_page_url": "https://api.example.org/books?page=1" }],
            "wrong": [
              { "body": { "current_page": 2, "prev_page_url": null }, "at": "/prev_page_url" },
              {
                "body": { "current_page": 1, "prev_page_url": "https://api.example.org/books?page=1" },
                "at": "/prev_page_url"
              }
            ]
          }
        },
        "laravel-page-links": {
          "summary": "a link that leads to another page than its name says",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["current_page", "next_page_url", "prev_page_url"] },
          "relation": "(present(last_page) and current_page >= last_page) or query(next_page_url, \"page\") == current_page + 1",
          "at": "next_page_url",
          "also": [
            {
              "where": { "members": ["current_page", "next_page_url", "prev_page_url"] },
              "relation": "current_page <= 1 or query(prev_page_url, \"page\") == current_page - 1",
              "at": "prev_page_url"
            }
          ],
          "message": "`{name}` is {value} on page {current_page}",
          "help": "send the link to the page that its name says",
          "examples": {
            "right": [
              {
                "current_page": 2,
                "data": [{ "id": 4 }, { "id": 5 }],
                "first_page_url": "https://api.example.org/books?page=1",
                "from": 4,
                "last_page": 2,
                "last_page_url": "https://api.example.org/books?page=2",
                "links": [],
                "next_page_url": null,
                "path": "https://api.example.org/books",
                "per_page": 3,
                "prev_page_url": "https://api.example.org/books?page=1",
                "to": 5,
                "total": 5
              },
              {
                "current_page": 2,
                "next_page_url": "https://api.example.org/books?page=3",
                "prev_page_url": "https://api.example.org/books?page=1"
              },
              {
                "current_page": 2,
                "next_page_url": "https://api.example.org/books?p=9",
                "prev_page_url": null
              }
            ],
            "wrong": [
              {
                "body": {
                  "current_page": 2,
                  "next_page_url": "https://api.example.org/books?page=2",
                  "prev_page_url": "https://api.example.org/books?page=1"
                },
                "at": "/next_page_url"
              },
              {
                "body": {
                  "current_page": 2,
                  "next_page_url": "https://api.example.org/books?page=3",
                  "prev_page_url": "https://api.example.org/books?page=3"
                },
                "at": "/prev_page_url"
              }
            ]
          }
        },
        "laravel-page-last-url": {
          "summary": "a link to the last page that leads to another page",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["last_page", "last_page_url"] },
          "relation": "query(last_page_url, \"page\") == last_page",
          "message": "`last_page_url` is {last_page_url}, but `last_page` is {last_page}",
          "help": "send the link to the last page",
          "examples": {
            "right": [
              {
                "current_page": 2,
                "data": [{ "id": 4 }, { "id": 5 }],
                "first_page_url": "https://api.example.org/books?page=1",
                "from": 4,
                "last_page": 2,
                "last_page_url": "https://api.example.org/books?page=2",
                "links": [],
                "next_page_url": null,
                "path": "https://api.example.org/books",
                "per_page": 3,
                "prev_page_url": "https://api.example.org/books?page=1",
                "to": 5,
                "total": 5
              },
              { "last_page": 2, "last_page_url": "https://api.example.org/books" }
            ],
            "wrong": [
              {
                "body": {
                  "current_page": 2,
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "first_page_url": "https://api.example.org/books?page=1",
                  "from": 4,
                  "last_page": 2,
                  "last_page_url": "https://api.example.org/books?page=9",
                  "links": [],
                  "next_page_url": null,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "prev_page_url": "https://api.example.org/books?page=1",
                  "to": 5,
                  "total": 5
                },
                "at": "/last_page_url"
              }
            ]
          }
        },
        "laravel-resource-next": {
          "summary": "a `next` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "links", "meta"] },
          "relation": "absent(meta.current_page) or absent(meta.last_page) or (present(links.next) and meta.current_page < meta.last_page) or (absent(links.next) and meta.current_page >= meta.last_page)",
          "at": "links.next",
          "message": "`links.next` is {links.next} on page {meta.current_page} of {meta.last_page}",
          "help": "send the link to the next page; null on the last page",
          "examples": {
            "right": [
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              },
              { "data": [], "links": {}, "meta": {} }
            ],
            "wrong": [
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": "https://api.example.org/books?page=3"
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/links/next"
              },
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": null
                  },
                  "meta": {
                    "current_page": 1,
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/links/next"
              }
            ]
          }
        },
        "laravel-resource-prev": {
          "summary": "a `prev` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "links", "meta"] },
          "relation": "absent(meta.path) or absent(meta.current_page) or (present(links.prev) and meta.current_page > 1) or (absent(links.prev) and meta.current_page <= 1)",
          "at": "links.prev",
          "message": "`links.prev` is {links.prev} on page {meta.current_page}",
          "help": "send the link to the previous page; null on the first page",
          "examples": {
            "right": [
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              },
              { "data": [], "links": {}, "meta": { "current_page": 2 } }
            ],
            "wrong": [
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": null,
                    "next": null
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/links/prev"
              }
            ]
          }
        },
        "laravel-resource-pages": {
          "summary": "a link that leads to another page than its name says",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "links", "meta"] },
          "relation": "(present(meta.last_page) and meta.current_page >= meta.last_page) or query(links.next, \"page\") == meta.current_page + 1",
          "at": "links.next",
          "also": [
            {
              "where": { "members": ["data", "links", "meta"] },
              "relation": "meta.current_page <= 1 or query(links.prev, \"page\") == meta.current_page - 1",
              "at": "links.prev"
            }
          ],
          "message": "`{name}` is {value} on page {meta.current_page}",
          "help": "send the link to the page that its name says",
          "examples": {
            "right": [
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": "https://api.example.org/books?page=2"
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/links/next"
              },
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=2",
                    "next": null
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/links/prev"
              }
            ]
          }
        },
        "laravel-resource-last": {
          "summary": "a link to the last page that leads to another page",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "links", "meta"] },
          "relation": "query(links.last, \"page\") == meta.last_page",
          "message": "`links.last` is {links.last}, but `meta.last_page` is {meta.last_page}",
          "help": "send the link to the last page",
          "examples": {
            "right": [
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": "https://api.example.org/books?page=1",
                    "last": "https://api.example.org/books?page=9",
                    "prev": "https://api.example.org/books?page=1",
                    "next": null
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/links/last"
              }
            ]
          }
        },
        "laravel-resource-first": {
          "summary": "a link to the last page without a link to the first page",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "links", "meta"] },
          "relation": "absent(meta.path) or absent(links.last) or present(links.first)",
          "at": "links.first",
          "message": "`links.first` is {links.first}, but `links.last` is {links.last}",
          "help": "send the link to the first page",
          "examples": {
            "right": [
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              },
              {
                "data": [],
                "links": { "first": null, "last": null },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": [{ "id": 4 }, { "id": 5 }],
                  "links": {
                    "first": null,
                    "last": "https://api.example.org/books?page=2",
                    "prev": "https://api.example.org/books?page=1",
                    "next": null
                  },
                  "meta": {
                    "current_page": 2,
                    "from": 4,
                    "last_page": 2,
                    "path": "https://api.example.org/books",
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": "/links/first"
              }
            ]
          }
        },
        "laravel-cursor": {
          "summary": "a cursor without its link, or a link without its cursor",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Laravel, Pagination, Cursor Pagination",
          "severity": "warning",
          "where": { "members": ["next_cursor", "next_page_url"] },
          "relation": "(present(next_cursor) and present(next_page_url)) or (absent(next_cursor) and absent(next_page_url))",
          "message": "`next_cursor` is {next_cursor}, but `next_page_url` is {next_page_url}",
          "help": "send values for both, or null for both",
          "examples": {
            "right": [
              {
                "data": [1],
                "path": "https://api.example.org/books",
                "per_page": 1,
                "next_cursor": "eyJ",
                "next_page_url": "https://api.example.org/books?cursor=eyJ",
                "prev_cursor": null,
                "prev_page_url": null
              },
              {
                "data": [1],
                "path": "https://api.example.org/books",
                "per_page": 1,
                "next_cursor": null,
                "next_page_url": null,
                "prev_cursor": null,
                "prev_page_url": null
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": [1],
                  "path": "https://api.example.org/books",
                  "per_page": 1,
                  "next_cursor": null,
                  "next_page_url": "https://api.example.org/books?cursor=eyJ",
                  "prev_cursor": null,
                  "prev_page_url": null
                },
                "at": "/next_cursor"
              },
              {
                "body": {
                  "data": [1],
                  "path": "https://api.example.org/books",
                  "per_page": 1,
                  "next_cursor": "eyJ",
                  "next_page_url": null,
                  "prev_cursor": null,
                  "prev_page_url": null
                },
                "at": "/next_cursor"
              }
            ]
          }
        },
        "laravel-resource-cursor": {
          "summary": "a cursor without its link, or a link without its cursor",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "links", "meta"] },
          "relation": "absent(meta.path) or (present(meta.next_cursor) and present(links.next)) or (absent(meta.next_cursor) and (absent(links.next) or present(meta.current_page) or present(meta.to)))",
          "at": "meta.next_cursor",
          "message": "`meta.next_cursor` is {meta.next_cursor}, but `links.next` is {links.next}",
          "help": "send values for both, or null for both",
          "examples": {
            "right": [
              {
                "data": [1],
                "links": {
                  "first": null,
                  "last": null,
                  "prev": null,
                  "next": "https://api.example.org/books?cursor=eyJ"
                },
                "meta": {
                  "path": "https://api.example.org/books",
                  "per_page": 1,
                  "next_cursor": "eyJ",
                  "prev_cursor": null
                }
              },
              {
                "data": [{ "id": 4 }, { "id": 5 }],
                "links": {
                  "first": "https://api.example.org/books?page=1",
                  "last": "https://api.example.org/books?page=2",
                  "prev": "https://api.example.org/books?page=1",
                  "next": null
                },
                "meta": {
                  "current_page": 2,
                  "from": 4,
                  "last_page": 2,
                  "path": "https://api.example.org/books",
                  "per_page": 3,
                  "to": 5,
                  "total": 5
                }
              }
            ],
            "wrong": [
              {
                "body": {
                  "data": [1],
                  "links": {
                    "first": null,
                    "last": null,
                    "prev": null,
                    "next": "https://api.example.org/books?cursor=eyJ"
                  },
                  "meta": {
                    "path": "https://api.example.org/books",
                    "per_page": 1,
                    "next_cursor": null,
                    "prev_cursor": null
                  }
                },
                "at": "/meta/next_cursor"
              },
              {
                "body": {
                  "data": [1],
                  "links": { "first": null, "last": null, "prev": null, "next": null },
                  "meta": {
                    "path": "https://api.example.org/books",
                    "per_page": 1,
                    "next_cursor": "eyJ",
                    "prev_cursor": null
                  }
                },
                "at": "/meta/next_cursor"
              }
            ]
          }
        },
        "laravel-validation-error": {
          "summary": "a validation error that does not have a message and a list of messages for each field",
          "why": "the app shows the messages beside their fields",
          "source": "Laravel, Validation, Validation Error Response Format",
          "severity": "warning",
          "where": { "pointers": "", "in": "response", "statuses": "422", "types": "object" },
          "schema": {
            "required": ["message"],
            "properties": {
              "message": { "type": "string" },
              "errors": {
                "type": "object",
                "additionalProperties": {
                  "type": "array",
                  "minItems": 1,
                  "items": { "type": "string" }
                }
              }
            }
          },
          "examples": {
            "right": [
              {
                "message": "The name is required. (and 1 more error)",
                "errors": {
                  "name": ["The name is required."],
                  "lines.0.sku": ["There is no such article."]
                }
              },
              { "message": "No." }
            ],
            "wrong": [
              {
                "body": { "message": "No.", "errors": { "name": "The name is required." } },
                "at": "/errors/name"
              },
              { "body": { "message": "No.", "errors": [] }, "at": "/errors" },
              { "body": { "errors": { "name": ["No."] } }, "at": "/message" }
            ]
          }
        },
        "laravel-error-message": {
          "summary": "a `message` of an error that is not a text",
          "why": "the app shows this text",
          "source": "Laravel, Error Handling",
          "severity": "warning",
          "where": {
            "pointers": "/message",
            "in": "response",
            "statuses": ["401", "403", "404", "405", "409", "419", "429", "500", "503"]
          },
          "schema": { "type": "string" },
          "examples": {
            "right": [{ "message": "Not found." }, { "error": 7 }],
            "wrong": [{ "body": { "message": { "title": "Not found." } }, "at": "/message" }]
          }
        }
      }
    }
    """###

  private static let spring: StaticString = ###"""
    {
      "$schema": "../rules.schema.json",
      "customRules": {
        "spring-page-total-pages": {
          "summary": "a number of pages that does not follow from the elements and the size",
          "why": "the app shows a wrong number of pages, or never asks for the last page",
          "source": "Spring Data Commons, `Page` and `PageImpl`",
          "severity": "warning",
          "where": { "members": ["size", "totalElements", "totalPages"] },
          "relation": "size == 0 or (totalPages * size >= totalElements and (totalPages - 1) * size < totalElements)",
          "at": "totalPages",
          "message": "`totalPages` is {totalPages}, which is wrong for a total of {totalElements} in pages of {size}",
          "help": "send `totalElements` divided by `size`, rounded up",
          "examples": {
            "right": [
              { "size": 2, "totalElements": 4, "totalPages": 2 },
              { "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 } },
              { "size": 2, "totalElements": 0, "totalPages": 0 },
              { "size": 0, "totalElements": 4, "totalPages": 1 }
            ],
            "wrong": [
              { "body": { "size": 2, "totalElements": 4, "totalPages": 3 }, "at": "/totalPages" },
              {
                "body": { "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 1 } },
                "at": "/page/totalPages"
              },
              { "body": { "size": 2, "totalElements": 0, "totalPages": 1 }, "at": "/totalPages" }
            ]
          }
        },
        "spring-page-total-elements": {
          "summary": "a number of elements that does not fit the content of the page",
          "why": "the app shows a wrong number of pages, or never asks for the last page",
          "source": "Spring Data Commons, `Page` and `PageImpl`",
          "severity": "warning",
          "where": { "members": ["content", "number", "size", "totalElements"] },
          "relation": "size == 0 or count(content) == 0 or (number + 1) * size <= totalElements or totalElements == number * size + count(content)",
          "at": "totalElements",
          "message": "`totalElements` is {totalElements}, but the length of `content` is {count(content)} on page {number} of size {size}",
          "help": "send the number of all elements",
          "examples": {
            "right": [
              { "content": [{ "id": 1 }, { "id": 2 }], "number": 1, "size": 2, "totalElements": 4 },
              { "content": [{ "id": 1 }, { "id": 2 }], "number": 0, "size": 2, "totalElements": 4 },
              { "content": [{}], "number": 1, "size": 2, "totalElements": 3 },
              { "content": [], "number": 1, "size": 2, "totalElements": 1 }
            ],
            "wrong": [
              {
                "body": {
                  "content": [{ "id": 1 }, { "id": 2 }],
                  "number": 1,
                  "size": 2,
                  "totalElements": 2
                },
                "at": "/totalElements"
              },
              {
                "body": {
                  "content": [{ "id": 1 }, { "id": 2 }],
                  "number": 1,
                  "size": 2,
                  "totalElements": 3
                },
                "at": "/totalElements"
              }
            ]
          }
        },
        "spring-page-number-of-elements": {
          "summary": "a `numberOfElements` that is not the length of `content`",
          "why": "the app waits for elements that it never gets",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["content", "numberOfElements"] },
          "relation": "numberOfElements == count(content)",
          "message": "`numberOfElements` is {numberOfElements}, but the length of `content` is {count(content)}",
          "help": "send the length of `content`",
          "examples": {
            "right": [{ "content": [{ "id": 1 }, { "id": 2 }], "numberOfElements": 2 }],
            "wrong": [
              {
                "body": { "content": [{ "id": 1 }, { "id": 2 }], "numberOfElements": 3 },
                "at": "/numberOfElements"
              }
            ]
          }
        },
        "spring-page-size": {
          "summary": "a page with more elements than its `size`",
          "why": "the app expects at most `size` elements",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["content", "number", "numberOfElements", "size"] },
          "relation": "count(content) <= size",
          "message": "the length of `content` is {count(content)}, but `size` is {size}",
          "examples": {
            "right": [
              { "content": [{ "id": 1 }, { "id": 2 }], "number": 1, "size": 2 },
              { "content": [], "number": 1, "size": 2 }
            ],
            "wrong": [
              {
                "body": {
                  "content": [{ "id": 1 }, { "id": 2 }],
                  "number": 1,
                  "numberOfElements": 2,
                  "size": 1
                },
                "at": "/content"
              }
            ]
          }
        },
        "spring-page-first": {
          "summary": "a `first` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["content", "first", "number", "size"] },
          "relation": "(first == true and number == 0) or (first == false and number > 0)",
          "message": "`first` is {first}, but `number` is {number}, and pages are counted from 0",
          "help": "send `true` only for page 0",
          "examples": {
            "right": [{ "number": 1, "first": false }, { "first": true, "number": 0 }],
            "wrong": [
              { "body": { "content": [], "number": 1, "size": 2, "first": true }, "at": "/first" },
              { "body": { "content": [], "first": false, "number": 0, "size": 2 }, "at": "/first" }
            ]
          }
        },
        "spring-page-last": {
          "summary": "a `last` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Spring Data Commons, `Page` and `PageImpl`",
          "severity": "warning",
          "where": { "members": ["last", "number", "totalPages"] },
          "relation": "(last == true and number + 1 >= totalPages) or (last == false and number + 1 < totalPages)",
          "message": "`last` is {last}, but `number` is {number} and `totalPages` is {totalPages}, and pages are counted from 0",
          "help": "send `true` only for the last page",
          "examples": {
            "right": [
              { "number": 1, "totalPages": 2, "last": true },
              { "number": 0, "totalPages": 2, "last": false },
              { "number": 0, "totalPages": 0, "last": true }
            ],
            "wrong": [
              { "body": { "number": 1, "totalPages": 2, "last": false }, "at": "/last" },
              { "body": { "number": 0, "totalPages": 2, "last": true }, "at": "/last" }
            ]
          }
        },
        "spring-page-empty": {
          "summary": "an `empty` that does not fit `content`",
          "why": "the app says that there are no elements although there are some, or shows an empty list",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["content", "empty"] },
          "relation": "(empty == true and count(content) == 0) or (empty == false and count(content) > 0)",
          "message": "`empty` is {empty}, but the length of `content` is {count(content)}",
          "help": "send `true` if `content` has no elements",
          "examples": {
            "right": [
              { "content": [{ "id": 1 }, { "id": 2 }], "empty": false },
              { "content": [], "empty": true }
            ],
            "wrong": [
              { "body": { "content": [{ "id": 1 }, { "id": 2 }], "empty": true }, "at": "/empty" },
              { "body": { "content": [], "empty": false }, "at": "/empty" }
            ]
          }
        },
        "spring-page-content": {
          "summary": "a page without its elements, or without `first` and `last`",
          "why": "the app shows the elements and follows the pages until the last one",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["numberOfElements", "pageable"] },
          "schema": {
            "required": ["content", "first", "last"],
            "dependentRequired": { "totalElements": ["totalPages"], "totalPages": ["totalElements"] },
            "properties": {
              "content": { "type": "array" },
              "first": { "type": "boolean" },
              "last": { "type": "boolean" }
            }
          },
          "examples": {
            "right": [
              {
                "content": [{ "id": 1 }, { "id": 2 }],
                "number": 1,
                "size": 2,
                "totalElements": 4,
                "totalPages": 2,
                "numberOfElements": 2,
                "pageable": { "pageNumber": 1, "pageSize": 2 },
                "first": false,
                "last": true,
                "empty": false
              },
              {
                "content": [{ "id": 1 }, { "id": 2 }],
                "number": 1,
                "size": 2,
                "numberOfElements": 2,
                "pageable": { "pageNumber": 1, "pageSize": 2 },
                "first": false,
                "last": true,
                "empty": false
              }
            ],
            "wrong": [
              {
                "body": {
                  "number": 1,
                  "size": 2,
                  "totalElements": 4,
                  "totalPages": 2,
                  "numberOfElements": 2,
                  "pageable": { "pageNumber": 1, "pageSize": 2 },
                  "first": false,
                  "last": true,
                  "empty": false
                },
                "at": "/content"
              },
              {
                "body": {
                  "content": null,
                  "number": 1,
                  "size": 2,
                  "totalElements": 4,
                  "totalPages": 2,
                  "numberOfElements": 2,
                  "pageable": { "pageNumber": 1, "pageSize": 2 },
                  "first": false,
                  "last": true,
                  "empty": false
                },
                "at": "/content"
              },
              {
                "body": {
                  "content": [{ "id": 1 }, { "id": 2 }],
                  "number": 1,
                  "size": 2,
                  "totalElements": 4,
                  "numberOfElements": 2,
                  "pageable": { "pageNumber": 1, "pageSize": 2 },
                  "first": false,
                  "last": true,
                  "empty": false
                },
                "at": "/totalPages"
              }
            ]
          }
        },
        "spring-page-gap": {
          "summary": "an empty page before the last page",
          "why": "the app reads an empty page as the end of the list",
          "source": "Spring Data Commons, `Page` and `PageImpl`",
          "severity": "warning",
          "where": { "members": ["content", "number", "size", "totalPages"] },
          "relation": "count(content) > 0 or size == 0 or number >= totalPages",
          "message": "`content` is empty, but `number` is {number} and `totalPages` is {totalPages}, and pages are counted from 0",
          "examples": {
            "right": [
              { "content": [], "number": 2, "size": 2, "totalPages": 2 },
              { "content": [], "number": 0, "size": 2, "totalPages": 0 },
              { "content": [1], "number": 0, "size": 2, "totalPages": 2 }
            ],
            "wrong": [
              { "body": { "content": [], "number": 1, "size": 2, "totalPages": 2 }, "at": "/content" }
            ]
          }
        },
        "spring-page-short": {
          "summary": "a page that is not full, although there is a next page",
          "why": "the app reads a short page as the last page",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["content", "last", "number", "size"] },
          "relation": "count(content) == 0 or count(content) >= size or (present(totalPages) and number + 1 >= totalPages) or (absent(totalPages) and last == true)",
          "message": "the length of `content` is {count(content)} on page {number}, which is not the last one, but `size` is {size}",
          "examples": {
            "right": [
              { "content": [1, 2], "last": false, "number": 0, "size": 2, "totalPages": 2 },
              { "content": [1], "last": true, "number": 1, "size": 2 },
              { "content": [1], "last": false, "number": 1, "size": 2, "totalPages": 2 }
            ],
            "wrong": [
              {
                "body": { "content": [1], "last": false, "number": 0, "size": 2, "totalPages": 2 },
                "at": "/content"
              },
              { "body": { "content": [1], "last": false, "number": 0, "size": 2 }, "at": "/content" }
            ]
          }
        },
        "spring-page-figures": {
          "summary": "a page without its size or its number, or with wrong types",
          "why": "the app does not know which page it has, and cannot ask for the next page",
          "source": "Spring Data Commons, `PagedModel` (`VIA_DTO`)",
          "severity": "warning",
          "where": { "members": ["totalElements", "totalPages"] },
          "schema": {
            "required": ["size", "number"],
            "properties": {
              "number": { "type": "integer" },
              "size": { "type": "integer" },
              "totalElements": { "type": "integer" },
              "totalPages": { "type": "integer" }
            }
          },
          "examples": {
            "right": [
              {
                "content": [{ "id": 1 }, { "id": 2 }],
                "number": 1,
                "size": 2,
                "totalElements": 4,
                "totalPages": 2,
                "numberOfElements": 2,
                "first": false,
                "last": true,
                "empty": false
              },
              { "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 } }
            ],
            "wrong": [
              {
                "body": { "page": { "size": 2, "totalElements": 3, "totalPages": 2 } },
                "at": "/page/number"
              },
              {
                "body": { "page": { "size": 2, "number": 1, "totalElements": "3", "totalPages": 2 } },
                "at": "/page/totalElements"
              }
            ]
          }
        },
        "spring-pageable": {
          "summary": "a `pageable` that does not fit its page",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["number", "pageable", "size"] },
          "relation": "number == pageable.pageNumber and size == pageable.pageSize",
          "at": "pageable",
          "message": "`number` is {number} and `size` is {size}, but `pageable` has page {pageable.pageNumber} of size {pageable.pageSize}",
          "examples": {
            "right": [
              { "number": 1, "size": 2, "pageable": { "pageNumber": 1, "pageSize": 2 } },
              { "number": 1, "size": 2, "pageable": "INSTANCE" }
            ],
            "wrong": [
              {
                "body": { "number": 1, "size": 2, "pageable": { "pageNumber": 0, "pageSize": 2 } },
                "at": "/pageable"
              }
            ]
          }
        },
        "spring-page-sort": {
          "summary": "a `sort` that differs from the `sort` of `pageable`",
          "why": "the app cannot tell whether the elements are in order",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["numberOfElements", "pageable", "sort"] },
          "relation": "sort == pageable.sort",
          "message": "`sort` and `pageable.sort` are not the same",
          "help": "send the order of the elements in both",
          "examples": {
            "right": [
              {
                "numberOfElements": 1,
                "pageable": { "sort": { "sorted": true } },
                "sort": { "sorted": true }
              },
              { "numberOfElements": 1, "pageable": "INSTANCE", "sort": { "sorted": false } }
            ],
            "wrong": [
              {
                "body": {
                  "numberOfElements": 1,
                  "pageable": { "sort": { "sorted": false } },
                  "sort": { "sorted": true }
                },
                "at": "/sort"
              }
            ]
          }
        },
        "spring-pageable-offset": {
          "summary": "an offset that is not the page's number times its size",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Spring Data Commons, `Pageable`",
          "severity": "warning",
          "where": { "members": ["offset", "pageNumber", "pageSize"] },
          "relation": "offset == pageNumber * pageSize",
          "message": "`offset` is {offset}, but `pageNumber` is {pageNumber} and `pageSize` is {pageSize}",
          "help": "send `pageNumber` times `pageSize`",
          "examples": {
            "right": [{ "offset": 40, "pageNumber": 2, "pageSize": 20 }],
            "wrong": [
              {
                "body": { "pageable": { "offset": 20, "pageNumber": 0, "pageSize": 20 } },
                "at": "/pageable/offset"
              }
            ]
          }
        },
        "spring-pageable-paged": {
          "summary": "a `pageable` that is both paged and unpaged",
          "why": "the app cannot tell whether there are pages",
          "source": "Spring Data Commons, `Pageable`",
          "severity": "warning",
          "where": { "members": ["paged", "unpaged"] },
          "relation": "paged != unpaged",
          "message": "`paged` and `unpaged` are both {paged}",
          "examples": {
            "right": [{ "paged": true, "unpaged": false }],
            "wrong": [{ "body": { "paged": true, "unpaged": true }, "at": "/paged" }]
          }
        },
        "spring-sort": {
          "summary": "a `sort` whose properties contradict each other",
          "why": "the app cannot tell whether the elements are in order",
          "source": "Spring Data Commons, `Sort`",
          "severity": "warning",
          "where": { "members": ["sorted", "unsorted"] },
          "relation": "sorted != unsorted and sorted != empty",
          "message": "`sorted` is {sorted}, but `unsorted` is {unsorted} and `empty` is {empty}",
          "examples": {
            "right": [
              { "sorted": true, "unsorted": false, "empty": false },
              { "sorted": false, "unsorted": true }
            ],
            "wrong": [
              { "body": { "sorted": true, "unsorted": false, "empty": true }, "at": "/sorted" },
              { "body": { "sorted": true, "unsorted": true }, "at": "/sorted" }
            ]
          }
        },
        "spring-paged-model-size": {
          "summary": "a page with more elements than its `size`",
          "why": "the app expects at most `size` elements",
          "source": "Spring Data Commons, `PagedModel` (`VIA_DTO`)",
          "severity": "warning",
          "where": { "members": ["content", "page"] },
          "relation": "absent(page.totalElements) or count(content) <= page.size",
          "at": "content",
          "message": "the length of `content` is {count(content)}, but `page.size` is {page.size}",
          "examples": {
            "right": [
              {
                "content": [1],
                "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 }
              }
            ],
            "wrong": [
              {
                "body": {
                  "content": [1, 2, 3],
                  "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 }
                },
                "at": "/content"
              }
            ]
          }
        },
        "spring-paged-model-total-elements": {
          "summary": "a number of elements that does not fit the content of the page",
          "why": "the app shows a wrong number of pages, or never asks for the last page",
          "source": "Spring Data Commons, `PagedModel` (`VIA_DTO`)",
          "severity": "warning",
          "where": { "members": ["content", "page"] },
          "relation": "page.size == 0 or count(content) == 0 or (page.number + 1) * page.size <= page.totalElements or page.totalElements == page.number * page.size + count(content)",
          "at": "page.totalElements",
          "message": "`page.totalElements` is {page.totalElements}, but the length of `content` is {count(content)} on page {page.number} of size {page.size}",
          "help": "send the number of all elements",
          "examples": {
            "right": [
              {
                "content": [1],
                "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 }
              },
              {
                "content": [],
                "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 }
              }
            ],
            "wrong": [
              {
                "body": {
                  "content": [1, 2],
                  "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 }
                },
                "at": "/page/totalElements"
              }
            ]
          }
        },
        "spring-paged-model-content": {
          "summary": "a `content` that is not a list",
          "why": "the app shows the elements of `content`",
          "source": "Spring Data Commons, `PagedModel` (`VIA_DTO`)",
          "severity": "warning",
          "where": { "members": ["content", "page"] },
          "schema": {
            "if": {
              "properties": {
                "page": {
                  "type": "object",
                  "required": ["number", "size", "totalElements", "totalPages"]
                }
              }
            },
            "then": { "properties": { "content": { "type": "array" } } }
          },
          "examples": {
            "right": [
              {
                "content": [1],
                "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 }
              },
              { "content": "A text", "page": 7 }
            ],
            "wrong": [
              {
                "body": {
                  "content": null,
                  "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 }
                },
                "at": "/content"
              }
            ]
          }
        },
        "spring-paged-model-gap": {
          "summary": "an empty page before the last page",
          "why": "the app reads an empty page as the end of the list",
          "source": "Spring Data Commons, `PagedModel` (`VIA_DTO`)",
          "severity": "warning",
          "where": { "members": ["content", "page"] },
          "relation": "absent(page.totalElements) or count(content) > 0 or page.size == 0 or page.number >= page.totalPages",
          "at": "content",
          "message": "`content` is empty, but `page.number` is {page.number} and `page.totalPages` is {page.totalPages}, and pages are counted from 0",
          "examples": {
            "right": [
              {
                "content": [1],
                "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 }
              },
              {
                "content": [],
                "page": { "size": 2, "number": 2, "totalElements": 3, "totalPages": 2 }
              }
            ],
            "wrong": [
              {
                "body": {
                  "content": [],
                  "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 }
                },
                "at": "/content"
              }
            ]
          }
        },
        "spring-paged-model-short": {
          "summary": "a page that is not full, although there is a next page",
          "why": "the app reads a short page as the last page",
          "source": "Spring Data Commons, `PagedModel` (`VIA_DTO`)",
          "severity": "warning",
          "where": { "members": ["content", "page"] },
          "relation": "absent(page.totalElements) or count(content) == 0 or count(content) >= page.size or page.number + 1 >= page.totalPages",
          "at": "content",
          "message": "the length of `content` is {count(content)} on page {page.number} of {page.totalPages}, but `page.size` is {page.size}",
          "examples": {
            "right": [
              {
                "content": [1],
                "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 2 }
              },
              {
                "content": [1, 2],
                "page": { "size": 2, "number": 0, "totalElements": 3, "totalPages": 2 }
              }
            ],
            "wrong": [
              {
                "body": {
                  "content": [1],
                  "page": { "size": 2, "number": 0, "totalElements": 3, "totalPages": 2 }
                },
                "at": "/content"
              }
            ]
          }
        },
        "spring-hal-next": {
          "summary": "a `next` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Spring HATEOAS, `PagedModel`",
          "severity": "warning",
          "where": { "members": ["_links", "page"] },
          "relation": "(present(_links.next) and page.number + 1 < page.totalPages) or (absent(_links.next) and page.number + 1 >= page.totalPages)",
          "message": "`next` is {_links.next} on page {page.number} of {page.totalPages}, and pages are counted from 0",
          "help": "send the link to the next page; on the last page, send no `next`",
          "examples": {
            "right": [
              {
                "_links": {
                  "next": { "href": "/orders?page=1" },
                  "prev": { "href": "/orders?page=1" }
                },
                "page": { "number": 1, "size": 2, "totalElements": 7, "totalPages": 4 }
              },
              {
                "_links": { "prev": { "href": "/orders?page=1" } },
                "page": { "number": 3, "size": 2, "totalElements": 7, "totalPages": 4 }
              },
              { "_links": {}, "page": 2 }
            ],
            "wrong": [
              {
                "body": {
                  "_links": { "prev": { "href": "/orders?page=1" } },
                  "page": { "number": 1, "size": 2, "totalElements": 7, "totalPages": 4 }
                },
                "at": "/_links"
              },
              {
                "body": {
                  "_links": {
                    "next": { "href": "/orders?page=1" },
                    "prev": { "href": "/orders?page=1" }
                  },
                  "page": { "number": 3, "size": 2, "totalElements": 7, "totalPages": 4 }
                },
                "at": "/_links/next"
              }
            ]
          }
        },
        "spring-hal-prev": {
          "summary": "a `prev` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that does not exist",
          "source": "Spring HATEOAS, `PagedModel`",
          "severity": "warning",
          "where": { "members": ["_links", "page"] },
          "relation": "absent(page.totalPages) or (present(_links.prev) and page.number > 0) or (absent(_links.prev) and page.number == 0)",
          "at": "_links.prev",
          "message": "`prev` is {_links.prev} on page {page.number}, and pages are counted from 0",
          "help": "send the link to the previous page; on page 0, send no `prev`",
          "examples": {
            "right": [
              {
                "_links": {
                  "next": { "href": "/orders?page=1" },
                  "prev": { "href": "/orders?page=1" }
                },
                "page": { "number": 1, "size": 2, "totalElements": 7, "totalPages": 4 }
              },
              {
                "_links": { "next": { "href": "/orders?page=1" } },
                "page": { "number": 0, "size": 2, "totalElements": 7, "totalPages": 4 }
              }
            ],
            "wrong": [
              {
                "body": {
                  "_links": { "next": { "href": "/orders?page=1" } },
                  "page": { "number": 1, "size": 2, "totalElements": 7, "totalPages": 4 }
                },
                "at": "/_links"
              },
              {
                "body": {
                  "_links": {
                    "next": { "href": "/orders?page=1" },
                    "prev": { "href": "/orders?page=1" }
                  },
                  "page": { "number": 0, "size": 2, "totalElements": 7, "totalPages": 4 }
                },
                "at": "/_links/prev"
              }
            ]
          }
        },
        "spring-hal-links": {
          "summary": "a link without `href`",
          "why": "the app follows these links",
          "source": "HAL, section 5; Spring HATEOAS",
          "severity": "warning",
          "where": { "names": "_links", "types": "object" },
          "schema": {
            "$defs": {
              "link": {
                "type": "object",
                "required": ["href"],
                "properties": { "href": { "type": "string" } }
              }
            },
            "additionalProperties": {
              "if": { "type": "array" },
              "then": { "items": { "$ref": "#/$defs/link" } },
              "else": { "$ref": "#/$defs/link" }
            }
          },
          "examples": {
            "right": [
              {
                "_links": {
                  "self": { "href": "/orders/1" },
                  "curies": [{ "name": "x", "href": "/x/{rel}", "templated": true }]
                }
              }
            ],
            "wrong": [
              { "body": { "_links": { "next": "/orders?page=2" } }, "at": "/_links/next" },
              {
                "body": { "_links": { "next": { "url": "/orders?page=2" } } },
                "at": "/_links/next/href"
              }
            ]
          }
        },
        "spring-problem": {
          "summary": "problem details with types that RFC 9457 does not allow",
          "why": "error handlers of apps read the same properties from each error",
          "source": "RFC 9457, section 3.1; Spring Framework, `ProblemDetail`",
          "severity": "warning",
          "where": {
            "pointers": "",
            "members": ["status", "title"],
            "in": "response",
            "statuses": ["4XX", "5XX"]
          },
          "schema": {
            "properties": {
              "type": { "type": "string", "format": "uri-reference" },
              "title": { "type": "string" },
              "status": { "type": "integer", "minimum": 100, "maximum": 599 },
              "detail": { "type": "string" },
              "instance": { "type": "string", "format": "uri-reference" }
            }
          },
          "examples": {
            "right": [
              {
                "type": "about:blank",
                "title": "Not Found",
                "status": 404,
                "detail": "No order 7",
                "instance": "/orders/7",
                "order": 7
              }
            ],
            "wrong": [
              { "body": { "title": "Not Found", "status": "404" }, "at": "/status" },
              { "body": { "title": "Not Found", "status": 404, "instance": null }, "at": "/instance" }
            ]
          }
        },
        "spring-problem-status": {
          "summary": "problem details without `status`",
          "why": "error handlers of apps read the same properties from each error",
          "source": "Spring Framework, `ProblemDetail`",
          "severity": "warning",
          "where": {
            "pointers": "",
            "members": ["detail", "instance", "title"],
            "in": "response",
            "statuses": ["4XX", "5XX"]
          },
          "schema": { "required": ["status"] },
          "examples": {
            "right": [
              { "title": "Not Found", "status": 404, "detail": "No order 7", "instance": "/orders/7" }
            ],
            "wrong": [
              {
                "body": { "title": "Not Found", "detail": "No order 7", "instance": "/orders/7" },
                "at": "/status"
              }
            ]
          }
        },
        "spring-problem-properties": {
          "summary": "properties of problem details that are one level too deep",
          "why": "with Jackson, Spring writes them beside `status`, and clients read them there",
          "source": "Spring Framework, `ProblemDetailJacksonMixin`",
          "severity": "warning",
          "where": {
            "pointers": "",
            "members": ["properties", "status", "title"],
            "in": "response",
            "statuses": ["4XX", "5XX"]
          },
          "schema": { "properties": { "properties": false } },
          "message": "the properties in `properties` belong beside `status`",
          "help": "write problem details with Spring's own ObjectMapper",
          "examples": {
            "right": [{ "title": "Conflict", "status": 409, "order": 7 }],
            "wrong": [
              {
                "body": { "title": "Conflict", "status": 409, "properties": { "order": 7 } },
                "at": "/properties"
              }
            ]
          }
        },
        "spring-error": {
          "summary": "an error of Spring Boot whose properties have wrong types",
          "why": "error handlers of apps read the same properties from each error",
          "source": "Spring Boot, `DefaultErrorAttributes`",
          "severity": "warning",
          "where": {
            "pointers": "",
            "members": ["error", "path", "status", "timestamp"],
            "in": "response",
            "statuses": ["4XX", "5XX"]
          },
          "schema": {
            "properties": {
              "timestamp": { "type": ["string", "integer"] },
              "status": { "type": "integer" },
              "error": { "type": "string" },
              "message": { "type": "string" },
              "path": { "type": "string" }
            }
          },
          "examples": {
            "right": [
              {
                "timestamp": "2026-01-22T12:00:00.123+00:00",
                "status": 404,
                "error": "Not Found",
                "path": "/orders/7"
              }
            ],
            "wrong": [
              {
                "body": {
                  "timestamp": "2026-01-22T12:00:00.123+00:00",
                  "status": "404",
                  "error": "Not Found",
                  "path": "/orders/7"
                },
                "at": "/status"
              }
            ]
          }
        },
        "spring-error-status": {
          "summary": "a `status` that differs from the status of the response",
          "why": "the app uses one of the two values to distinguish errors",
          "source": "RFC 9457, section 3.1.3; Spring Boot, `DefaultErrorAttributes`",
          "severity": "warning",
          "where": {
            "pointers": "",
            "members": ["status", "title"],
            "in": "response",
            "statuses": ["4XX", "5XX"]
          },
          "relation": "status == status()",
          "also": [
            {
              "where": { "pointers": "", "members": ["error", "path", "status", "timestamp"] },
              "relation": "status == status()"
            }
          ],
          "message": "`status` is {status}, but the response has the status {status()}",
          "help": "send the status of the response",
          "examples": {
            "right": [{ "title": "Not Found", "status": 404 }],
            "wrong": [
              { "body": { "title": "Not Found", "status": 400 }, "at": "/status", "status": 404 },
              {
                "body": {
                  "timestamp": "2026-01-22T12:00:00.123+00:00",
                  "status": 500,
                  "error": "Not Found",
                  "path": "/orders/7"
                },
                "at": "/status",
                "status": 404
              }
            ]
          }
        }
      }
    }
    """###
}
