import EventPlatform
import HeapModule

/// A discrete event simulation of one client on one device: the app's traffic, the events that wait, and the radio that
/// both use. The client is the library's sender and store; only the clock, the network and the radio are virtual.
struct RadioSimulation {
    private enum Action {
        case appRequest(Int)
        case appRequestEnd(Int, mark: UInt64)
        case event(Int)
        /// A cycle is due, unless it has been rescheduled since.
        case cycle(plan: Int)
        case response(BatchRequest)
        /// The app leaves the foreground, and sends what waits.
        case flush
    }

    private struct ScheduledEvent: Comparable {
        let time: Duration
        let order: Int
        let action: Action

        static func < (left: ScheduledEvent, right: ScheduledEvent) -> Bool {
            (left.time, left.order) < (right.time, right.order)
        }
        static func == (left: ScheduledEvent, right: ScheduledEvent) -> Bool { left.order == right.order }
    }

    private let trace: AppTrace
    private let clock = VirtualClock()
    private var client: SimulatedClient
    private var marks = TrafficMarks()
    private var radio: Radio
    private var run: RadioRun
    private var scheduled = Heap<ScheduledEvent>()
    private var nextOrder = 0
    /// The number and time of the current scheduled cycle. Earlier numbers are obsolete.
    private var plan: (number: Int, time: Duration?) = (0, nil)
    private var hasLeftForeground = false

    private init(_ trace: AppTrace, _ model: RadioModel, _ mode: ComparedMode) {
        self.trace = trace
        radio = Radio(model)
        run = RadioRun(mode: mode, timeline: RadioTimeline(model))
        client = SimulatedClient(mode: mode.mode ?? .manual, clock: clock)
        client.sender.set(mode.profile, isReachable: true)
        for (index, request) in trace.requests.enumerated() { schedule(.appRequest(index), at: request.at) }
        if mode.mode != nil {
            for (index, event) in trace.events.enumerated() { schedule(.event(index), at: event.at) }
        }
        schedule(.flush, at: trace.end)
    }

    /// What a client in this mode does in this trace.
    ///
    /// - Throws: the error of its store.
    static func run(_ trace: AppTrace, _ model: RadioModel, _ mode: ComparedMode) throws -> RadioRun {
        var simulation = RadioSimulation(trace, model, mode)
        while let next = simulation.scheduled.popMin() {
            simulation.clock.advance(by: next.time - simulation.now)
            try simulation.handle(next.action)
            simulation.planCycle()
        }
        simulation.run.ledger = simulation.client.ledger.total
        simulation.run.timeline = simulation.radio.timeline(until: simulation.radio.idleAt)
        return simulation.run
    }

    private var now: Duration { clock.sinceBoot }

    private mutating func handle(_ action: Action) throws {
        switch action {
        case .appRequest(let index): beginAppRequest(index)
        case .appRequestEnd(let index, let mark): endAppRequest(index, mark)
        case .event(let index): try client.submit(sizes: [trace.events[index].bytes])
        case .cycle(let number):
            guard plan.number == number else { return }
            plan.time = nil
            perform(client.sender.beginCycle(isPaced: true))
        case .response(let delivery): finish(delivery)
        case .flush:
            hasLeftForeground = true
            perform(client.sender.beginCycle(isPaced: false))
        }
    }

    // MARK: - The app's traffic

    private mutating func beginAppRequest(_ index: Int) {
        let request = trace.requests[index]
        let begin = radio.begin(now: now)
        let mark = marks.begin(now: now)
        reportTraffic()
        run.appTransfers.append(now..<begin + request.duration)
        schedule(.appRequestEnd(index, mark: mark), at: begin + request.duration)
    }

    private mutating func endAppRequest(_ index: Int, _ mark: UInt64) {
        radio.end(now: now)
        run.recordTransfer(sent: trace.requests[index].sentBytes, received: trace.requests[index].receivedBytes)
        marks.end(mark, now: now)
        reportTraffic()
    }

    private mutating func reportTraffic() {
        if let end = marks.endsAt { client.sender.primaryTraffic(endsAt: end) }
    }

    // MARK: - Deliveries

    private mutating func perform(_ deliveries: [BatchRequest]) {
        for delivery in deliveries {
            let begin = radio.begin(now: now)
            let body = delivery.networkRequest.body.count
            let end = begin + radio.model.duration(sent: body + Self.overhead.sent, received: Self.overhead.received)
            run.recordRequest(delivery, now..<end, isLast: hasLeftForeground)
            schedule(.response(delivery), at: end)
        }
    }

    private mutating func finish(_ delivery: BatchRequest) {
        radio.end(now: now)
        let body = delivery.networkRequest.body.count
        run.recordTransfer(sent: body + Self.overhead.sent, received: Self.overhead.received)
        for event in delivery.batch.events {
            if let number = Int(event.id) { run.delays.append(now - trace.events[number - 1].at) }
        }
        perform(client.sender.finish(delivery.number, .response(CompleteResponse(status: 201))))
    }

    /// What a request to the intake transfers in addition to its body: the handshake of TLS 1.3 with the server's
    /// certificates, and the headers. An assumption.
    static let overhead = (sent: 1200, received: 4500)

    // MARK: - Time

    private mutating func planCycle() {
        let due = hasLeftForeground ? nil : client.sender.nextCycle.map { max($0, now) }
        guard due != plan.time else { return }
        plan = (plan.number + 1, due)
        if let due { schedule(.cycle(plan: plan.number), at: due) }
    }

    private mutating func schedule(_ action: Action, at time: Duration) {
        scheduled.insert(ScheduledEvent(time: time, order: nextOrder, action: action))
        nextOrder += 1
    }
}
