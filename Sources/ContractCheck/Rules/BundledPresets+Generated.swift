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
          "summary": "a page without `next` or `previous`, or with other types",
          "why": "the app follows these links to the end of the list",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "members": ["count", "results"] },
          "schema": {
            "required": ["next", "previous"],
            "properties": {
              "count": { "type": "integer", "minimum": 0 },
              "next": { "type": ["string", "null"] },
              "previous": { "type": ["string", "null"] },
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
        "drf-cursor-page": {
          "summary": "a page of a cursor with other types",
          "why": "the app follows these links to the end of the list",
          "source": "Django REST framework, Pagination, CursorPagination",
          "severity": "warning",
          "where": { "members": ["next", "previous", "results"] },
          "schema": {
            "if": { "not": { "required": ["count"] } },
            "then": {
              "properties": {
                "next": { "type": ["string", "null"] },
                "previous": { "type": ["string", "null"] },
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
          "where": { "members": ["count", "results"] },
          "relation": "count >= count(results)",
          "message": "`count` is {count}, but the length of `results` is {count(results)}",
          "help": "send the number of all elements, not of one page",
          "examples": {
            "right": [{ "count": 3, "results": [{ "id": 1 }, { "id": 2 }] }],
            "wrong": [{ "body": { "count": 1, "results": [{ "id": 1 }, { "id": 2 }] }, "at": "" }]
          }
        },
        "drf-page-next": {
          "summary": "a next page although all elements are here",
          "why": "the app asks for a page that is not there",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "members": ["count", "next", "results"] },
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
                "at": ""
              }
            ]
          }
        },
        "drf-page-previous": {
          "summary": "a previous page although all elements are here",
          "why": "the app asks for a page that is not there",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "members": ["count", "previous", "results"] },
          "relation": "absent(previous) or count(results) == 0 or count != count(results)",
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
                "at": ""
              }
            ]
          }
        },
        "drf-page-single": {
          "summary": "a single page without all elements",
          "why": "the app never asks for the rest",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "members": ["count", "next", "previous", "results"] },
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
                "at": ""
              }
            ]
          }
        },
        "drf-page-links": {
          "summary": "the same link to the next and to the previous page",
          "why": "the app goes round in a circle",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "members": ["next", "previous", "results"] },
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
                "at": ""
              }
            ]
          }
        },
        "drf-page-empty": {
          "summary": "an empty page before the last one",
          "why": "the app takes an empty page for the end",
          "source": "Django REST framework, Pagination",
          "severity": "warning",
          "where": { "members": ["next", "results"] },
          "relation": "absent(next) or count(results) > 0",
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
                "at": ""
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
      "customRules": {
        "json-api-top-level": {
          "summary": "a document without `data`, `errors` and `meta`",
          "why": "clients of JSON:API look for these alone",
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
            ]
          },
          "message": "the document has neither `data` nor `errors` nor `meta`",
          "help": "put the resource into `data`",
          "examples": {
            "right": [{ "data": null }, { "errors": [] }, { "meta": {} }],
            "wrong": [{ "body": { "articles": [] }, "at": "" }]
          }
        },
        "json-api-data-or-errors": {
          "summary": "a document with both `data` and `errors`",
          "why": "clients take it for a success or for a failure",
          "source": "JSON:API 1.1, Top Level",
          "severity": "warning",
          "where": { "pointers": "", "members": ["data", "errors"] },
          "schema": { "properties": { "errors": false } },
          "message": "`errors` stands beside `data`; a document has one of them",
          "help": "send one of them",
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
          "summary": "a resource without `type` and `id`, or with other types",
          "why": "clients store resources by `type` and `id`, which are strings",
          "source": "JSON:API 1.1, Resource Objects, Identification",
          "severity": "warning",
          "where": { "pointers": "", "types": "object", "in": "response" },
          "schema": {
            "$defs": {
              "resource": {
                "type": ["object", "null"],
                "required": ["type", "id"],
                "properties": {
                  "type": { "type": "string" },
                  "id": { "type": "string" },
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
              }
            ]
          }
        },
        "json-api-new-resource": {
          "summary": "a resource of a request without `type`, or with other types",
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
        "json-api-fields": {
          "summary": "an attribute or a relationship called `type` or `id`",
          "why": "these names are the resource's own",
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
          "why": "clients look up related resources by both",
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
              "resource": { "properties": { "links": { "$ref": "#/$defs/links" } } },
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
              "links": { "$ref": "#/$defs/links" }
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
              }
            ]
          }
        },
        "json-api-errors": {
          "summary": "errors that are not a list of error objects, or have other types",
          "why": "the app tells errors apart by `status` and `code`, which are strings",
          "source": "JSON:API 1.1, Error Objects",
          "severity": "warning",
          "where": { "pointers": "", "members": ["errors"], "in": "response" },
          "schema": {
            "properties": {
              "errors": {
                "type": "array",
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
                        "pointer": { "type": "string" },
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
              { "body": { "errors": [{}] }, "at": "/errors/0" }
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
          "why": "the app shows a wrong number of pages, or never asks for the last one",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["last_page", "per_page", "total"] },
          "relation": "(total == 0 and last_page == 1) or (total > 0 and last_page * per_page >= total and (last_page - 1) * per_page < total)",
          "message": "`last_page` is {last_page}, which is wrong for a total of {total} in pages of {per_page}",
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
              { "body": { "last_page": 3, "per_page": 3, "total": 5 }, "at": "" },
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
                "at": "/meta"
              },
              { "body": { "last_page": 0, "per_page": 3, "total": 0 }, "at": "" }
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
          "message": "`from` is {from}, which is wrong for page {current_page} in pages of {per_page}",
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
              { "body": { "current_page": 2, "from": 3, "per_page": 3 }, "at": "" },
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
                "at": "/meta"
              }
            ]
          }
        },
        "laravel-page-to": {
          "summary": "a `to` that is not the position of the page's last element",
          "why": "the app shows wrong positions",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["data", "from", "to"] },
          "relation": "(absent(from) and absent(to) and count(data) == 0) or (present(from) and to == from + count(data) - 1)",
          "message": "`from` is {from} and `to` is {to}, but the length of `data` is {count(data)}",
          "help": "send null for both if `data` is empty",
          "examples": {
            "right": [
              { "data": [{ "id": 4 }, { "id": 5 }], "from": 4, "to": 5 },
              { "data": [], "from": null, "to": null }
            ],
            "wrong": [
              { "body": { "data": [{ "id": 4 }, { "id": 5 }], "from": 4, "to": 6 }, "at": "" },
              { "body": { "data": [{ "id": 4 }, { "id": 5 }], "from": null, "to": null }, "at": "" }
            ]
          }
        },
        "laravel-resource-to": {
          "summary": "a `meta.to` that is not the position of the page's last element",
          "why": "the app shows wrong positions",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "meta"] },
          "relation": "absent(meta.current_page) or absent(meta.per_page) or (absent(meta.from) and absent(meta.to) and count(data) == 0) or (present(meta.from) and meta.to == meta.from + count(data) - 1)",
          "message": "`meta.from` is {meta.from} and `meta.to` is {meta.to}, but the length of `data` is {count(data)}",
          "help": "send null for both if `data` is empty",
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
                "at": ""
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
                "at": ""
              }
            ]
          }
        },
        "laravel-page-size": {
          "summary": "a page with more elements than its size",
          "why": "the app makes room for `per_page` elements",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["data", "per_page"] },
          "relation": "count(data) <= per_page",
          "message": "the length of `data` is {count(data)}, but `per_page` is {per_page}",
          "examples": {
            "right": [{ "data": [{ "id": 4 }, { "id": 5 }], "per_page": 3 }],
            "wrong": [{ "body": { "data": [{ "id": 4 }, { "id": 5 }], "per_page": 1 }, "at": "" }]
          }
        },
        "laravel-resource-size": {
          "summary": "a page with more elements than its size",
          "why": "the app makes room for `per_page` elements",
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
                "at": ""
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
              { "body": { "current_page": 2, "last_page": 2, "to": 5, "total": 6 }, "at": "" },
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
                "at": "/meta"
              }
            ]
          }
        },
        "laravel-page-next": {
          "summary": "a `next_page_url` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that is not there",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["current_page", "last_page", "next_page_url"] },
          "relation": "(present(next_page_url) and current_page < last_page) or (absent(next_page_url) and current_page >= last_page)",
          "message": "`next_page_url` is wrong for page {current_page} of {last_page}",
          "help": "send null after the last page, and only there",
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
              { "body": { "current_page": 1, "last_page": 2, "next_page_url": null }, "at": "" },
              {
                "body": {
                  "current_page": 2,
                  "last_page": 2,
                  "next_page_url": "https://api.example.org/books?page=3"
                },
                "at": ""
              }
            ]
          }
        },
        "laravel-page-prev": {
          "summary": "a `prev_page_url` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that is not there",
          "source": "Laravel, Pagination, Converting Results to JSON",
          "severity": "warning",
          "where": { "members": ["current_page", "prev_page_url"] },
          "relation": "(present(prev_page_url) and current_page > 1) or (absent(prev_page_url) and current_page <= 1)",
          "message": "`prev_page_url` is wrong for page {current_page}",
          "help": "send null before the first page, and only there",
          "examples": {
            "right": [{ "current_page": 2, "prev_page_url": "https://api.example.org/books?page=1" }],
            "wrong": [
              { "body": { "current_page": 2, "prev_page_url": null }, "at": "" },
              {
                "body": { "current_page": 1, "prev_page_url": "https://api.example.org/books?page=1" },
                "at": ""
              }
            ]
          }
        },
        "laravel-resource-links": {
          "summary": "links that do not fit the page's number",
          "why": "the app stops too early, or asks for a page that is not there",
          "source": "Laravel, Eloquent: API Resources, Pagination",
          "severity": "warning",
          "where": { "members": ["data", "links", "meta"] },
          "relation": "absent(meta.current_page) or absent(meta.last_page) or (((present(links.next) and meta.current_page < meta.last_page) or (absent(links.next) and meta.current_page >= meta.last_page)) and ((present(links.prev) and meta.current_page > 1) or (absent(links.prev) and meta.current_page <= 1)))",
          "message": "`links.next` or `links.prev` is wrong for page {meta.current_page} of {meta.last_page}",
          "help": "send null before the first page and after the last one, and only there",
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
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": ""
              },
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
                    "per_page": 3,
                    "to": 5,
                    "total": 5
                  }
                },
                "at": ""
              }
            ]
          }
        },
        "laravel-validation-error": {
          "summary": "a validation error that is not a message and lists of messages by field",
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
          "why": "the app shows a wrong number of pages, or never asks for the last one",
          "source": "Spring Data Commons, `Page` and `PageImpl`",
          "severity": "warning",
          "where": { "members": ["size", "totalElements", "totalPages"] },
          "relation": "size == 0 or (totalPages * size >= totalElements and (totalPages - 1) * size < totalElements)",
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
              { "body": { "size": 2, "totalElements": 4, "totalPages": 3 }, "at": "" },
              {
                "body": { "page": { "size": 2, "number": 1, "totalElements": 3, "totalPages": 1 } },
                "at": "/page"
              },
              { "body": { "size": 2, "totalElements": 0, "totalPages": 1 }, "at": "" }
            ]
          }
        },
        "spring-page-total-elements": {
          "summary": "a number of elements that does not fit the content of the page",
          "why": "the app shows a wrong number of pages, or never asks for the last one",
          "source": "Spring Data Commons, `Page` and `PageImpl`",
          "severity": "warning",
          "where": { "members": ["content", "number", "size", "totalElements"] },
          "relation": "size == 0 or count(content) == 0 or (number + 1) * size <= totalElements or totalElements == number * size + count(content)",
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
                "at": ""
              },
              {
                "body": {
                  "content": [{ "id": 1 }, { "id": 2 }],
                  "number": 1,
                  "size": 2,
                  "totalElements": 3
                },
                "at": ""
              }
            ]
          }
        },
        "spring-page-number-of-elements": {
          "summary": "a `numberOfElements` that is not the length of `content`",
          "why": "the app waits for elements that never come",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["content", "numberOfElements"] },
          "relation": "numberOfElements == count(content)",
          "message": "`numberOfElements` is {numberOfElements}, but the length of `content` is {count(content)}",
          "help": "send the length of `content`",
          "examples": {
            "right": [{ "content": [{ "id": 1 }, { "id": 2 }], "numberOfElements": 2 }],
            "wrong": [
              { "body": { "content": [{ "id": 1 }, { "id": 2 }], "numberOfElements": 3 }, "at": "" }
            ]
          }
        },
        "spring-page-size": {
          "summary": "a page with more elements than its size",
          "why": "the app makes room for `size` elements",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["content", "number", "size"] },
          "relation": "count(content) <= size",
          "message": "the length of `content` is {count(content)}, but `size` is {size}",
          "examples": {
            "right": [
              { "content": [{ "id": 1 }, { "id": 2 }], "number": 1, "size": 2 },
              { "content": [], "number": 1, "size": 2 }
            ],
            "wrong": [
              { "body": { "content": [{ "id": 1 }, { "id": 2 }], "number": 1, "size": 1 }, "at": "" }
            ]
          }
        },
        "spring-page-first": {
          "summary": "a `first` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that is not there",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["first", "number"] },
          "relation": "(first == true and number == 0) or (first == false and number > 0)",
          "message": "`first` is {first}, but `number` is {number}, and pages are counted from 0",
          "help": "send `true` for page 0 alone",
          "examples": {
            "right": [{ "number": 1, "first": false }, { "first": true, "number": 0 }],
            "wrong": [
              { "body": { "number": 1, "first": true }, "at": "" },
              { "body": { "first": false, "number": 0 }, "at": "" }
            ]
          }
        },
        "spring-page-last": {
          "summary": "a `last` that does not fit the page's number",
          "why": "the app stops too early, or asks for a page that is not there",
          "source": "Spring Data Commons, `Page` and `PageImpl`",
          "severity": "warning",
          "where": { "members": ["last", "number", "totalPages"] },
          "relation": "(last == true and number + 1 >= totalPages) or (last == false and number + 1 < totalPages)",
          "message": "`last` is {last}, but `number` is {number} and `totalPages` is {totalPages}, and pages are counted from 0",
          "help": "send `true` for the last page alone",
          "examples": {
            "right": [
              { "number": 1, "totalPages": 2, "last": true },
              { "number": 0, "totalPages": 2, "last": false },
              { "number": 0, "totalPages": 0, "last": true }
            ],
            "wrong": [
              { "body": { "number": 1, "totalPages": 2, "last": false }, "at": "" },
              { "body": { "number": 0, "totalPages": 2, "last": true }, "at": "" }
            ]
          }
        },
        "spring-page-empty": {
          "summary": "an `empty` that does not fit `content`",
          "why": "the app shows that there is nothing, or an empty list",
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
              { "body": { "content": [{ "id": 1 }, { "id": 2 }], "empty": true }, "at": "" },
              { "body": { "content": [], "empty": false }, "at": "" }
            ]
          }
        },
        "spring-page-figures": {
          "summary": "a page without its size or its number",
          "why": "the app cannot tell which page it has, or ask for the next one",
          "source": "Spring Data Commons, `PagedModel` (`VIA_DTO`)",
          "severity": "warning",
          "where": { "members": ["totalElements", "totalPages"] },
          "schema": { "required": ["size", "number"] },
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
              }
            ]
          }
        },
        "spring-pageable": {
          "summary": "a `pageable` that does not fit its page",
          "why": "the app stops too early, or asks for a page that is not there",
          "source": "Spring Data Commons, `Slice`",
          "severity": "warning",
          "where": { "members": ["number", "pageable", "size"] },
          "relation": "number == pageable.pageNumber and size == pageable.pageSize",
          "message": "`number` is {number} and `size` is {size}, but `pageable` has page {pageable.pageNumber} of size {pageable.pageSize}",
          "examples": {
            "right": [
              { "number": 1, "size": 2, "pageable": { "pageNumber": 1, "pageSize": 2 } },
              { "number": 1, "size": 2, "pageable": "INSTANCE" }
            ],
            "wrong": [
              {
                "body": { "number": 1, "size": 2, "pageable": { "pageNumber": 0, "pageSize": 2 } },
                "at": ""
              }
            ]
          }
        },
        "spring-pageable-offset": {
          "summary": "an offset that is not the page's number times its size",
          "why": "the app stops too early, or asks for a page that is not there",
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
                "at": "/pageable"
              }
            ]
          }
        },
        "spring-pageable-paged": {
          "summary": "a `pageable` that is paged and unpaged",
          "why": "the app cannot tell whether there are pages",
          "source": "Spring Data Commons, `Pageable`",
          "severity": "warning",
          "where": { "members": ["paged", "unpaged"] },
          "relation": "paged != unpaged",
          "message": "`paged` and `unpaged` are both {paged}",
          "examples": {
            "right": [{ "paged": true, "unpaged": false }],
            "wrong": [{ "body": { "paged": true, "unpaged": true }, "at": "" }]
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
              { "body": { "sorted": true, "unsorted": false, "empty": true }, "at": "" },
              { "body": { "sorted": true, "unsorted": true }, "at": "" }
            ]
          }
        },
        "spring-paged-model-size": {
          "summary": "a page with more elements than its size",
          "why": "the app makes room for `size` elements",
          "source": "Spring Data Commons, `PagedModel` (`VIA_DTO`)",
          "severity": "warning",
          "where": { "members": ["content", "page"] },
          "relation": "count(content) <= page.size",
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
                "at": ""
              }
            ]
          }
        },
        "spring-paged-model-total-elements": {
          "summary": "a number of elements that does not fit the content of the page",
          "why": "the app shows a wrong number of pages, or never asks for the last one",
          "source": "Spring Data Commons, `PagedModel` (`VIA_DTO`)",
          "severity": "warning",
          "where": { "members": ["content", "page"] },
          "relation": "page.size == 0 or count(content) == 0 or (page.number + 1) * page.size <= page.totalElements or page.totalElements == page.number * page.size + count(content)",
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
                "at": ""
              }
            ]
          }
        },
        "spring-problem": {
          "summary": "problem details whose properties have other types than RFC 9457 says",
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
        "spring-problem-properties": {
          "summary": "further properties of problem details one level too deep",
          "why": "with Jackson, Spring writes them beside `status`; clients look for them there",
          "source": "Spring Framework, `ProblemDetailJacksonMixin`",
          "severity": "warning",
          "where": {
            "pointers": "",
            "members": ["properties", "status", "title"],
            "in": "response",
            "statuses": ["4XX", "5XX"]
          },
          "schema": { "properties": { "properties": false } },
          "message": "`properties` holds what belongs beside `status`",
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
          "summary": "an error of Spring Boot whose properties have other types",
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
        }
      }
    }
    """###
}
