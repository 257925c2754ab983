// Generated from `schemas/`; see BundleGeneratorTests. Do not edit.

/// The text of the bundled contracts.
enum BundledContracts {
  static let all: [(name: String, text: StaticString)] = [
    ("fotolokashen", fotolokashen),
    ("fork-in-the-road", forkInTheRoad),
    ("bmn-boston", bmnBoston),
    ("unitedwerise-devices", unitedweriseDevices),
    ("social-posts", socialPosts),
  ]

  private static let fotolokashen: StaticString = ###"""
    {
      "openapi": "3.1.0",
      "info": {
        "title": "fotolokashen mobile API",
        "version": "v1",
        "description": "Response structures of the `/api/v1` endpoints that the iOS and Android apps decode. Coordinates are `lat` and `lng`; what is unknown is an explicit `null`; dates are `toISOString()` strings; every list carries the same pagination object."
      },
      "tags": [
        {
          "name": "Locations",
          "description": "Places that users saved."
        }
      ],
      "paths": {
        "/api/v1/users/{username}/locations": {
          "get": {
            "operationId": "listUserLocations",
            "summary": "A user's public places",
            "description": "The places on a user's public profile: saves, each with its place nested in `location`.",
            "tags": [
              "Locations"
            ],
            "parameters": [
              {
                "name": "username",
                "in": "path",
                "required": true,
                "description": "The user whose places are listed.",
                "schema": {
                  "type": "string"
                },
                "example": "alice"
              },
              {
                "$ref": "#/components/parameters/Page"
              },
              {
                "$ref": "#/components/parameters/Limit"
              }
            ],
            "responses": {
              "200": {
                "description": "One page of the user's public places.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/SocialLocationList"
                    },
                    "examples": {
                      "complete": {
                        "summary": "Every member has a value",
                        "value": {
                          "locations": [
                            {
                              "id": 501,
                              "caption": "Best sourdough in town",
                              "savedAt": "2026-02-23T10:15:30.000Z",
                              "visibility": "public",
                              "location": {
                                "id": 42,
                                "placeId": "ChIJexample42",
                                "name": "Mill Street Bakery",
                                "address": "12 Mill Street",
                                "city": "San Francisco",
                                "state": "CA",
                                "lat": 37.7749,
                                "lng": -122.4194,
                                "type": "bakery",
                                "rating": 4.5,
                                "photos": [
                                  {
                                    "id": 7,
                                    "imagekitFilePath": "/users/9/places/bakery.jpg",
                                    "isPrimary": true,
                                    "caption": "The counter"
                                  }
                                ]
                              }
                            }
                          ],
                          "pagination": {
                            "page": 1,
                            "limit": 20,
                            "total": 1,
                            "totalPages": 1,
                            "hasMore": false
                          }
                        }
                      },
                      "explicitNulls": {
                        "summary": "What is unknown is null, never left out",
                        "value": {
                          "locations": [
                            {
                              "id": 502,
                              "caption": null,
                              "savedAt": "2026-02-20T08:00:00.000Z",
                              "visibility": "public",
                              "location": {
                                "id": 43,
                                "placeId": "ChIJexample43",
                                "name": "Lookout",
                                "address": null,
                                "city": null,
                                "state": null,
                                "lat": 37.7749,
                                "lng": -122.4194,
                                "type": null,
                                "rating": null,
                                "photos": [
                                  {
                                    "id": 8,
                                    "imagekitFilePath": "/users/9/places/lookout.jpg",
                                    "isPrimary": true,
                                    "caption": null
                                  }
                                ]
                              }
                            }
                          ],
                          "pagination": {
                            "page": 1,
                            "limit": 20,
                            "total": 1,
                            "totalPages": 1,
                            "hasMore": false
                          }
                        }
                      },
                      "empty": {
                        "summary": "Nothing to list",
                        "value": {
                          "locations": [],
                          "pagination": {
                            "page": 1,
                            "limit": 20,
                            "total": 0,
                            "totalPages": 0,
                            "hasMore": false
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "/api/v1/locations/public": {
          "get": {
            "operationId": "listPublicLocations",
            "summary": "Public places for the map",
            "description": "Public places of all users, flattened for the map.",
            "tags": [
              "Locations"
            ],
            "parameters": [
              {
                "$ref": "#/components/parameters/Page"
              },
              {
                "$ref": "#/components/parameters/Limit"
              }
            ],
            "responses": {
              "200": {
                "description": "One page of public places.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/MapSocialLocationList"
                    },
                    "examples": {
                      "complete": {
                        "summary": "Every member has a value",
                        "value": {
                          "locations": [
                            {
                              "id": 42,
                              "placeId": "ChIJexample42",
                              "name": "Mill Street Bakery",
                              "address": "12 Mill Street",
                              "city": "San Francisco",
                              "state": "CA",
                              "lat": 37.7749,
                              "lng": -122.4194,
                              "type": "bakery",
                              "rating": 4.5,
                              "caption": "Best sourdough in town",
                              "savedAt": "2026-02-23T10:15:30.000Z",
                              "photos": [
                                {
                                  "imagekitFilePath": "/users/9/places/bakery.jpg"
                                }
                              ],
                              "user": {
                                "id": 9,
                                "username": "alice",
                                "firstName": "Alice",
                                "lastName": "Smith",
                                "avatar": "/users/9/avatar.jpg"
                              }
                            }
                          ],
                          "pagination": {
                            "page": 1,
                            "limit": 20,
                            "total": 1,
                            "totalPages": 1,
                            "hasMore": false
                          }
                        }
                      },
                      "explicitNulls": {
                        "summary": "What is unknown is null, never left out",
                        "value": {
                          "locations": [
                            {
                              "id": 43,
                              "placeId": "ChIJexample43",
                              "name": "Lookout",
                              "address": null,
                              "city": null,
                              "state": null,
                              "lat": 37.7749,
                              "lng": -122.4194,
                              "type": null,
                              "rating": null,
                              "caption": null,
                              "savedAt": null,
                              "photos": [],
                              "user": {
                                "id": 10,
                                "username": "bob",
                                "firstName": null,
                                "lastName": null,
                                "avatar": null
                              }
                            }
                          ],
                          "pagination": {
                            "page": 1,
                            "limit": 20,
                            "total": 1,
                            "totalPages": 1,
                            "hasMore": false
                          }
                        }
                      },
                      "empty": {
                        "summary": "Nothing to list",
                        "value": {
                          "locations": [],
                          "pagination": {
                            "page": 1,
                            "limit": 20,
                            "total": 0,
                            "totalPages": 0,
                            "hasMore": false
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "/api/v1/locations/friends": {
          "get": {
            "operationId": "listFriendsLocations",
            "summary": "Friends' places for the map",
            "description": "Places of the user's friends, flattened for the map.",
            "tags": [
              "Locations"
            ],
            "parameters": [
              {
                "$ref": "#/components/parameters/Page"
              },
              {
                "$ref": "#/components/parameters/Limit"
              }
            ],
            "responses": {
              "200": {
                "description": "One page of friends' places.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/MapSocialLocationList"
                    },
                    "examples": {
                      "complete": {
                        "summary": "Every member has a value",
                        "value": {
                          "locations": [
                            {
                              "id": 42,
                              "placeId": "ChIJexample42",
                              "name": "Mill Street Bakery",
                              "address": "12 Mill Street",
                              "city": "San Francisco",
                              "state": "CA",
                              "lat": 37.7749,
                              "lng": -122.4194,
                              "type": "bakery",
                              "rating": 4.5,
                              "caption": "Best sourdough in town",
                              "savedAt": "2026-02-23T10:15:30.000Z",
                              "photos": [
                                {
                                  "imagekitFilePath": "/users/9/places/bakery.jpg"
                                }
                              ],
                              "user": {
                                "id": 9,
                                "username": "alice",
                                "firstName": "Alice",
                                "lastName": "Smith",
                                "avatar": "/users/9/avatar.jpg"
                              }
                            }
                          ],
                          "pagination": {
                            "page": 1,
                            "limit": 20,
                            "total": 1,
                            "totalPages": 1,
                            "hasMore": false
                          }
                        }
                      },
                      "explicitNulls": {
                        "summary": "What is unknown is null, never left out",
                        "value": {
                          "locations": [
                            {
                              "id": 43,
                              "placeId": "ChIJexample43",
                              "name": "Lookout",
                              "address": null,
                              "city": null,
                              "state": null,
                              "lat": 37.7749,
                              "lng": -122.4194,
                              "type": null,
                              "rating": null,
                              "caption": null,
                              "savedAt": null,
                              "photos": [],
                              "user": {
                                "id": 10,
                                "username": "bob",
                                "firstName": null,
                                "lastName": null,
                                "avatar": null
                              }
                            }
                          ],
                          "pagination": {
                            "page": 1,
                            "limit": 20,
                            "total": 1,
                            "totalPages": 1,
                            "hasMore": false
                          }
                        }
                      },
                      "empty": {
                        "summary": "Nothing to list",
                        "value": {
                          "locations": [],
                          "pagination": {
                            "page": 1,
                            "limit": 20,
                            "total": 0,
                            "totalPages": 0,
                            "hasMore": false
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      },
      "components": {
        "parameters": {
          "Page": {
            "name": "page",
            "in": "query",
            "description": "Which page to answer, from 1.",
            "schema": {
              "type": "integer"
            }
          },
          "Limit": {
            "name": "limit",
            "in": "query",
            "description": "The most items a page may hold.",
            "schema": {
              "type": "integer"
            }
          }
        },
        "schemas": {
          "SocialLocationList": {
            "type": "object",
            "description": "One page of a user's saved places.",
            "required": [
              "locations",
              "pagination"
            ],
            "properties": {
              "locations": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/SocialLocation"
                }
              },
              "pagination": {
                "$ref": "#/components/schemas/Pagination"
              }
            },
            "additionalProperties": true
          },
          "MapSocialLocationList": {
            "type": "object",
            "description": "One page of places for the public or the friends' map.",
            "required": [
              "locations",
              "pagination"
            ],
            "properties": {
              "locations": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/MapSocialLocation"
                }
              },
              "pagination": {
                "$ref": "#/components/schemas/Pagination"
              }
            },
            "additionalProperties": true
          },
          "SocialLocation": {
            "type": "object",
            "description": "A place a user saved, as the user's public profile lists it.",
            "required": [
              "id",
              "caption",
              "savedAt",
              "visibility",
              "location"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "UserSave.id, not Location.id."
              },
              "caption": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "savedAt": {
                "type": "string",
                "format": "date-time",
                "description": "When it was saved, as `toISOString()` writes it. Never null here."
              },
              "visibility": {
                "type": "string",
                "description": "`public`: only public locations are returned.",
                "const": "public"
              },
              "location": {
                "$ref": "#/components/schemas/Location"
              }
            }
          },
          "Location": {
            "type": "object",
            "description": "The place inside a save.",
            "required": [
              "id",
              "placeId",
              "name",
              "address",
              "city",
              "state",
              "lat",
              "lng",
              "type",
              "rating",
              "photos"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "Location.id."
              },
              "placeId": {
                "type": "string"
              },
              "name": {
                "type": "string"
              },
              "address": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "city": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "state": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "lat": {
                "type": "number",
                "description": "Latitude in degrees; never `latitude`."
              },
              "lng": {
                "type": "number",
                "description": "Longitude in degrees; never `longitude`."
              },
              "type": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "rating": {
                "type": [
                  "number",
                  "null"
                ]
              },
              "photos": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Photo"
                }
              }
            }
          },
          "Photo": {
            "type": "object",
            "description": "A photo of a place. The iOS model `LocationPhoto` reads `id`, `imagekitFilePath` and `isPrimary`.",
            "required": [
              "id",
              "imagekitFilePath",
              "isPrimary",
              "caption"
            ],
            "properties": {
              "id": {
                "type": "integer"
              },
              "imagekitFilePath": {
                "type": "string"
              },
              "isPrimary": {
                "type": "boolean"
              },
              "caption": {
                "type": [
                  "string",
                  "null"
                ]
              }
            }
          },
          "MapSocialLocation": {
            "type": "object",
            "description": "A place on the public or the friends' map, flattened: the save's and the place's members in one object.",
            "required": [
              "id",
              "placeId",
              "name",
              "address",
              "city",
              "state",
              "lat",
              "lng",
              "type",
              "rating",
              "caption",
              "savedAt",
              "photos",
              "user"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "Location.id."
              },
              "placeId": {
                "type": "string"
              },
              "name": {
                "type": "string"
              },
              "address": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "city": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "state": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "lat": {
                "type": "number",
                "description": "Latitude in degrees; never `latitude`."
              },
              "lng": {
                "type": "number",
                "description": "Longitude in degrees; never `longitude`."
              },
              "type": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "rating": {
                "type": [
                  "number",
                  "null"
                ]
              },
              "caption": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "savedAt": {
                "type": [
                  "string",
                  "null"
                ],
                "format": "date-time",
                "description": "When it was saved, as `toISOString()` writes it, or null."
              },
              "photos": {
                "type": "array",
                "description": "The primary photo only, for the thumbnail.",
                "maxItems": 1,
                "items": {
                  "$ref": "#/components/schemas/MapPhoto"
                }
              },
              "user": {
                "$ref": "#/components/schemas/MapUser"
              }
            }
          },
          "MapPhoto": {
            "type": "object",
            "description": "The thumbnail of a place on the map.",
            "required": [
              "imagekitFilePath"
            ],
            "properties": {
              "imagekitFilePath": {
                "type": "string"
              }
            }
          },
          "MapUser": {
            "type": "object",
            "description": "Who saved the place.",
            "required": [
              "id",
              "username",
              "firstName",
              "lastName",
              "avatar"
            ],
            "properties": {
              "id": {
                "type": "integer"
              },
              "username": {
                "type": "string"
              },
              "firstName": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "lastName": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "avatar": {
                "type": [
                  "string",
                  "null"
                ]
              }
            }
          },
          "Pagination": {
            "type": "object",
            "description": "Pagination metadata, the same at every paginated endpoint.",
            "required": [
              "page",
              "limit",
              "total",
              "totalPages",
              "hasMore"
            ],
            "properties": {
              "page": {
                "type": "integer",
                "description": "The page answered, from 1."
              },
              "limit": {
                "type": "integer",
                "description": "The most items a page holds."
              },
              "total": {
                "type": "integer",
                "description": "Items on all pages together."
              },
              "totalPages": {
                "type": "integer",
                "description": "total / limit, rounded up."
              },
              "hasMore": {
                "type": "boolean",
                "description": "Whether a page follows this one."
              }
            }
          }
        }
      },
      "x-schemacheck": {
        "rules": {
          "coordinate-names": {
            "names": [
              "lat",
              "lng"
            ]
          },
          "iso-dates": {
            "profile": "to-iso-string"
          },
          "key-case": {
            "case": "camel"
          }
        }
      }
    }
    """###

  private static let forkInTheRoad: StaticString = ###"""
    {
      "openapi": "3.1.0",
      "info": {
        "title": "Fork in the Road mobile API",
        "version": "1.0.0",
        "description": "The mobile API behind the Fork in the Road iOS app. The client decodes with `convertFromSnakeCase` and `.iso8601`: the wire is snake_case and dates carry no fraction of a second. Any 2XX is a success; 4XX and 5XX carry `message` and, maybe, `code`. Where the API Integration Guide shows no members (restaurants, groups, auth, decisions, profile, notifications), none are listed here."
      },
      "x-schemacheck": {
        "rules": {
          "iso-dates": {
            "profile": "swift-iso8601"
          },
          "key-case": {
            "severity": "warning",
            "case": "snake"
          },
          "coordinate-names": "off"
        }
      },
      "servers": [
        {
          "url": "http://localhost:3001",
          "description": "local"
        },
        {
          "url": "https://fork-in-the-road-mobile-api-staging.onrender.com",
          "description": "staging"
        },
        {
          "url": "https://fork-in-the-road-mobile-api.onrender.com",
          "description": "production"
        }
      ],
      "tags": [
        {
          "name": "Auth",
          "description": "Sign-in, registration and tokens"
        },
        {
          "name": "Collections",
          "description": "Collections of restaurants"
        },
        {
          "name": "Restaurants",
          "description": "Restaurants and their search"
        },
        {
          "name": "Groups",
          "description": "Groups and invitations"
        },
        {
          "name": "Decisions",
          "description": "Decisions and votes"
        },
        {
          "name": "Profile",
          "description": "Profile, notifications and settings"
        }
      ],
      "paths": {
        "/api/auth/login": {
          "post": {
            "operationId": "login",
            "summary": "Sign in",
            "description": "Answers with tokens of a shape the guide does not show, so `secret-exposure` is off here.",
            "tags": [
              "Auth"
            ],
            "security": [],
            "requestBody": {
              "description": "The credentials; the guide does not list its members",
              "required": false,
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object"
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "Signed in",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/AuthAnswer"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/auth/register": {
          "post": {
            "operationId": "register",
            "summary": "Create an account",
            "description": "Answers with tokens of a shape the guide does not show, so `secret-exposure` is off here.",
            "tags": [
              "Auth"
            ],
            "security": [],
            "requestBody": {
              "description": "The new account; the guide does not list its members",
              "required": false,
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object"
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "Account created",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/AuthAnswer"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/auth/me": {
          "get": {
            "operationId": "currentUser",
            "summary": "The signed-in user",
            "tags": [
              "Auth"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "responses": {
              "2XX": {
                "description": "The signed-in user",
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object",
                      "description": "The guide does not list the members"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/auth/refresh": {
          "post": {
            "operationId": "refreshToken",
            "summary": "Renew the token",
            "description": "Answers with tokens of a shape the guide does not show, so `secret-exposure` is off here.",
            "tags": [
              "Auth"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "requestBody": {
              "description": "What the renewal needs; the guide does not list its members",
              "required": false,
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object"
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "Token renewed",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/AuthAnswer"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/collections": {
          "get": {
            "operationId": "collections",
            "summary": "List the collections",
            "tags": [
              "Collections"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "responses": {
              "2XX": {
                "description": "The collections",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/CollectionsResponse"
                    },
                    "examples": {
                      "mocks": {
                        "summary": "Two collections, the second without a description",
                        "value": {
                          "collections": [
                            {
                              "id": "1",
                              "name": "Favorites",
                              "description": "My favorite restaurants",
                              "type": "personal",
                              "restaurant_ids": [],
                              "created_at": "2026-01-15T12:30:00Z",
                              "updated_at": "2026-01-15T12:30:00Z"
                            },
                            {
                              "id": "2",
                              "name": "Date night",
                              "description": null,
                              "type": "personal",
                              "restaurant_ids": [
                                "12",
                                "31"
                              ],
                              "created_at": "2026-01-16T18:05:09Z",
                              "updated_at": "2026-02-01T08:00:00Z"
                            }
                          ]
                        }
                      },
                      "none": {
                        "summary": "No collections",
                        "value": {
                          "collections": []
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          },
          "post": {
            "operationId": "createCollection",
            "summary": "Create a collection",
            "tags": [
              "Collections"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "requestBody": {
              "required": true,
              "content": {
                "application/json": {
                  "schema": {
                    "$ref": "#/components/schemas/CreateCollectionRequest"
                  },
                  "examples": {
                    "complete": {
                      "summary": "With a description",
                      "value": {
                        "name": "Favorites",
                        "description": "My favorite restaurants"
                      }
                    },
                    "nameOnly": {
                      "summary": "Without a description",
                      "value": {
                        "name": "Favorites"
                      }
                    }
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "The new collection",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Collection"
                    },
                    "examples": {
                      "mock1": {
                        "summary": "The new collection",
                        "value": {
                          "id": "1",
                          "name": "Favorites",
                          "description": "My favorite restaurants",
                          "type": "personal",
                          "restaurant_ids": [],
                          "created_at": "2026-01-15T12:30:00Z",
                          "updated_at": "2026-01-15T12:30:00Z"
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/collections/{id}": {
          "get": {
            "operationId": "collection",
            "summary": "One collection",
            "tags": [
              "Collections"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the collection",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "responses": {
              "2XX": {
                "description": "The collection",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Collection"
                    },
                    "examples": {
                      "mock1": {
                        "summary": "Complete",
                        "value": {
                          "id": "1",
                          "name": "Favorites",
                          "description": "My favorite restaurants",
                          "type": "personal",
                          "restaurant_ids": [],
                          "created_at": "2026-01-15T12:30:00Z",
                          "updated_at": "2026-01-15T12:30:00Z"
                        }
                      },
                      "nullDescription": {
                        "summary": "The description is null",
                        "value": {
                          "id": "2",
                          "name": "Date night",
                          "description": null,
                          "type": "personal",
                          "restaurant_ids": [
                            "12",
                            "31"
                          ],
                          "created_at": "2026-01-16T18:05:09Z",
                          "updated_at": "2026-02-01T08:00:00Z"
                        }
                      },
                      "noDescription": {
                        "summary": "The description is absent",
                        "value": {
                          "id": "2",
                          "name": "Date night",
                          "type": "personal",
                          "restaurant_ids": [
                            "12",
                            "31"
                          ],
                          "created_at": "2026-01-16T18:05:09Z",
                          "updated_at": "2026-02-01T08:00:00Z"
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          },
          "put": {
            "operationId": "updateCollection",
            "summary": "Rename a collection",
            "tags": [
              "Collections"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the collection",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "requestBody": {
              "required": true,
              "content": {
                "application/json": {
                  "schema": {
                    "$ref": "#/components/schemas/UpdateCollectionRequest"
                  },
                  "examples": {
                    "rename": {
                      "summary": "A new name",
                      "value": {
                        "name": "Weekend favorites"
                      }
                    }
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "The changed collection",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Collection"
                    },
                    "examples": {
                      "renamed": {
                        "summary": "The renamed collection",
                        "value": {
                          "id": "1",
                          "name": "Weekend favorites",
                          "description": "My favorite restaurants",
                          "type": "personal",
                          "restaurant_ids": [],
                          "created_at": "2026-01-15T12:30:00Z",
                          "updated_at": "2026-01-20T09:15:00Z"
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          },
          "delete": {
            "operationId": "deleteCollection",
            "summary": "Delete a collection",
            "description": "The client decodes an empty object: a 2XX answer without a body does not decode.",
            "tags": [
              "Collections"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the collection",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "responses": {
              "2XX": {
                "description": "Deleted",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/EmptyResponse"
                    },
                    "examples": {
                      "empty": {
                        "summary": "An empty object",
                        "value": {}
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/collections/{id}/restaurants": {
          "post": {
            "operationId": "addRestaurantToCollection",
            "summary": "Add a restaurant to a collection",
            "tags": [
              "Collections"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the collection",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "requestBody": {
              "required": true,
              "content": {
                "application/json": {
                  "schema": {
                    "$ref": "#/components/schemas/AddRestaurantRequest"
                  },
                  "examples": {
                    "add": {
                      "summary": "One restaurant",
                      "value": {
                        "restaurant_id": "12"
                      }
                    }
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "The changed collection",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Collection"
                    },
                    "examples": {
                      "added": {
                        "summary": "The collection with its new restaurant",
                        "value": {
                          "id": "1",
                          "name": "Favorites",
                          "description": "My favorite restaurants",
                          "type": "personal",
                          "restaurant_ids": [
                            "12"
                          ],
                          "created_at": "2026-01-15T12:30:00Z",
                          "updated_at": "2026-01-20T09:20:00Z"
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/restaurants": {
          "get": {
            "operationId": "restaurants",
            "summary": "List the restaurants",
            "tags": [
              "Restaurants"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "responses": {
              "2XX": {
                "description": "The restaurants",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/RestaurantsResponse"
                    },
                    "examples": {
                      "one": {
                        "summary": "One restaurant; its members are illustrative",
                        "value": {
                          "restaurants": [
                            {
                              "id": "12",
                              "name": "Corner Bistro"
                            }
                          ]
                        }
                      },
                      "none": {
                        "summary": "No restaurants",
                        "value": {
                          "restaurants": []
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/restaurants/search": {
          "get": {
            "operationId": "searchRestaurants",
            "summary": "Search restaurants",
            "tags": [
              "Restaurants"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "q",
                "in": "query",
                "required": false,
                "description": "What to search for",
                "schema": {
                  "type": "string"
                },
                "example": "ramen"
              },
              {
                "name": "location",
                "in": "query",
                "required": false,
                "description": "Where to search, in words",
                "schema": {
                  "type": "string"
                },
                "example": "Boston, MA"
              },
              {
                "name": "lat",
                "in": "query",
                "required": false,
                "description": "Latitude to search around",
                "schema": {
                  "type": "number"
                },
                "example": 42.3601
              },
              {
                "name": "lng",
                "in": "query",
                "required": false,
                "description": "Longitude to search around",
                "schema": {
                  "type": "number"
                },
                "example": -71.0589
              }
            ],
            "responses": {
              "2XX": {
                "description": "The restaurants found",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/RestaurantsResponse"
                    },
                    "examples": {
                      "one": {
                        "summary": "One restaurant; its members are illustrative",
                        "value": {
                          "restaurants": [
                            {
                              "id": "12",
                              "name": "Corner Bistro"
                            }
                          ]
                        }
                      },
                      "none": {
                        "summary": "No restaurants",
                        "value": {
                          "restaurants": []
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/restaurants/{id}": {
          "get": {
            "operationId": "restaurant",
            "summary": "One restaurant",
            "tags": [
              "Restaurants"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the restaurant",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "responses": {
              "2XX": {
                "description": "The restaurant",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Restaurant"
                    },
                    "examples": {
                      "one": {
                        "summary": "Members are illustrative",
                        "value": {
                          "id": "12",
                          "name": "Corner Bistro"
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/groups": {
          "get": {
            "operationId": "groups",
            "summary": "List the groups",
            "tags": [
              "Groups"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "responses": {
              "2XX": {
                "description": "The groups",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/GroupsResponse"
                    },
                    "examples": {
                      "one": {
                        "summary": "One group; its members are illustrative",
                        "value": {
                          "groups": [
                            {
                              "id": "3",
                              "name": "Friday dinner"
                            }
                          ]
                        }
                      },
                      "none": {
                        "summary": "No groups",
                        "value": {
                          "groups": []
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          },
          "post": {
            "operationId": "createGroup",
            "summary": "Create a group",
            "tags": [
              "Groups"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "requestBody": {
              "required": true,
              "content": {
                "application/json": {
                  "schema": {
                    "$ref": "#/components/schemas/CreateGroupRequest"
                  },
                  "examples": {
                    "complete": {
                      "summary": "With a description",
                      "value": {
                        "name": "Friday dinner",
                        "description": "Where we eat on Fridays"
                      }
                    },
                    "nameOnly": {
                      "summary": "Without a description",
                      "value": {
                        "name": "Friday dinner"
                      }
                    }
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "The new group",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Group"
                    },
                    "examples": {
                      "one": {
                        "summary": "Members are illustrative",
                        "value": {
                          "id": "3",
                          "name": "Friday dinner"
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/groups/{id}": {
          "get": {
            "operationId": "group",
            "summary": "One group",
            "tags": [
              "Groups"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the group",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "responses": {
              "2XX": {
                "description": "The group",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Group"
                    },
                    "examples": {
                      "one": {
                        "summary": "Members are illustrative",
                        "value": {
                          "id": "3",
                          "name": "Friday dinner"
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          },
          "put": {
            "operationId": "updateGroup",
            "summary": "Change a group",
            "tags": [
              "Groups"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the group",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "requestBody": {
              "description": "The change; the guide does not list its members",
              "required": false,
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object"
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "The changed group",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Group"
                    },
                    "examples": {
                      "one": {
                        "summary": "Members are illustrative",
                        "value": {
                          "id": "3",
                          "name": "Friday dinner"
                        }
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/groups/{id}/invite": {
          "post": {
            "operationId": "inviteToGroup",
            "summary": "Invite somebody to a group",
            "description": "The client decodes an empty object: a 2XX answer without a body does not decode.",
            "tags": [
              "Groups"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the group",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "requestBody": {
              "required": true,
              "content": {
                "application/json": {
                  "schema": {
                    "$ref": "#/components/schemas/InviteRequest"
                  },
                  "examples": {
                    "invite": {
                      "summary": "One address",
                      "value": {
                        "email": "alex@example.com"
                      }
                    }
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "Invited",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/EmptyResponse"
                    },
                    "examples": {
                      "empty": {
                        "summary": "An empty object",
                        "value": {}
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/groups/{id}/leave": {
          "post": {
            "operationId": "leaveGroup",
            "summary": "Leave a group",
            "description": "The client decodes an empty object: a 2XX answer without a body does not decode.",
            "tags": [
              "Groups"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the group",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "requestBody": {
              "required": true,
              "content": {
                "application/json": {
                  "schema": {
                    "$ref": "#/components/schemas/EmptyRequest"
                  },
                  "examples": {
                    "empty": {
                      "summary": "An empty object",
                      "value": {}
                    }
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "Left",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/EmptyResponse"
                    },
                    "examples": {
                      "empty": {
                        "summary": "An empty object",
                        "value": {}
                      }
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/decisions": {
          "get": {
            "operationId": "decisions",
            "summary": "List the decisions",
            "tags": [
              "Decisions"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "responses": {
              "2XX": {
                "description": "The decisions",
                "content": {
                  "application/json": {
                    "schema": {
                      "description": "Any JSON: the guide shows neither the list nor its elements"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          },
          "post": {
            "operationId": "createDecision",
            "summary": "Start a decision",
            "tags": [
              "Decisions"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "requestBody": {
              "description": "The decision to start; the guide does not list its members",
              "required": false,
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object"
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "The new decision",
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object",
                      "description": "The guide does not list the members"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/decisions/{id}": {
          "get": {
            "operationId": "decision",
            "summary": "One decision",
            "tags": [
              "Decisions"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the decision",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "responses": {
              "2XX": {
                "description": "The decision",
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object",
                      "description": "The guide does not list the members"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/decisions/{id}/vote": {
          "post": {
            "operationId": "submitVote",
            "summary": "Vote in a decision",
            "tags": [
              "Decisions"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the decision",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "requestBody": {
              "description": "The vote; the guide does not list its members",
              "required": false,
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object"
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "Vote taken",
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object",
                      "description": "The guide does not list the members"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/decisions/{id}/complete": {
          "post": {
            "operationId": "completeDecision",
            "summary": "Complete a decision",
            "tags": [
              "Decisions"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "id",
                "in": "path",
                "required": true,
                "description": "Identifier of the decision",
                "schema": {
                  "type": "string"
                }
              }
            ],
            "requestBody": {
              "description": "What completion needs; the guide does not list its members",
              "required": false,
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object"
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "Decision completed",
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object",
                      "description": "The guide does not list the members"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/user/profile": {
          "get": {
            "operationId": "profile",
            "summary": "The user's profile",
            "tags": [
              "Profile"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "responses": {
              "2XX": {
                "description": "The profile",
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object",
                      "description": "The guide does not list the members"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          },
          "put": {
            "operationId": "updateProfile",
            "summary": "Change the user's profile",
            "tags": [
              "Profile"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "requestBody": {
              "description": "The change; the guide does not list its members",
              "required": false,
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object"
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "The changed profile",
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object",
                      "description": "The guide does not list the members"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/notifications": {
          "get": {
            "operationId": "notifications",
            "summary": "List the notifications",
            "tags": [
              "Profile"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "responses": {
              "2XX": {
                "description": "The notifications",
                "content": {
                  "application/json": {
                    "schema": {
                      "description": "Any JSON: the guide shows neither the list nor its elements"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        },
        "/api/user/notification-settings": {
          "put": {
            "operationId": "updateNotificationSettings",
            "summary": "Change the notification settings",
            "tags": [
              "Profile"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "requestBody": {
              "description": "The settings; the guide does not list its members",
              "required": false,
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object"
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "The changed settings",
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object",
                      "description": "The guide does not list the members"
                    }
                  }
                }
              },
              "4XX": {
                "$ref": "#/components/responses/ClientError"
              },
              "5XX": {
                "$ref": "#/components/responses/ServerError"
              }
            }
          }
        }
      },
      "components": {
        "securitySchemes": {
          "bearerAuth": {
            "type": "http",
            "scheme": "bearer",
            "description": "The access token as `Authorization: Bearer …`"
          }
        },
        "responses": {
          "ClientError": {
            "description": "The request was refused; a 401 makes the client drop its token",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorResponse"
                },
                "examples": {
                  "mockError": {
                    "summary": "A message alone",
                    "value": {
                      "message": "Mock error"
                    }
                  },
                  "withCode": {
                    "summary": "A message and a code",
                    "value": {
                      "message": "Collection not found",
                      "code": "NOT_FOUND"
                    }
                  },
                  "nullCode": {
                    "summary": "A null code decodes like an absent one",
                    "value": {
                      "message": "Something went wrong",
                      "code": null
                    }
                  }
                }
              }
            }
          },
          "ServerError": {
            "description": "The server failed",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorResponse"
                },
                "examples": {
                  "mockError": {
                    "summary": "A message alone",
                    "value": {
                      "message": "Mock error"
                    }
                  },
                  "withCode": {
                    "summary": "A message and a code",
                    "value": {
                      "message": "Collection not found",
                      "code": "NOT_FOUND"
                    }
                  },
                  "nullCode": {
                    "summary": "A null code decodes like an absent one",
                    "value": {
                      "message": "Something went wrong",
                      "code": null
                    }
                  }
                }
              }
            }
          }
        },
        "schemas": {
          "Collection": {
            "type": "object",
            "description": "A collection of restaurants",
            "required": [
              "id",
              "name",
              "type",
              "restaurant_ids",
              "created_at",
              "updated_at"
            ],
            "properties": {
              "id": {
                "type": "string",
                "description": "Identifier"
              },
              "name": {
                "type": "string",
                "description": "Name"
              },
              "description": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Description; null and absent both decode"
              },
              "type": {
                "type": "string",
                "description": "Kind of collection",
                "examples": [
                  "personal"
                ]
              },
              "restaurant_ids": {
                "type": "array",
                "description": "Identifiers of its restaurants",
                "items": {
                  "type": "string"
                }
              },
              "created_at": {
                "type": "string",
                "format": "date-time",
                "description": "When it was made"
              },
              "updated_at": {
                "type": "string",
                "format": "date-time",
                "description": "When it last changed"
              }
            }
          },
          "CollectionsResponse": {
            "type": "object",
            "description": "The collections",
            "required": [
              "collections"
            ],
            "properties": {
              "collections": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Collection"
                }
              }
            }
          },
          "Restaurant": {
            "type": "object",
            "description": "A restaurant; the guide does not list its members"
          },
          "RestaurantsResponse": {
            "type": "object",
            "description": "The restaurants",
            "required": [
              "restaurants"
            ],
            "properties": {
              "restaurants": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Restaurant"
                }
              }
            }
          },
          "Group": {
            "type": "object",
            "description": "A group; the guide does not list its members"
          },
          "GroupsResponse": {
            "type": "object",
            "description": "The groups",
            "required": [
              "groups"
            ],
            "properties": {
              "groups": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Group"
                }
              }
            }
          },
          "CreateCollectionRequest": {
            "type": "object",
            "description": "The collection to create",
            "required": [
              "name"
            ],
            "properties": {
              "name": {
                "type": "string",
                "description": "Name"
              },
              "description": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Description; the client leaves it out when there is none"
              }
            }
          },
          "UpdateCollectionRequest": {
            "type": "object",
            "description": "The new name",
            "required": [
              "name"
            ],
            "properties": {
              "name": {
                "type": "string",
                "description": "Name"
              }
            }
          },
          "AddRestaurantRequest": {
            "type": "object",
            "description": "The restaurant to add",
            "required": [
              "restaurant_id"
            ],
            "properties": {
              "restaurant_id": {
                "type": "string",
                "description": "Identifier of the restaurant"
              }
            }
          },
          "CreateGroupRequest": {
            "type": "object",
            "description": "The group to create",
            "required": [
              "name"
            ],
            "properties": {
              "name": {
                "type": "string",
                "description": "Name"
              },
              "description": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Description; the client leaves it out when there is none"
              }
            }
          },
          "InviteRequest": {
            "type": "object",
            "description": "Whom to invite",
            "required": [
              "email"
            ],
            "properties": {
              "email": {
                "type": "string",
                "description": "E-mail address of the person invited"
              }
            }
          },
          "EmptyRequest": {
            "type": "object",
            "description": "An object of which nothing is read"
          },
          "EmptyResponse": {
            "type": "object",
            "description": "An object of which nothing is read"
          },
          "ErrorResponse": {
            "type": "object",
            "description": "What went wrong",
            "required": [
              "message"
            ],
            "properties": {
              "message": {
                "type": "string",
                "description": "What the app shows to its user"
              },
              "code": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Code of the error; null and absent both decode"
              }
            }
          },
          "AuthAnswer": {
            "type": "object",
            "description": "What login, register and refresh answer. The document gives no shape; as auth answers they may carry the refresh token, in either case, and anything else.",
            "properties": {
              "refresh_token": {
                "description": "May be here, and in no other answer."
              },
              "refreshToken": {
                "description": "The same, as the client would write it."
              }
            },
            "additionalProperties": true
          }
        }
      }
    }
    """###

  private static let bmnBoston: StaticString = ###"""
    {
      "openapi": "3.1.0",
      "info": {
        "title": "BMN Boston mobile API",
        "version": "2026-01-02",
        "description": "WordPress REST API behind the BMN Boston iOS app, whose models name every key: the wire is snake_case throughout. Coordinates are `latitude` and `longitude`. Dates are strings: ISO 8601 with milliseconds (`2025-12-24T12:30:00.000Z`), with an offset (`2025-12-24T12:30:00+00:00`) or MySQL's `2025-12-24 12:30:00`. A member that may be null may also be absent. No host is documented."
      },
      "x-schemacheck": {
        "rules": {
          "iso-dates": {
            "profile": "wordpress"
          },
          "key-case": {
            "severity": "error",
            "case": "snake"
          },
          "coordinate-names": {
            "names": [
              "latitude",
              "longitude"
            ]
          }
        }
      },
      "tags": [
        {
          "name": "Properties",
          "description": "Property search and detail"
        },
        {
          "name": "Appointments",
          "description": "Bookings and their times"
        },
        {
          "name": "Auth",
          "description": "Sign-in and registration"
        }
      ],
      "paths": {
        "/properties": {
          "get": {
            "operationId": "listProperties",
            "summary": "One page of the property list",
            "description": "Pagination stands beside the list: `total`, `page`, `per_page` and `total_pages` are members of the answer itself.",
            "tags": [
              "Properties"
            ],
            "security": [
              {},
              {
                "bearerAuth": []
              }
            ],
            "responses": {
              "2XX": {
                "description": "One page of listings",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/PropertyList"
                    },
                    "examples": {
                      "firstPage": {
                        "summary": "First of three pages, shortened to two listings; the second has null members",
                        "value": {
                          "properties": [
                            {
                              "listing_key": "9f86d081884c7d659a2feaa0c55ad015",
                              "listing_id": "73012345",
                              "list_price": 749900,
                              "days_on_market": 12,
                              "beds": 3,
                              "baths": 1.5,
                              "sqft": 1480,
                              "city": "Boston",
                              "latitude": 42.3601,
                              "longitude": -71.0589,
                              "main_photo_url": "https://photos.example.com/73012345/1.jpg"
                            },
                            {
                              "listing_key": "d41d8cd98f00b204e9800998ecf8427e",
                              "listing_id": "73054321",
                              "list_price": 1250000.5,
                              "days_on_market": 0,
                              "beds": 4,
                              "baths": 2,
                              "sqft": null,
                              "city": "Cambridge",
                              "latitude": 42.3736,
                              "longitude": -71.1097,
                              "main_photo_url": null
                            }
                          ],
                          "total": 42,
                          "page": 1,
                          "per_page": 20,
                          "total_pages": 3
                        }
                      },
                      "lastPage": {
                        "summary": "Last page; members that may be null are absent",
                        "value": {
                          "properties": [
                            {
                              "listing_key": "d41d8cd98f00b204e9800998ecf8427e",
                              "listing_id": "73054321",
                              "list_price": 1250000.5,
                              "days_on_market": 0,
                              "beds": 4,
                              "baths": 2,
                              "city": "Cambridge",
                              "latitude": 42.3736,
                              "longitude": -71.1097
                            }
                          ],
                          "total": 41,
                          "page": 3,
                          "per_page": 20,
                          "total_pages": 3
                        }
                      },
                      "none": {
                        "summary": "Nothing found",
                        "value": {
                          "properties": [],
                          "total": 0,
                          "page": 1,
                          "per_page": 20,
                          "total_pages": 0
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "/properties/{listing_key}": {
          "get": {
            "operationId": "getProperty",
            "summary": "One property in full",
            "tags": [
              "Properties"
            ],
            "security": [
              {},
              {
                "bearerAuth": []
              }
            ],
            "parameters": [
              {
                "name": "listing_key",
                "in": "path",
                "required": true,
                "description": "MD5 hash of the listing; not an integer, nor the MLS number",
                "schema": {
                  "type": "string",
                  "pattern": "^[0-9a-fA-F]{32}$"
                },
                "example": "9f86d081884c7d659a2feaa0c55ad015"
              }
            ],
            "responses": {
              "2XX": {
                "description": "The property",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/PropertyDetail"
                    },
                    "examples": {
                      "complete": {
                        "summary": "Complete",
                        "value": {
                          "listing_key": "9f86d081884c7d659a2feaa0c55ad015",
                          "listing_id": "73012345",
                          "list_price": 749900,
                          "days_on_market": 12,
                          "beds": 3,
                          "baths": 1.5,
                          "sqft": 1480,
                          "city": "Boston",
                          "latitude": 42.3601,
                          "longitude": -71.0589,
                          "main_photo_url": "https://photos.example.com/73012345/1.jpg",
                          "photos": [
                            "https://photos.example.com/73012345/1.jpg",
                            "https://photos.example.com/73012345/2.jpg"
                          ],
                          "description": "Sunny three-bedroom condominium near the park.",
                          "features": [
                            "Central air",
                            "Garage parking"
                          ],
                          "schools": [
                            {
                              "id": 101,
                              "name": "Josiah Quincy Elementary School",
                              "school_type": "Elementary",
                              "letter_grade": "A+",
                              "composite_score": 92.5,
                              "distance": 0.4,
                              "district_name": "Boston Public Schools"
                            },
                            {
                              "id": 102,
                              "name": "Boston Latin School",
                              "school_type": "High",
                              "letter_grade": null,
                              "composite_score": null,
                              "distance": 1.2
                            }
                          ],
                          "agent": {
                            "name": "Dana Reyes",
                            "phone": "617-555-0100"
                          },
                          "office": {
                            "name": "Example Realty"
                          }
                        }
                      },
                      "nulls": {
                        "summary": "Members that may be null are null",
                        "value": {
                          "listing_key": "d41d8cd98f00b204e9800998ecf8427e",
                          "listing_id": "73054321",
                          "list_price": 1250000.5,
                          "days_on_market": 0,
                          "beds": 4,
                          "baths": 2,
                          "sqft": null,
                          "city": "Cambridge",
                          "latitude": 42.3736,
                          "longitude": -71.1097,
                          "main_photo_url": null,
                          "photos": [],
                          "description": null,
                          "features": null,
                          "schools": [],
                          "agent": null,
                          "office": null
                        }
                      },
                      "short": {
                        "summary": "Members that may be absent are absent",
                        "value": {
                          "listing_key": "d41d8cd98f00b204e9800998ecf8427e",
                          "listing_id": "73054321",
                          "list_price": 1250000.5,
                          "days_on_market": 0,
                          "beds": 4,
                          "baths": 2,
                          "city": "Cambridge",
                          "latitude": 42.3736,
                          "longitude": -71.1097
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "/slots": {
          "get": {
            "operationId": "listSlots",
            "summary": "Bookable times",
            "tags": [
              "Appointments"
            ],
            "security": [
              {},
              {
                "bearerAuth": []
              }
            ],
            "responses": {
              "2XX": {
                "description": "The slots, as a bare array",
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/TimeSlot"
                      }
                    },
                    "examples": {
                      "morning": {
                        "summary": "Two slots, one taken",
                        "value": [
                          {
                            "time": "09:00",
                            "available": true
                          },
                          {
                            "time": "09:30",
                            "available": false
                          }
                        ]
                      },
                      "none": {
                        "summary": "No slots",
                        "value": []
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "/auth/login": {
          "post": {
            "operationId": "login",
            "summary": "Sign in",
            "tags": [
              "Auth"
            ],
            "security": [],
            "requestBody": {
              "description": "Its members are not documented",
              "required": true,
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object"
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "Signed in",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/AuthResponse"
                    },
                    "examples": {
                      "signedIn": {
                        "summary": "Tokens and the user, whose members are not documented",
                        "value": {
                          "access_token": "example-access-token",
                          "refresh_token": "example-refresh-token",
                          "expires_in": 3600,
                          "user": {}
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "/auth/register": {
          "post": {
            "operationId": "register",
            "summary": "Create an account",
            "tags": [
              "Auth"
            ],
            "security": [],
            "requestBody": {
              "description": "Its members are not documented",
              "required": true,
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object"
                  }
                }
              }
            },
            "responses": {
              "2XX": {
                "description": "Account created",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/AuthResponse"
                    },
                    "examples": {
                      "signedIn": {
                        "summary": "Tokens and the user, whose members are not documented",
                        "value": {
                          "access_token": "example-access-token",
                          "refresh_token": "example-refresh-token",
                          "expires_in": 3600,
                          "user": {}
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      },
      "components": {
        "securitySchemes": {
          "bearerAuth": {
            "type": "http",
            "scheme": "bearer",
            "description": "The access token as `Authorization: Bearer …`"
          }
        },
        "schemas": {
          "Property": {
            "type": "object",
            "description": "A property as lists and search results show it",
            "required": [
              "listing_key",
              "listing_id",
              "list_price",
              "beds",
              "baths",
              "city",
              "latitude",
              "longitude"
            ],
            "properties": {
              "listing_key": {
                "type": "string",
                "pattern": "^[0-9a-fA-F]{32}$",
                "description": "MD5 hash by which listings are looked up; never an integer"
              },
              "listing_id": {
                "type": "string",
                "description": "MLS number"
              },
              "list_price": {
                "type": "number",
                "description": "Current asking price; a JSON number, which the app reads as `Decimal`"
              },
              "days_on_market": {
                "type": "integer",
                "description": "Days since it was listed"
              },
              "beds": {
                "type": "integer",
                "description": "Bedrooms, an alias for `bedrooms_total`"
              },
              "baths": {
                "type": "number",
                "description": "Full and half baths: 1.5 is one full and one half"
              },
              "sqft": {
                "type": [
                  "integer",
                  "null"
                ],
                "description": "Living area in square feet"
              },
              "city": {
                "type": "string",
                "description": "City"
              },
              "latitude": {
                "type": "number",
                "description": "Latitude of the map position"
              },
              "longitude": {
                "type": "number",
                "description": "Longitude of the map position"
              },
              "main_photo_url": {
                "type": [
                  "string",
                  "null"
                ],
                "format": "uri-reference",
                "description": "Primary photo of the listing"
              }
            }
          },
          "PropertyDetail": {
            "type": "object",
            "description": "A property in full: every member of `Property` and more",
            "required": [
              "listing_key",
              "listing_id",
              "list_price",
              "beds",
              "baths",
              "city",
              "latitude",
              "longitude"
            ],
            "properties": {
              "listing_key": {
                "type": "string",
                "pattern": "^[0-9a-fA-F]{32}$",
                "description": "MD5 hash by which listings are looked up; never an integer"
              },
              "listing_id": {
                "type": "string",
                "description": "MLS number"
              },
              "list_price": {
                "type": "number",
                "description": "Current asking price; a JSON number, which the app reads as `Decimal`"
              },
              "days_on_market": {
                "type": "integer",
                "description": "Days since it was listed"
              },
              "beds": {
                "type": "integer",
                "description": "Bedrooms, an alias for `bedrooms_total`"
              },
              "baths": {
                "type": "number",
                "description": "Full and half baths: 1.5 is one full and one half"
              },
              "sqft": {
                "type": [
                  "integer",
                  "null"
                ],
                "description": "Living area in square feet"
              },
              "city": {
                "type": "string",
                "description": "City"
              },
              "latitude": {
                "type": "number",
                "description": "Latitude of the map position"
              },
              "longitude": {
                "type": "number",
                "description": "Longitude of the map position"
              },
              "main_photo_url": {
                "type": [
                  "string",
                  "null"
                ],
                "format": "uri-reference",
                "description": "Primary photo of the listing"
              },
              "photos": {
                "type": [
                  "array",
                  "null"
                ],
                "description": "All photos of the listing; the shape of one is not documented"
              },
              "description": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Full description of the property"
              },
              "features": {
                "description": "Amenities and features; the shape is not documented"
              },
              "schools": {
                "type": [
                  "array",
                  "null"
                ],
                "description": "Nearby schools with their distances",
                "items": {
                  "$ref": "#/components/schemas/School"
                }
              },
              "agent": {
                "type": [
                  "object",
                  "null"
                ],
                "description": "Contact information of the listing agent; its members are not documented"
              },
              "office": {
                "type": [
                  "object",
                  "null"
                ],
                "description": "Contact information of the listing office; its members are not documented"
              }
            }
          },
          "PropertyList": {
            "type": "object",
            "description": "One page of properties",
            "required": [
              "properties",
              "total",
              "page",
              "per_page",
              "total_pages"
            ],
            "properties": {
              "properties": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Property"
                }
              },
              "total": {
                "type": "integer",
                "description": "Properties on all pages"
              },
              "page": {
                "type": "integer",
                "description": "Number of this page"
              },
              "per_page": {
                "type": "integer",
                "description": "Properties a page"
              },
              "total_pages": {
                "type": "integer",
                "description": "Number of pages; there is a next one while `page` is less"
              }
            }
          },
          "School": {
            "type": "object",
            "description": "A school near a property",
            "required": [
              "id",
              "name",
              "school_type",
              "distance"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "Identifier"
              },
              "name": {
                "type": "string",
                "description": "Name"
              },
              "school_type": {
                "type": "string",
                "enum": [
                  "Elementary",
                  "Middle",
                  "High"
                ],
                "description": "Level"
              },
              "letter_grade": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Grade: A+, A, B+ …"
              },
              "composite_score": {
                "type": [
                  "number",
                  "null"
                ],
                "minimum": 0,
                "maximum": 100,
                "description": "Ranking score from 0 to 100"
              },
              "distance": {
                "type": "number",
                "description": "Distance in miles"
              },
              "district_name": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Name of the school district"
              }
            },
            "examples": [
              {
                "id": 101,
                "name": "Josiah Quincy Elementary School",
                "school_type": "Elementary",
                "letter_grade": "A+",
                "composite_score": 92.5,
                "distance": 0.4,
                "district_name": "Boston Public Schools"
              },
              {
                "id": 102,
                "name": "Boston Latin School",
                "school_type": "High",
                "letter_grade": null,
                "composite_score": null,
                "distance": 1.2
              }
            ]
          },
          "Appointment": {
            "type": "object",
            "description": "A booked appointment",
            "required": [
              "id",
              "staff_id",
              "appointment_type_id",
              "status",
              "date",
              "start_time",
              "end_time",
              "client_name",
              "client_email"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "Identifier"
              },
              "staff_id": {
                "type": "integer",
                "description": "Identifier of the staff member"
              },
              "appointment_type_id": {
                "type": "integer",
                "description": "Identifier of the kind of appointment"
              },
              "status": {
                "$ref": "#/components/schemas/AppointmentStatus"
              },
              "date": {
                "type": "string",
                "format": "date",
                "description": "Day, as YYYY-MM-DD",
                "x-schemacheck": {
                  "rules": {
                    "iso-dates": {
                      "profile": "date"
                    }
                  }
                }
              },
              "start_time": {
                "type": "string",
                "description": "Start, as HH:MM",
                "x-schemacheck": {
                  "rules": {
                    "iso-dates": {
                      "profile": "time"
                    }
                  }
                }
              },
              "end_time": {
                "type": "string",
                "description": "End, as HH:MM",
                "x-schemacheck": {
                  "rules": {
                    "iso-dates": {
                      "profile": "time"
                    }
                  }
                }
              },
              "client_name": {
                "type": "string",
                "description": "Name of the client"
              },
              "client_email": {
                "type": "string",
                "description": "E-mail address of the client"
              },
              "client_phone": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Telephone number of the client"
              },
              "listing_id": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "MLS number of the property"
              },
              "property_address": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Address of the property"
              }
            },
            "examples": [
              {
                "id": 501,
                "staff_id": 7,
                "appointment_type_id": 2,
                "status": "pending",
                "date": "2026-01-15",
                "start_time": "09:00",
                "end_time": "09:30",
                "client_name": "Alex Kim",
                "client_email": "alex@example.com",
                "client_phone": null,
                "listing_id": "73012345",
                "property_address": "1 Beacon St, Boston"
              },
              {
                "id": 502,
                "staff_id": 7,
                "appointment_type_id": 2,
                "status": "no_show",
                "date": "2026-01-15",
                "start_time": "09:00",
                "end_time": "09:30",
                "client_name": "Alex Kim",
                "client_email": "alex@example.com"
              }
            ]
          },
          "AppointmentStatus": {
            "type": "string",
            "description": "State of an appointment",
            "enum": [
              "pending",
              "confirmed",
              "cancelled",
              "completed",
              "no_show"
            ]
          },
          "TimeSlot": {
            "type": "object",
            "description": "A bookable time",
            "required": [
              "time",
              "available"
            ],
            "properties": {
              "time": {
                "type": "string",
                "description": "Start, as HH:MM; also the slot's identity",
                "x-schemacheck": {
                  "rules": {
                    "iso-dates": {
                      "profile": "time"
                    }
                  }
                }
              },
              "available": {
                "type": "boolean",
                "description": "Whether it can be booked"
              }
            },
            "examples": [
              {
                "time": "09:00",
                "available": true
              },
              {
                "time": "09:30",
                "available": false
              }
            ]
          },
          "AuthResponse": {
            "type": "object",
            "description": "Tokens and the user they are for",
            "required": [
              "access_token",
              "refresh_token",
              "expires_in",
              "user"
            ],
            "properties": {
              "access_token": {
                "type": "string",
                "description": "Token for the requests that follow"
              },
              "refresh_token": {
                "type": "string",
                "description": "Token for a new access token"
              },
              "expires_in": {
                "type": "integer",
                "description": "Seconds until the access token expires"
              },
              "user": {
                "$ref": "#/components/schemas/User"
              }
            }
          },
          "User": {
            "type": "object",
            "description": "A user; the members are not documented"
          },
          "SavedSearch": {
            "type": "object",
            "description": "Saved search criteria; the members are not documented"
          }
        }
      }
    }
    """###

  private static let unitedweriseDevices: StaticString = ###"""
    {
      "openapi": "3.1.0",
      "info": {
        "title": "UnitedWeRise mobile device API",
        "version": "1.1.0",
        "description": "Push notification tokens of the iOS and Android apps: register at login, list, unregister at logout. A token is unique across all users; one that another user registers moves to that user. Responses never carry the token."
      },
      "servers": [
        {
          "url": "https://api.unitedwerise.org",
          "description": "Production"
        },
        {
          "url": "https://dev-api.unitedwerise.org",
          "description": "Staging"
        }
      ],
      "tags": [
        {
          "name": "Devices",
          "description": "Device tokens for push notifications."
        }
      ],
      "paths": {
        "/api/devices": {
          "get": {
            "operationId": "listDevices",
            "summary": "The current user's devices",
            "description": "All registered devices of the current user, for a device management screen. The tokens are not returned.",
            "tags": [
              "Devices"
            ],
            "security": [
              {
                "bearerAuth": []
              },
              {
                "cookieAuth": []
              }
            ],
            "responses": {
              "200": {
                "description": "The user's devices.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/DeviceListResponse"
                    },
                    "examples": {
                      "devices": {
                        "summary": "A phone and a tablet",
                        "value": {
                          "success": true,
                          "data": [
                            {
                              "id": "clxxxxxxxxxxxxxxxxxx",
                              "platform": "ios",
                              "deviceName": "iPhone 15 Pro",
                              "createdAt": "2026-01-22T12:00:00.000Z",
                              "updatedAt": "2026-01-22T14:30:00.000Z"
                            },
                            {
                              "id": "clyyyyyyyyyyyyyyyyyy",
                              "platform": "ios",
                              "deviceName": "iPad Pro",
                              "createdAt": "2026-01-20T08:00:00.000Z",
                              "updatedAt": "2026-01-20T08:00:00.000Z"
                            }
                          ]
                        }
                      }
                    }
                  }
                }
              },
              "401": {
                "description": "The authentication token is missing or invalid.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/ErrorResponse"
                    },
                    "examples": {
                      "accessDenied": {
                        "summary": "No authentication token",
                        "value": {
                          "success": false,
                          "error": "Access denied"
                        }
                      }
                    }
                  }
                }
              },
              "500": {
                "description": "The server failed.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/ErrorResponse"
                    },
                    "examples": {
                      "format": {
                        "summary": "The documented form of an error",
                        "value": {
                          "success": false,
                          "error": "Error message describing the issue"
                        }
                      },
                      "serverError": {
                        "summary": "An internal error",
                        "value": {
                          "success": false,
                          "error": "Server error"
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "/api/devices/register": {
          "post": {
            "operationId": "registerDevice",
            "summary": "Register a device token",
            "description": "Called after login. A token already registered for this user is updated; one of a different user is reassigned.",
            "tags": [
              "Devices"
            ],
            "security": [
              {
                "bearerAuth": []
              },
              {
                "cookieAuth": []
              }
            ],
            "requestBody": {
              "required": true,
              "content": {
                "application/json": {
                  "schema": {
                    "$ref": "#/components/schemas/RegisterRequest"
                  },
                  "examples": {
                    "iPhone": {
                      "summary": "An iPhone",
                      "value": {
                        "deviceToken": "a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90",
                        "platform": "ios",
                        "deviceName": "iPhone 15 Pro",
                        "appVersion": "1.0.0"
                      }
                    }
                  }
                }
              }
            },
            "responses": {
              "200": {
                "description": "The device is registered.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/RegisterResponse"
                    },
                    "examples": {
                      "registered": {
                        "summary": "An iPhone",
                        "value": {
                          "success": true,
                          "message": "Device token registered successfully",
                          "data": {
                            "id": "clxxxxxxxxxxxxxxxxxx",
                            "platform": "ios",
                            "deviceName": "iPhone 15 Pro",
                            "createdAt": "2026-01-22T12:00:00.000Z",
                            "updatedAt": "2026-01-22T12:00:00.000Z"
                          }
                        }
                      }
                    }
                  }
                }
              },
              "400": {
                "description": "The device token or the platform is missing or invalid.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/ErrorResponse"
                    },
                    "examples": {
                      "invalidToken": {
                        "summary": "The token is missing, not a string, or shorter than 32 characters",
                        "value": {
                          "success": false,
                          "error": "Invalid device token"
                        }
                      },
                      "invalidPlatform": {
                        "summary": "The platform is neither `ios` nor `android`",
                        "value": {
                          "success": false,
                          "error": "Invalid platform"
                        }
                      }
                    }
                  }
                }
              },
              "401": {
                "description": "The authentication token is missing or invalid.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/ErrorResponse"
                    },
                    "examples": {
                      "accessDenied": {
                        "summary": "No authentication token",
                        "value": {
                          "success": false,
                          "error": "Access denied"
                        }
                      }
                    }
                  }
                }
              },
              "500": {
                "description": "The server failed.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/ErrorResponse"
                    },
                    "examples": {
                      "format": {
                        "summary": "The documented form of an error",
                        "value": {
                          "success": false,
                          "error": "Error message describing the issue"
                        }
                      },
                      "serverError": {
                        "summary": "An internal error",
                        "value": {
                          "success": false,
                          "error": "Server error"
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "/api/devices/{deviceToken}": {
          "delete": {
            "operationId": "unregisterDevice",
            "summary": "Unregister a device token",
            "description": "Called at logout, to stop notifications on the device. Users can unregister only their own tokens.",
            "tags": [
              "Devices"
            ],
            "security": [
              {
                "bearerAuth": []
              },
              {
                "cookieAuth": []
              }
            ],
            "parameters": [
              {
                "name": "deviceToken",
                "in": "path",
                "required": true,
                "description": "The device token to unregister, percent-encoded.",
                "schema": {
                  "type": "string",
                  "minLength": 32
                },
                "example": "a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90"
              }
            ],
            "responses": {
              "200": {
                "description": "The token is unregistered.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/UnregisterResponse"
                    },
                    "examples": {
                      "unregistered": {
                        "summary": "The token is forgotten",
                        "value": {
                          "success": true,
                          "message": "Device token unregistered successfully"
                        }
                      }
                    }
                  }
                }
              },
              "401": {
                "description": "The authentication token is missing or invalid.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/ErrorResponse"
                    },
                    "examples": {
                      "accessDenied": {
                        "summary": "No authentication token",
                        "value": {
                          "success": false,
                          "error": "Access denied"
                        }
                      }
                    }
                  }
                }
              },
              "403": {
                "description": "The device token belongs to a different user.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/ErrorResponse"
                    },
                    "examples": {
                      "notAuthorized": {
                        "summary": "Another user's token",
                        "value": {
                          "success": false,
                          "error": "Not authorized"
                        }
                      }
                    }
                  }
                }
              },
              "404": {
                "description": "The device token is not registered.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/ErrorResponse"
                    },
                    "examples": {
                      "notFound": {
                        "summary": "Unknown token",
                        "value": {
                          "success": false,
                          "error": "Token not found"
                        }
                      }
                    }
                  }
                }
              },
              "500": {
                "description": "The server failed.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/ErrorResponse"
                    },
                    "examples": {
                      "format": {
                        "summary": "The documented form of an error",
                        "value": {
                          "success": false,
                          "error": "Error message describing the issue"
                        }
                      },
                      "serverError": {
                        "summary": "An internal error",
                        "value": {
                          "success": false,
                          "error": "Server error"
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      },
      "components": {
        "securitySchemes": {
          "bearerAuth": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "JWT in the `Authorization` header."
          },
          "cookieAuth": {
            "type": "apiKey",
            "in": "cookie",
            "name": "authToken",
            "description": "The same JWT in an httpOnly cookie."
          }
        },
        "schemas": {
          "RegisterRequest": {
            "type": "object",
            "description": "A device that is to receive push notifications.",
            "required": [
              "deviceToken",
              "platform"
            ],
            "properties": {
              "deviceToken": {
                "type": "string",
                "description": "APNs token (iOS, 64 hex digits) or FCM token (Android). At least 32 characters.",
                "minLength": 32
              },
              "platform": {
                "type": "string",
                "enum": [
                  "ios",
                  "android"
                ],
                "description": "Exactly `ios` or `android`, in lower case."
              },
              "deviceName": {
                "type": "string",
                "description": "Device name, for display to the user."
              },
              "appVersion": {
                "type": "string",
                "description": "App version, for debugging."
              }
            }
          },
          "Device": {
            "type": "object",
            "description": "A registered device. The device token itself is never returned.",
            "required": [
              "id",
              "platform",
              "deviceName",
              "createdAt",
              "updatedAt"
            ],
            "properties": {
              "id": {
                "type": "string",
                "description": "Identifier of the device record."
              },
              "platform": {
                "type": "string",
                "enum": [
                  "ios",
                  "android"
                ],
                "description": "Exactly `ios` or `android`, in lower case."
              },
              "deviceName": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Device name; may be null."
              },
              "createdAt": {
                "type": "string",
                "format": "date-time",
                "description": "When the device was registered."
              },
              "updatedAt": {
                "type": "string",
                "format": "date-time",
                "description": "When the record last changed."
              }
            }
          },
          "RegisterResponse": {
            "type": "object",
            "description": "The registered device.",
            "required": [
              "success",
              "message",
              "data"
            ],
            "properties": {
              "success": {
                "type": "boolean",
                "const": true
              },
              "message": {
                "type": "string"
              },
              "data": {
                "$ref": "#/components/schemas/Device"
              }
            }
          },
          "UnregisterResponse": {
            "type": "object",
            "description": "The token is forgotten.",
            "required": [
              "success",
              "message"
            ],
            "properties": {
              "success": {
                "type": "boolean",
                "const": true
              },
              "message": {
                "type": "string"
              }
            }
          },
          "DeviceListResponse": {
            "type": "object",
            "description": "The user's devices.",
            "required": [
              "success",
              "data"
            ],
            "properties": {
              "success": {
                "type": "boolean",
                "const": true
              },
              "data": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Device"
                }
              }
            }
          },
          "ErrorResponse": {
            "type": "object",
            "description": "What every error answers.",
            "required": [
              "success",
              "error"
            ],
            "properties": {
              "success": {
                "type": "boolean",
                "const": false
              },
              "error": {
                "type": "string",
                "description": "What is wrong."
              }
            }
          },
          "APNsPayload": {
            "type": "object",
            "description": "The notification that the backend sends to a device through APNs when a message arrives.",
            "required": [
              "aps",
              "conversationId",
              "messageType",
              "type"
            ],
            "properties": {
              "aps": {
                "type": "object",
                "description": "Apple's part of the payload.",
                "required": [
                  "alert",
                  "badge",
                  "sound",
                  "mutable-content",
                  "thread-id"
                ],
                "properties": {
                  "alert": {
                    "type": "object",
                    "description": "What the notification shows.",
                    "required": [
                      "title",
                      "body"
                    ],
                    "properties": {
                      "title": {
                        "type": "string",
                        "description": "Who sent the message."
                      },
                      "body": {
                        "type": "string",
                        "description": "The beginning of the message."
                      }
                    }
                  },
                  "badge": {
                    "type": "integer",
                    "description": "The number on the app's icon.",
                    "minimum": 0
                  },
                  "sound": {
                    "type": "string"
                  },
                  "mutable-content": {
                    "type": "integer",
                    "description": "1 lets the Notification Service Extension enrich the notification."
                  },
                  "thread-id": {
                    "type": "string",
                    "description": "The conversation's id: iOS groups notifications by it."
                  }
                }
              },
              "conversationId": {
                "type": "string",
                "description": "The conversation to open."
              },
              "messageType": {
                "type": "string",
                "description": "The kind of message, such as `USER_USER`."
              },
              "type": {
                "type": "string",
                "description": "The kind of notification, such as `NEW_MESSAGE`."
              }
            },
            "examples": [
              {
                "aps": {
                  "alert": {
                    "title": "Sender Name",
                    "body": "Message preview..."
                  },
                  "badge": 1,
                  "sound": "default",
                  "mutable-content": 1,
                  "thread-id": "<conversationId>"
                },
                "conversationId": "<id>",
                "messageType": "USER_USER",
                "type": "NEW_MESSAGE"
              }
            ]
          }
        }
      },
      "x-schemacheck": {
        "rules": {
          "iso-dates": {
            "profile": "to-iso-string"
          },
          "key-case": {
            "case": "camel"
          }
        }
      }
    }
    """###

  private static let socialPosts: StaticString = ###"""
    {
      "openapi": "3.1.0",
      "info": {
        "title": "Social posts API",
        "version": "2026-02",
        "description": "What the iOS app and its Flask backend say to each other: accounts and sessions, a feed of image posts, likes and comments. Lists are bare arrays, a page of the feed is asked for by query; `avatarURL` and `caption` may be null and are always present. Protected operations need a bearer token."
      },
      "servers": [
        {
          "url": "http://localhost:5000",
          "description": "Development"
        }
      ],
      "tags": [
        {
          "name": "Authentication",
          "description": "Accounts and sessions."
        },
        {
          "name": "Posts",
          "description": "The feed."
        },
        {
          "name": "Likes",
          "description": "Likes of a post."
        },
        {
          "name": "Comments",
          "description": "Comments on a post."
        }
      ],
      "paths": {
        "/sessions": {
          "post": {
            "operationId": "createSession",
            "summary": "Log in",
            "tags": [
              "Authentication"
            ],
            "requestBody": {
              "required": true,
              "content": {
                "application/json": {
                  "schema": {
                    "$ref": "#/components/schemas/CreateSessionRequest"
                  },
                  "examples": {
                    "alice": {
                      "summary": "Alice logs in",
                      "value": {
                        "username": "alice",
                        "password": "password123"
                      }
                    }
                  }
                }
              }
            },
            "responses": {
              "200": {
                "description": "The request succeeded.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Session"
                    },
                    "examples": {
                      "alice": {
                        "summary": "Alice logs in",
                        "value": {
                          "token": "abc123-token",
                          "userId": "user-uuid",
                          "user": {
                            "id": "user-uuid",
                            "username": "alice",
                            "displayName": "Alice Smith",
                            "avatarURL": "http://localhost:5000/uploads/avatar.jpg"
                          }
                        }
                      }
                    }
                  }
                }
              },
              "201": {
                "description": "The resource was created.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Session"
                    },
                    "examples": {
                      "alice": {
                        "summary": "Alice logs in",
                        "value": {
                          "token": "abc123-token",
                          "userId": "user-uuid",
                          "user": {
                            "id": "user-uuid",
                            "username": "alice",
                            "displayName": "Alice Smith",
                            "avatarURL": "http://localhost:5000/uploads/avatar.jpg"
                          }
                        }
                      }
                    }
                  }
                }
              },
              "400": {
                "description": "The request's parameters are invalid."
              },
              "401": {
                "description": "The authentication token is missing or invalid."
              },
              "500": {
                "description": "The server failed."
              }
            }
          }
        },
        "/users": {
          "post": {
            "operationId": "createAccount",
            "summary": "Sign up",
            "tags": [
              "Authentication"
            ],
            "requestBody": {
              "required": true,
              "content": {
                "application/json": {
                  "schema": {
                    "$ref": "#/components/schemas/CreateUserRequest"
                  },
                  "examples": {
                    "alice": {
                      "summary": "Alice signs up",
                      "value": {
                        "username": "alice",
                        "password": "password123",
                        "fullname": "Alice Smith"
                      }
                    }
                  }
                }
              }
            },
            "responses": {
              "200": {
                "description": "The request succeeded.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/User"
                    },
                    "examples": {
                      "alice": {
                        "summary": "A new user has no avatar",
                        "value": {
                          "id": "user-uuid",
                          "username": "alice",
                          "displayName": "Alice Smith",
                          "avatarURL": null
                        }
                      }
                    }
                  }
                }
              },
              "201": {
                "description": "The resource was created.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/User"
                    },
                    "examples": {
                      "alice": {
                        "summary": "A new user has no avatar",
                        "value": {
                          "id": "user-uuid",
                          "username": "alice",
                          "displayName": "Alice Smith",
                          "avatarURL": null
                        }
                      }
                    }
                  }
                }
              },
              "400": {
                "description": "The request's parameters are invalid."
              },
              "500": {
                "description": "The server failed."
              }
            }
          }
        },
        "/posts": {
          "get": {
            "operationId": "listPosts",
            "summary": "The feed, a page at a time",
            "tags": [
              "Posts"
            ],
            "parameters": [
              {
                "name": "page",
                "in": "query",
                "description": "Page number, from 1.",
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 1
              },
              {
                "name": "pageSize",
                "in": "query",
                "description": "Posts on a page.",
                "schema": {
                  "type": "integer",
                  "default": 20
                },
                "example": 20
              }
            ],
            "responses": {
              "200": {
                "description": "One page of the feed.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/PostList"
                    },
                    "examples": {
                      "feed": {
                        "summary": "One post",
                        "value": [
                          {
                            "id": "post-uuid",
                            "author": {
                              "id": "user-uuid",
                              "username": "alice",
                              "displayName": "Alice Smith",
                              "avatarURL": "http://localhost:5000/uploads/avatar.jpg"
                            },
                            "imageURL": "http://localhost:5000/uploads/post123.jpg",
                            "caption": "Just finished reading 1984!",
                            "likes": 42,
                            "createdAt": "2026-02-11T12:34:56Z",
                            "commentCount": 5
                          }
                        ]
                      }
                    }
                  }
                }
              },
              "400": {
                "description": "The request's parameters are invalid."
              },
              "401": {
                "description": "The authentication token is missing or invalid."
              },
              "500": {
                "description": "The server failed."
              }
            }
          },
          "post": {
            "operationId": "createPost",
            "summary": "Publish a post",
            "tags": [
              "Posts"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "requestBody": {
              "required": true,
              "content": {
                "multipart/form-data": {
                  "schema": {
                    "$ref": "#/components/schemas/CreatePostForm"
                  },
                  "encoding": {
                    "file": {
                      "contentType": "image/jpeg, image/png"
                    }
                  }
                }
              }
            },
            "responses": {
              "200": {
                "description": "The request succeeded.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Post"
                    },
                    "examples": {
                      "post": {
                        "summary": "The new post",
                        "value": {
                          "id": "post-uuid",
                          "author": {
                            "id": "user-uuid",
                            "username": "alice",
                            "displayName": "Alice Smith",
                            "avatarURL": "http://localhost:5000/uploads/avatar.jpg"
                          },
                          "imageURL": "http://localhost:5000/uploads/post123.jpg",
                          "caption": "Just finished reading 1984!",
                          "likes": 42,
                          "createdAt": "2026-02-11T12:34:56Z",
                          "commentCount": 5
                        }
                      }
                    }
                  }
                }
              },
              "201": {
                "description": "The resource was created.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Post"
                    },
                    "examples": {
                      "post": {
                        "summary": "The new post",
                        "value": {
                          "id": "post-uuid",
                          "author": {
                            "id": "user-uuid",
                            "username": "alice",
                            "displayName": "Alice Smith",
                            "avatarURL": "http://localhost:5000/uploads/avatar.jpg"
                          },
                          "imageURL": "http://localhost:5000/uploads/post123.jpg",
                          "caption": "Just finished reading 1984!",
                          "likes": 42,
                          "createdAt": "2026-02-11T12:34:56Z",
                          "commentCount": 5
                        }
                      }
                    }
                  }
                }
              },
              "400": {
                "description": "The request's parameters are invalid."
              },
              "401": {
                "description": "The authentication token is missing or invalid."
              },
              "500": {
                "description": "The server failed."
              }
            }
          }
        },
        "/posts/{postId}/like": {
          "parameters": [
            {
              "$ref": "#/components/parameters/PostId"
            }
          ],
          "post": {
            "operationId": "likePost",
            "summary": "Like a post",
            "tags": [
              "Likes"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "responses": {
              "200": {
                "description": "The likes the post now has.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Likes"
                    },
                    "examples": {
                      "liked": {
                        "summary": "One like more",
                        "value": {
                          "likes": 43
                        }
                      }
                    }
                  }
                }
              },
              "400": {
                "description": "The request's parameters are invalid."
              },
              "401": {
                "description": "The authentication token is missing or invalid."
              },
              "404": {
                "description": "The resource does not exist."
              },
              "500": {
                "description": "The server failed."
              }
            }
          },
          "delete": {
            "operationId": "unlikePost",
            "summary": "Take a like back",
            "tags": [
              "Likes"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "responses": {
              "200": {
                "description": "The likes the post now has.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/Likes"
                    },
                    "examples": {
                      "unliked": {
                        "summary": "One like less",
                        "value": {
                          "likes": 42
                        }
                      }
                    }
                  }
                }
              },
              "400": {
                "description": "The request's parameters are invalid."
              },
              "401": {
                "description": "The authentication token is missing or invalid."
              },
              "404": {
                "description": "The resource does not exist."
              },
              "500": {
                "description": "The server failed."
              }
            }
          }
        },
        "/posts/{postId}/comments": {
          "parameters": [
            {
              "$ref": "#/components/parameters/PostId"
            }
          ],
          "get": {
            "operationId": "listComments",
            "summary": "The comments of a post",
            "tags": [
              "Comments"
            ],
            "responses": {
              "200": {
                "description": "The post's comments.",
                "content": {
                  "application/json": {
                    "schema": {
                      "$ref": "#/components/schemas/CommentList"
                    },
                    "examples": {
                      "comments": {
                        "summary": "One comment",
                        "value": [
                          {
                            "id": "comment-uuid",
                            "postId": "post-uuid",
                            "author": {
                              "id": "user-uuid",
                              "username": "bob",
                              "displayName": "Bob Jones",
                              "avatarURL": null
                            },
                            "text": "Great book!",
                            "createdAt": "2026-02-11T13:00:00Z"
                          }
                        ]
                      }
                    }
                  }
                }
              },
              "400": {
                "description": "The request's parameters are invalid."
              },
              "401": {
                "description": "The authentication token is missing or invalid."
              },
              "404": {
                "description": "The resource does not exist."
              },
              "500": {
                "description": "The server failed."
              }
            }
          }
        },
        "/comments": {
          "post": {
            "operationId": "editComments",
            "summary": "Create or delete a comment",
            "description": "The form's `operation` says which: `create` or `delete`.",
            "tags": [
              "Comments"
            ],
            "security": [
              {
                "bearerAuth": []
              }
            ],
            "requestBody": {
              "required": true,
              "content": {
                "application/x-www-form-urlencoded": {
                  "schema": {
                    "$ref": "#/components/schemas/CommentForm"
                  },
                  "examples": {
                    "create": {
                      "summary": "Create a comment",
                      "value": {
                        "operation": "create",
                        "postid": "post-uuid",
                        "text": "Great book!"
                      }
                    },
                    "delete": {
                      "summary": "Delete a comment",
                      "value": {
                        "operation": "delete",
                        "commentid": "comment-uuid"
                      }
                    }
                  }
                }
              }
            },
            "responses": {
              "200": {
                "description": "The comment was created or deleted."
              },
              "201": {
                "description": "The comment was created."
              },
              "400": {
                "description": "The request's parameters are invalid."
              },
              "401": {
                "description": "The authentication token is missing or invalid."
              },
              "404": {
                "description": "The resource does not exist."
              },
              "500": {
                "description": "The server failed."
              }
            }
          }
        }
      },
      "components": {
        "parameters": {
          "PostId": {
            "name": "postId",
            "in": "path",
            "required": true,
            "description": "The post's ID.",
            "schema": {
              "type": "string"
            },
            "example": "post-uuid"
          }
        },
        "securitySchemes": {
          "bearerAuth": {
            "type": "http",
            "scheme": "bearer",
            "description": "The token that `POST /sessions` answers."
          }
        },
        "schemas": {
          "CreateSessionRequest": {
            "type": "object",
            "description": "A login.",
            "required": [
              "username",
              "password"
            ],
            "properties": {
              "username": {
                "type": "string"
              },
              "password": {
                "type": "string"
              }
            }
          },
          "Session": {
            "type": "object",
            "description": "A login's token and user.",
            "required": [
              "token",
              "userId",
              "user"
            ],
            "properties": {
              "token": {
                "type": "string",
                "description": "Bearer token for the protected endpoints."
              },
              "userId": {
                "type": "string"
              },
              "user": {
                "$ref": "#/components/schemas/User"
              }
            }
          },
          "CreateUserRequest": {
            "type": "object",
            "description": "A sign-up.",
            "required": [
              "username",
              "password",
              "fullname"
            ],
            "properties": {
              "username": {
                "type": "string"
              },
              "password": {
                "type": "string"
              },
              "fullname": {
                "type": "string"
              }
            }
          },
          "User": {
            "type": "object",
            "description": "A user, as author of posts and comments too.",
            "required": [
              "id",
              "username",
              "displayName",
              "avatarURL"
            ],
            "properties": {
              "id": {
                "type": "string"
              },
              "username": {
                "type": "string"
              },
              "displayName": {
                "type": "string"
              },
              "avatarURL": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "URL of the avatar, or null."
              }
            }
          },
          "PostList": {
            "type": "array",
            "description": "One page of the feed, as a bare array.",
            "items": {
              "$ref": "#/components/schemas/Post"
            }
          },
          "Post": {
            "type": "object",
            "description": "A post.",
            "required": [
              "id",
              "author",
              "imageURL",
              "caption",
              "likes",
              "createdAt",
              "commentCount"
            ],
            "properties": {
              "id": {
                "type": "string"
              },
              "author": {
                "$ref": "#/components/schemas/User"
              },
              "imageURL": {
                "type": "string",
                "description": "URL of the image."
              },
              "caption": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caption, or null."
              },
              "likes": {
                "type": "integer"
              },
              "createdAt": {
                "type": "string",
                "format": "date-time",
                "description": "When it was posted, without a fraction of a second."
              },
              "commentCount": {
                "type": "integer"
              }
            }
          },
          "CreatePostForm": {
            "type": "object",
            "description": "The fields of a new post.",
            "required": [
              "file"
            ],
            "properties": {
              "file": {
                "description": "Image file (JPG or PNG).",
                "contentMediaType": "application/octet-stream"
              },
              "caption": {
                "type": "string",
                "description": "Text caption."
              },
              "authorId": {
                "type": "string",
                "description": "User ID; inferred from the token when absent."
              }
            }
          },
          "Likes": {
            "type": "object",
            "description": "How many likes a post has.",
            "required": [
              "likes"
            ],
            "properties": {
              "likes": {
                "type": "integer"
              }
            }
          },
          "CommentList": {
            "type": "array",
            "description": "The comments of a post, as a bare array.",
            "items": {
              "$ref": "#/components/schemas/Comment"
            }
          },
          "Comment": {
            "type": "object",
            "description": "A comment.",
            "required": [
              "id",
              "postId",
              "author",
              "text",
              "createdAt"
            ],
            "properties": {
              "id": {
                "type": "string"
              },
              "postId": {
                "type": "string"
              },
              "author": {
                "$ref": "#/components/schemas/User"
              },
              "text": {
                "type": "string"
              },
              "createdAt": {
                "type": "string",
                "format": "date-time",
                "description": "When it was written, without a fraction of a second."
              }
            }
          },
          "CommentForm": {
            "description": "Creates or deletes a comment, as `operation` says.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/CreateCommentForm"
              },
              {
                "$ref": "#/components/schemas/DeleteCommentForm"
              }
            ],
            "discriminator": {
              "propertyName": "operation",
              "mapping": {
                "create": "#/components/schemas/CreateCommentForm",
                "delete": "#/components/schemas/DeleteCommentForm"
              }
            }
          },
          "CreateCommentForm": {
            "type": "object",
            "description": "The fields of a new comment.",
            "required": [
              "operation",
              "postid",
              "text"
            ],
            "properties": {
              "operation": {
                "type": "string",
                "const": "create"
              },
              "postid": {
                "type": "string",
                "description": "Post ID."
              },
              "text": {
                "type": "string",
                "description": "Comment text."
              }
            }
          },
          "DeleteCommentForm": {
            "type": "object",
            "description": "The fields that delete a comment.",
            "required": [
              "operation",
              "commentid"
            ],
            "properties": {
              "operation": {
                "type": "string",
                "const": "delete"
              },
              "commentid": {
                "type": "string",
                "description": "Comment ID."
              }
            }
          }
        }
      },
      "x-schemacheck": {
        "rules": {
          "iso-dates": {
            "profile": "swift-iso8601"
          },
          "key-case": {
            "case": "camel"
          }
        }
      }
    }
    """###
}
