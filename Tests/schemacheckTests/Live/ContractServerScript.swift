/// Small servers for the five contracts and for others, in Python, beside the one of
/// ``liveServerScript``: under `/apis/CONTRACT/FAULT` they answer by the contract's own examples, each
/// list with enough items for three pages. FAULT is `none`, or what is wrong with the answers; each
/// fault is planted at one place. What follows a `~` tells the requests of a test apart.
let contractServerScript = #"""
  import copy, hashlib, json, math, os, threading

  lock, seen = threading.Lock(), {}
  SIZE = 20

  def count(key):
      with lock:
          seen[key] = seen.get(key, 0) + 1
          return seen[key]

  def document(name, cache={}):
      if name not in cache:
          with open(os.path.join(SCHEMAS, name + ".json"), "rb") as file:
              cache[name] = json.load(file)
      return cache[name]

  # The first example of an operation's success.
  def example(name, path):
      responses = document(name)["paths"][path]["get"]["responses"]
      content = responses[min(responses)]["content"]["application/json"]
      return copy.deepcopy(next(iter(content["examples"].values()))["value"])

  # As many items as three pages have, the last one not full.
  def many(item, change, number=45):
      items = []
      for index in range(number):
          items.append(copy.deepcopy(item))
          change(items[-1], index)
      return items

  def asked(query, name, standard):
      return max(1, int(query.get(name, standard)))

  # Which items a page has, and the total, with what is wrong with pages.
  def cut(items, fault, page, limit, key):
      if fault.startswith("moves"):
          # Somebody adds an item after the first page was asked for.
          if count(key) > 1:
              items = items + [copy.deepcopy(items[0])]
              items[-1][next(k for k in ("id", "listing_key") if k in items[0])] = new(items[0])
              items = items[-1:] + items[:-1]
      total, start = len(items), (page - 1) * limit
      pages = math.ceil(total / limit)
      if fault == "overlap" and page == 2:
          start -= 1
      if fault == "same" and page == 2:
          start = 0
      if fault == "total" and page == 2:
          total += 1
      if fault == "past-end" and page > pages:
          start, items = 0, many(items[0], lambda item, index: rename(item, "past%d" % index), 3)
      if fault == "clamp" and page > pages:
          start = (pages - 1) * limit
      shown = copy.deepcopy(items[start:start + limit])
      if fault == "gap" and page == 2:
          del shown[4]
      if fault == "twice" and page == 2:
          shown[7] = copy.deepcopy(shown[3])
      if fault == "empty" and page == 2:
          shown = []
      return shown, total, math.ceil(total / limit)

  def new(item):
      return {int: 9999, str: "9" * 32}[type(item.get("id", item.get("listing_key")))]

  def rename(item, text):
      for name in ("id", "listing_key"):
          if name in item:
              item[name] = (9000 + len(text) * 100 + sum(text.encode()) if isinstance(item[name], int)
                            else hashlib.md5(text.encode()).hexdigest())

  # The paths of each API: a function of the path's parameters, the query and the fault.
  def fotolokashen(path, query, fault, key):
      if path[:3] == ["api", "v1", "users"] and path[4:] == ["locations"]:
          template = "/api/v1/users/{username}/locations"
      elif path[:3] == ["api", "v1", "locations"] and path[3:] in (["public"], ["friends"]):
          template = "/" + "/".join(path)
      else:
          return None
      answer = example("fotolokashen", template)
      isPublic = template.endswith("public")
      def change(item, index):
          item["id"] += index
          if "location" in item:
              item["location"]["id"] += index
      items = many(answer["locations"][0], change)
      page, limit = asked(query, "page", 1), asked(query, "limit", SIZE)
      own = fault if isPublic else "none"
      shown, total, pages = cut(items, own, page, limit, key)
      if own == "coordinates" and page == 1:
          shown[1]["latitude"] = shown[1].pop("lat")
      if own == "omitted-null" and page == 1:
          del shown[1]["address"]
      if own == "date" and page == 1:
          shown[1]["savedAt"] = "Mon Feb 23 2026 10:15:30 GMT+0000 (Coordinated Universal Time)"
      answer["locations"] = shown
      answer["pagination"] = {"page": page, "limit": limit, "total": total, "totalPages": pages,
                              "hasMore": page < pages}
      if own == "last-page" and page == pages:
          answer["pagination"]["hasMore"] = True
      if own == "not-last" and page == 1:
          answer["pagination"]["hasMore"] = False
      if own == "no-pagination" and page == 1:
          del answer["pagination"]
      return answer

  def fork_in_the_road(path, query, fault, key):
      if path == ["api", "auth", "me"] or path == ["api", "user", "profile"]:
          return {"id": "9", "name": "Alice"}
      if path == ["api", "notifications"]:
          return [{"id": "n1", "text": "Vote"}]
      if path == ["api", "restaurants", "search"]:
          return example("fork-in-the-road", "/api/restaurants/search")
      if len(path) < 2 or path[0] != "api":
          return None
      kinds = {"collections": "collection", "restaurants": "restaurant", "groups": "group"}
      if path[1] == "decisions":
          items = [{"id": "d%d" % index, "title": "Dinner"} for index in range(3)]
          return items if len(path) == 2 else next((i for i in items if i["id"] == path[2]), None)
      if path[1] not in kinds:
          return None
      answer = example("fork-in-the-road", "/api/" + path[1])
      items = many(answer[path[1]][0], lambda item, index: item.update(id=str(index + 1)), 3)
      if path[1] == "collections" and len(path) == 2:
          if fault == "camel":
              items[1]["restaurantIds"] = items[1].pop("restaurant_ids")
          if fault == "undecodable-key":
              items[1]["restaurantIDs"] = items[1].pop("restaurant_ids")
          if fault == "fraction":
              items[1]["created_at"] = "2026-01-15T12:30:00.000Z"
      if len(path) == 2:
          return {path[1]: items}
      return next((item for item in items if item["id"] == path[2]), None)

  def bmn_boston(path, query, fault, key):
      if path == ["slots"]:
          slots = example("bmn-boston", "/slots")
          if fault == "time":
              slots[1]["time"] = "9:30 AM"
          return slots
      if path[:1] != ["properties"] or len(path) > 2:
          return None
      answer = example("bmn-boston", "/properties")
      def change(item, index):
          item["listing_key"] = hashlib.md5(str(index).encode()).hexdigest()
          item["listing_id"] = str(73000000 + index)
      items = many(answer["properties"][0], change)
      if len(path) == 2:
          found = next((item for item in items if item["listing_key"] == path[1]), None)
          return found and dict(example("bmn-boston", "/properties/{listing_key}"), **found)
      page, limit = asked(query, "page", 1), asked(query, "per_page", SIZE)
      shown, total, pages = cut(items, fault, page, limit, key)
      if fault == "no-such-page" and page > pages:
          return None
      if fault == "coordinates" and page == 1:
          shown[1]["lat"] = shown[1].pop("latitude")
      if fault == "integer-key" and page == 1:
          # Not one of the first, which fill the path of one property.
          shown[4]["listing_key"] = 73000001
      if fault == "price" and page == 1:
          shown[1]["list_price"] = "749900"
      return {"properties": shown, "total": total, "page": page, "per_page": limit,
              "total_pages": pages}

  def unitedwerise_devices(path, query, fault, key):
      if path != ["api", "devices"]:
          return None
      answer = example("unitedwerise-devices", "/api/devices")
      if fault == "token":
          answer["data"][1]["deviceToken"] = "0123456789abcdef" * 4
      if fault == "platform":
          answer["data"][1]["platform"] = "iOS"
      if fault == "failure":
          answer["success"] = False
      return answer

  def social_posts(path, query, fault, key):
      if path[:1] != ["posts"] or path[2:] not in ([], ["comments"]) or len(path) == 2:
          return None
      items = many(example("social-posts", "/posts")[0],
                   lambda item, index: item.update(id="post-%d" % (index + 1)))
      if len(path) == 3:
          if path[1] not in [item["id"] for item in items]:
              return None
          comments = example("social-posts", "/posts/{postId}/comments")
          comments[0]["postId"] = path[1]
          return comments
      page, limit = asked(query, "page", 1), asked(query, "pageSize", SIZE)
      shown, _, _ = cut(items, fault, page, limit, key)
      if fault == "no-avatar" and page == 1:
          del shown[1]["author"]["avatarURL"]
      if fault == "fraction" and page == 1:
          shown[1]["createdAt"] = "2026-02-11T12:34:56.000Z"
      if fault == "envelope" and page == 1:
          return {"posts": shown}
      return shown

  # Other ways to ask for pages: seven items by three.
  def others(path, query, fault, key):
      items, size = [{"id": "i%d" % index, "name": "n"} for index in range(1, 8)], 3
      kind = path[0]
      if kind == "offset":
          start = int(query.get("offset", 0))
      elif kind in ("cursor", "links", "header"):
          start = int(query.get("cursor", "c0")[1:])
      elif kind == "keys":
          known = [item["id"] for item in items]
          start = known.index(query["starting_after"]) + 1 if "starting_after" in query else 0
      else:
          start = (int(query.get("page", 1)) - 1) * size
      shown, end = items[start:start + size], start + size
      isLast = end >= len(items)
      if fault == "overlap" and start == 3:
          shown = items[start - 1:end - 1]
      if fault == "gap" and start == 3:
          shown = shown[:1] + shown[2:]
      if fault == "secret":
          shown = [{"id": "0123456789abcdef0123456789abcdef%032x" % (start // 3 * 2 + index),
                    "deviceToken": "0123456789abcdef" * 4} for index in range(3)]
      total = len(items) + (1 if fault == "total" and start == 3 else 0)
      if fault == "past-end" and start > 6:
          shown = [{"id": "x", "name": "n"}]
      if kind == "offset":
          return {"items": shown, "total": total, "offset": start, "limit": size}
      if kind == "flags":
          more = end < len(items)
          if fault == "last-page" and isLast:
              more = True
          if fault == "not-last" and start == 0:
              more = False
          return {"items": shown, "hasMore": more}
      if kind == "keys":
          return {"data": shown, "has_more": not isLast}
      next = None if isLast else "c%d" % end
      if fault == "loop" and start == 3:
          next = "c3"
      if kind == "cursor":
          answer = {"items": shown, "meta": {"nextCursor": next, "total": total}}
          if fault == "no-way" and start == 3:
              answer["meta"]["nextCursor"] = None
              answer["meta"]["hasMore"] = True
          return answer
      prefix = {"away": "http://localhost:" + str(OTHER_PORT), "above": ""}.get(fault, "")
      up = {"parameters": "/..;a=1", "encoded": "/%2E%252e", "backslash": "/..%5C.."}.get(fault)
      base = "/elsewhere" if fault == "above" else "/" + key + (up * 9 + "/x" if up else "")
      link = None if next is None else "%s%s?cursor=%s" % (prefix, base, next)
      if kind == "links":
          return {"items": shown, "links": {"next": link}, "total": total}
      return shown, [] if link is None else [("Link", '<%s>; rel="prev next"' % link)]

  OTHER_PORT = 0

  # What to answer: a status, headers and a body.
  def answer(parts, query):
      name, fault, path = parts[1], parts[2].split("~")[0], parts[3:]
      found, headers = globals()[name.replace("-", "_")](path, query, fault, "/".join(parts)), []
      if isinstance(found, tuple):
          found, headers = found
      status = 200
      if fault == "refused":
          found, status = None, 500
      if found is None:
          status = 404 if status == 200 else status
          found = {"message": "not here"}
          if name == "unitedwerise-devices":
              found = {"success": False, "error": "not here"}
      text = json.dumps(found, indent=1)
      return status, text.encode(), [("Content-Type", "application/json")] + headers
  """#
