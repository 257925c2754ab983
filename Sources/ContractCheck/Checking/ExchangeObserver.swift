@_spi(Engine) package import ContractCaptures
@_spi(Engine) package import JSONTape

/// A fact that a check finds out about the current exchange. Values of parameters, headers and
/// forms are valid until the next event. Bodies are valid until the exchange is committed.
package enum ExchangeEvent {
  /// The exchange belongs to an operation.
  case route(Route)
  /// The exchange is a body that was matched to a schema. If the schema belongs to an operation,
  /// `operation` is the position of this operation.
  case schema(BodyTarget, operation: Int?)
  /// The response has a status, which may be documented or not.
  case status
  /// The operation does not document the status of the response.
  case undocumentedStatus(Int, body: BodyTape.Reading?)
  /// A message has the media type of this choice.
  case message(Exchange.Part, BodyChoice)
  /// The parameter at a position, or the header of the response, is present or missing.
  case parameter(Exchange.Part, at: Int, isPresent: Bool)
  /// A parameter, a header or a form has this value. The node `root` of the contract's plan accepts
  /// the value.
  case value(TapeCursor, Int, root: Int32?, contract: Int)
  /// A body was checked.
  case body(TapeCursor, Int, BodyTarget, Exchange.Part, isBroken: Bool)
}

/// Counts what a check finds out about exchanges, on one thread.
///
/// A check may stop and begin again, and a whole file may be read again. So the facts about an
/// exchange are first only noted. They count when the exchange is committed. After ``hold()``, they
/// count when the file is settled.
package protocol ExchangeObserver: Mergeable {
  /// Whether the observer counts parameters. If so, the check reads the parameters.
  var countsParameters: Bool { get }

  /// The next exchanges are checked against these contracts.
  func enter(_ contracts: [Contract])

  /// Drops the facts that were noted and not committed.
  func begin()

  /// Keeps an event until the exchange is committed.
  func note(_ event: ExchangeEvent)

  /// Ends an exchange.
  ///
  /// - Parameters:
  ///   - isBroken: Whether the exchange has errors.
  ///   - isLive: Whether the exchange is a response to the tool's own request.
  func commit(_ exchange: Exchange, _ count: ExchangeCount, isBroken: Bool, isLive: Bool)

  /// Counts the next exchanges separately.
  func hold()

  /// Adds the separate counts to the other counts, or drops them.
  func settle(isKept: Bool)
}

extension ExchangeObserver {
  package var countsParameters: Bool { false }

  package func enter(_ contracts: [Contract]) {}
}

extension [any ExchangeObserver] {
  /// Without observers, the event is not created.
  @inline(__always)
  func note(_ event: @autoclosure () -> ExchangeEvent) {
    if isEmpty { return }
    let event = event()
    for observer in self { observer.note(event) }
  }
}

/// The counts of one thread. They are added up at the end of a run.
package protocol Mergeable: AnyObject, SendableMetatype {
  /// Adds the counts of another thread.
  func merge(_ other: Self)
}

/// Gives each thread its own part for counting. So threads do not wait for each other.
package final class ThreadParts<Part: Mergeable>: @unchecked Sendable {
  private let make: @Sendable () -> Part
  private let lock = Lock()
  /// The parts that no thread uses. Like ``all``, it is used only while the lock is held.
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

  /// The counts of all threads so far. Do not call this while a thread is counting.
  package var sum: Part { lock.hold { all.reduce(into: make()) { $0.merge($1) } } }
}

/// Gives an observer to each thread that checks exchanges.
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
