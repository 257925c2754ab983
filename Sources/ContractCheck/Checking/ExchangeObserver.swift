@_spi(Engine) package import ContractCaptures
@_spi(Engine) package import JSONTape

/// What a check finds out about the exchange in hand. Values of parameters, headers and forms are there
/// until the next event, bodies until the exchange is committed.
package enum ExchangeEvent {
  /// The exchange belongs to an operation.
  case route(Route)
  /// The exchange is a body that was taken for a schema, perhaps that of an operation at this position.
  case schema(BodyTarget, operation: Int?)
  /// The response has a status, documented or not.
  case status
  /// The operation does not document the status of the response.
  case undocumentedStatus(Int, body: BodyTape.Reading?)
  /// A message has the media type of this choice.
  case message(Exchange.Part, BodyChoice)
  /// The parameter at a position, or the header of the response, is present or missing.
  case parameter(Exchange.Part, at: Int, isPresent: Bool)
  /// A parameter, a header or a form has this value, which the node of the contract's plan accepts.
  case value(TapeCursor, Int, root: Int32?, contract: Int)
  /// A body was checked.
  case body(TapeCursor, Int, BodyTarget, Exchange.Part, isBroken: Bool)
}

/// Counts what a check finds out about exchanges, on one thread.
///
/// A check may give up and begin again, and a whole file may be read again. So what an exchange has is
/// noted first: it counts when the exchange is committed, and, after ``hold()``, when the file is
/// settled.
package protocol ExchangeObserver: Mergeable {
  /// Whether it counts parameters, so that they are read.
  var countsParameters: Bool { get }

  /// The next exchanges are checked against these contracts.
  func enter(_ contracts: [Contract])

  /// Forgets what was noted and not committed.
  func begin()

  /// Keeps an event until the exchange is committed.
  func note(_ event: ExchangeEvent)

  /// The exchange is settled.
  ///
  /// - Parameters:
  ///   - isBroken: Whether it has errors.
  ///   - isLive: Whether it answers a request of the tool.
  func commit(_ exchange: Exchange, _ count: ExchangeCount, isBroken: Bool, isLive: Bool)

  /// Keeps the counts of the next exchanges apart.
  func hold()

  /// Counts the exchanges since then, or forgets them.
  func settle(isKept: Bool)
}

extension ExchangeObserver {
  package var countsParameters: Bool { false }

  package func enter(_ contracts: [Contract]) {}
}

extension [any ExchangeObserver] {
  /// Without observers, the event is not made.
  @inline(__always)
  func note(_ event: @autoclosure () -> ExchangeEvent) {
    if isEmpty { return }
    let event = event()
    for observer in self { observer.note(event) }
  }
}

/// The counts of one thread, which are added up at the end of a run.
package protocol Mergeable: AnyObject, SendableMetatype {
  /// Adds what another thread counted.
  func merge(_ other: Self)
}

/// Lends each thread a part of its own to count in, so that no thread waits for another.
package final class ThreadParts<Part: Mergeable>: @unchecked Sendable {
  private let make: @Sendable () -> Part
  private let lock = Lock()
  /// Those that no thread uses. Only touched by who holds the lock, as is ``all``.
  private var idle: [Part] = []
  private var all: [Part] = []

  package init(_ make: @escaping @Sendable () -> Part) { self.make = make }

  /// A part for one thread, until it is released.
  package func lend() -> Part {
    lock.hold {
      if let known = idle.popLast() { return known }
      let part = make()
      all.append(part)
      return part
    }
  }

  package func release(_ part: AnyObject) { lock.hold { idle += all.filter { $0 === part } } }

  /// What all threads counted so far. Ask when no thread is counting.
  package var sum: Part { lock.hold { all.reduce(into: make()) { $0.merge($1) } } }
}

/// Lends an observer to each thread of a check.
@_spi(Engine) public struct ObserverSource: Sendable {
  let lend: @Sendable ([Contract]) -> any ExchangeObserver
  let release: @Sendable (any ExchangeObserver) -> Void

  package init(_ parts: ThreadParts<some ExchangeObserver>) {
    lend = { contracts in
      let observer = parts.lend()
      observer.enter(contracts)
      return observer
    }
    release = { parts.release($0) }
  }
}
