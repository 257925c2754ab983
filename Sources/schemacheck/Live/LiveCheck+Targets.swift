@_spi(Engine) import ContractCheck
import ContractRuns
import Dispatch

/// Sends requests to several targets on several threads.
extension LiveCheck {
  /// The responses of a target. Its own response is first. The responses of its further pages
  /// follow.
  private func walk(
    _ target: LiveTarget, on open: LiveTransfer?, say: @escaping @Sendable (LiveNote) -> Void
  ) -> [LiveAnswer] {
    var answers = [send(target, on: open, say: say)]
    if pages > 1 { addPages(to: &answers, of: target, on: open, say: say) }
    // The findings from the comparison of a page with other pages are recorded with the page.
    hidingSecrets(of: target) {
      for answer in answers {
        guard var exchange = answer.record else { continue }
        exchange.keepPages(of: answer.result?.findings ?? [])
        record?.add(exchange)
      }
    }
    for index in answers.indices where index > 0 || !target.isGiver { answers[index].dropBody() }
    return answers
  }

  private func addPages(
    to answers: inout [LiveAnswer], of target: LiveTarget, on open: LiveTransfer?,
    say: @escaping @Sendable (LiveNote) -> Void
  ) {
    var walk = PageWalk(limit: pages)
    while let last = answers.last, let next = walk.next(after: last) {
      let answer = send(next, on: open, say: say)
      if answer.endsPages || answer.isInterrupted { break }
      answers.append(answer)
    }
    hidingSecrets(of: target) {
      if let note = walk.note {
        answers[answers.count - 1].notes.append(note)
        answers[answers.count - 1].hasUnfollowedPage = true
      }
      walk.check(&answers) { fetch($0, on: open, say: say) }
    }
  }

  /// Sends requests on several threads, and returns the responses in the order of the targets.
  /// After Ctrl-C, the responses of unsent requests are empty.
  ///
  /// - Parameter say: Receives lines to print meanwhile.
  func walk(
    _ targets: [LiveTarget], _ run: inout InputRun,
    say: (LiveNote, inout InputRun) -> Void = { $1.addNote($0.text) }
  ) -> [[LiveAnswer]] {
    let work = LiveWork(count: targets.count)
    for _ in 0..<min(jobs, targets.count) {
      // Its own queue has its own thread, even if there are fewer processors.
      DispatchQueue(label: "schemacheck.requests").async {
        let open = try? LiveTransfer()
        while let number = work.next() {
          work.finish(number, walk(targets[number], on: open) { work.say($0) })
        }
      }
    }
    var answers = [[LiveAnswer]](repeating: [], count: targets.count)
    for _ in targets {
      run.showAnswers(from: targets[0].url)
      while true {
        let event = work.wait()
        if let note = event.note {
          hidingSecrets(of: targets[0]) { say(note, &run) }
          continue
        }
        answers[event.number] = event.answers
        run.answers += event.answers.count
        break
      }
    }
    return answers
  }

  /// Sends the requests for all operations of a server. One request finds out whether the server
  /// can be reached. If it cannot be reached, no other request is sent to it.
  func walk(
    _ targets: [LiveTarget], _ reach: inout LiveReach, _ run: inout InputRun
  ) -> [[LiveAnswer]] {
    var answers = [[LiveAnswer]](repeating: [], count: targets.count)
    for first in reach.unknown(among: targets) {
      // If a server cannot be reached, one line reports this. Lines wait until this is known.
      var waiting: [String] = []
      func print(_ run: inout InputRun) {
        for line in waiting { run.addNote(line) }
        waiting = []
      }
      answers[first] =
        walk([targets[first]], &run) { note, run in
          waiting.append(note.text)
          if note.showsServer { print(&run) }
        }[0]
      reach.note(targets[first], answers[first])
      if answers[first].first?.isUnreached != true { print(&run) }
    }
    var rest: [Int] = []
    for number in targets.indices where answers[number].isEmpty {
      if reach.takes(targets[number]) {
        rest.append(number)
      } else {
        answers[number] = [LiveAnswer(target: targets[number], isUnsent: true)]
      }
    }
    let others = walk(rest.map { targets[$0] }, &run)
    for (number, found) in zip(rest, others) { answers[number] = found }
    return answers
  }

  /// Sends the requests for URLs that the user gave.
  func answers(to targets: [LiveTarget], _ run: inout InputRun) -> [[LiveAnswer]] {
    var reach = LiveReach()
    var answers = walk(targets, &reach, &run)
    reach.tell(&answers)
    return answers
  }

  /// Reports the responses of one target. Each page is a separate input.
  func report(_ answers: [LiveAnswer], to run: inout InputRun) {
    // The requests that Ctrl-C stopped are reported in one line.
    for answer in answers where !answer.isInterrupted {
      run.validate(.url(answer.target.url)) { report(answer, to: &$0) }
    }
  }

  /// Reports the response of the current input.
  func report(_ answer: LiveAnswer, to run: inout InputRun) {
    hidingSecrets(of: answer.target) {
      for note in answer.notes { run.addNote(note) }
      if answer.hasUnfollowedPage { run.skip(InputRun.unfollowedPage) }
      if let error = answer.bodyError { run.addError(error) }
      if let error = answer.error, !answer.isInterrupted {
        let unsent = LiveReach.unsent(answer.unsent, "request")
        run.addUnanswered(
          unanswered(answer.target, LiveError.oneLine(error.cause.text)),
          error.message + (answer.unsent > 0 ? "; \(unsent)" : ""))
        run.skip(LiveReach.noResponse, times: answer.unplanned)
      }
      if answer.isUnsent {
        let server = answer.target.origin.map { "\($0)" } ?? "the server"
        run.addUnanswered(
          unanswered(answer.target, "not sent, because \(server) could not be reached"))
      }
      if let loss = answer.loss { run.cut(loss) }
      guard let result = answer.result else { return }
      run.add(result)
      if let name = result.count.operation, let response = answer.response {
        run.summary.operations[name]?.latencies.append(
          Int((response.duration / .milliseconds(1)).rounded()))
      }
    }
  }

  /// Prints which origins do not receive the credentials, and how many requests Ctrl-C stopped.
  ///
  /// - Parameter unplanned: The number of operations that were not planned yet.
  func finish(
    _ targets: [LiveTarget], answers: [[LiveAnswer]], unplanned: Int = 0, _ run: inout InputRun
  ) {
    var told: Set<LiveURL.Origin> = []
    for target in targets {
      guard !client.options.headers.isEmpty || target.operation.map(auth.hasCredentials) ?? false,
        let origin = (try? LiveURL(target.url))?.origin,
        client.options.trustedOrigins?.contains(origin) == false, told.insert(origin).inserted
      else { continue }
      run.addNote(
        "the credentials and other headers of the command line are not sent to \(origin), because "
          + "neither the command line nor `allowedOrigins` has this server")
    }
    let stopped = answers.count { $0.isEmpty || $0.contains(where: \.isInterrupted) }
    let unended = answers.count { $0.contains { $0.response?.ending == .interrupted } }
    if Interruption.isRequested {
      let rest = unplanned > 0 ? "; \(LiveReach.unsent(unplanned, "operation"))" : ""
      run.skip(LiveReach.noResponse, times: stopped + unplanned)
      var facts: [String] = []
      if stopped > 0 || unended == 0 {
        facts.append(
          "\(Plural.count(stopped, "request")) of \(targets.count) had no response")
      }
      if unended > 0 { facts.append("\(Plural.count(unended, "response")) had not ended") }
      run.cut("interrupted: \(facts.joined(separator: "; "))\(rest)")
    }
    for line in record?.finish() ?? [] { run.addError(line) }
  }

  private func unanswered(_ target: LiveTarget, _ reason: String) -> UnansweredRequest {
    let method = target.method ?? method
    let known = target.checker.operation(of: target.url, method: method)
    var request = UnansweredRequest(
      operation: target.operation?.name ?? known?.1.name,
      url: target.checker.redacted(target.url, method: method), reason: reason)
    request.contract = target.contract?.name ?? known?.0.name
    return request
  }
}

/// Distributes requests to threads, and their results to the waiting thread.
private final class LiveWork: @unchecked Sendable {
  struct Event {
    var note: LiveNote?
    var number = 0
    var answers: [LiveAnswer] = []
  }

  private let queue = DispatchQueue(label: "schemacheck.live")
  private let news = DispatchSemaphore(value: 0)
  private var events: [Event] = []
  private var given = 0
  private let count: Int

  init(count: Int) { self.count = count }

  /// The number of the next request. After Ctrl-C, all others end without a response.
  func next() -> Int? {
    queue.sync {
      while given < count {
        given += 1
        guard Interruption.isRequested else { return given - 1 }
        events.append(Event(number: given - 1))
        news.signal()
      }
      return nil
    }
  }

  func say(_ note: LiveNote) {
    queue.sync { events.append(Event(note: note)) }
    news.signal()
  }

  func finish(_ number: Int, _ answers: [LiveAnswer]) {
    queue.sync { events.append(Event(number: number, answers: answers)) }
    news.signal()
  }

  func wait() -> Event {
    news.wait()
    return queue.sync { events.removeFirst() }
  }
}
