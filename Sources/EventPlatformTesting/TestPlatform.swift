import EventSupport
public import EventPlatform
public import EventSchema
public import Foundation
import Logging

/// A platform in memory for tests: a client with manual clocks and a recording transport, without a server.
///
/// ```swift
/// let platform = TestPlatform(streams: ["app.toolbar": ["schema_title": "analytics/product_metrics/app/base"]])
/// await platform.loadConfigurations()
/// platform.client.submitClick(stream: "app.toolbar")
/// await platform.expectEvent(stream: "app.toolbar", ["action": "click"])
/// ```
public final class TestPlatform: Sendable {
    /// The client under test. It is not started.
    public let client: EventPlatformClient
    /// Its clocks.
    public let clock: ManualClock
    /// Its transport. A request with events gets 201 unless a test sets another response. Requests for stream
    /// configurations get the streams of the platform, whatever ``RecordingConnection/respond(_:)`` sets; a
    /// test sets another response to them with ``RecordingConnection/respond(at:_:)`` for ``streamsURL``.
    public let connection: RecordingConnection
    /// The URL of the stream configurations.
    public static let streamsURL = base.appendingPathComponent("streams")

    private let configurations: Locked<JSONObject>
    let drops: DropLog
    let reporter = FailureReporter()

    /// Creates a platform.
    ///
    /// A test in which an event was dropped as ``EventPlatform/DropReason/invalid``,
    /// ``EventPlatform/DropReason/unencodable`` or ``EventPlatform/DropReason/emptyAction`` fails when the platform is
    /// released, unless it has asked for the event by
    /// ``expectDropped(stream:reason:_:fileID:filePath:line:column:)`` or ``droppedEvents()``. A platform in a property
    /// of an `XCTestCase` is released by setting it to `nil` in `tearDown()`.
    ///
    /// - Parameters:
    ///   - streams: the streams' settings, by name.
    ///   - sampling: whether the test is in the streams' samples. The default is ``Sampling/inSample``.
    ///   - seed: the seed of the random numbers (session ids, event ids, jitter). The default is 1.
    ///   - context: the initial context of the client. The default is ``appContext``.
    ///   - allowsInvalidEvents: whether invalid events that the test has not asked for are allowed. The default is
    ///     false: they make the test fail.
    ///   - test: the value of the header `X-Event-Test` in requests. The default is the name of the calling function.
    ///   - fileID: the file of the call, as the next three: where such a failure is reported.
    ///   - filePath: the path of the file.
    ///   - line: the line.
    ///   - column: the column.
    ///   - configure: changes the client's configuration. The default changes nothing.
    public convenience init(
        streams: JSONObject, sampling: Sampling = .inSample, seed: UInt64 = 1,
        context: Context = TestPlatform.appContext, allowsInvalidEvents: Bool = false, test: String = #function,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        configure: (inout EventPlatformClient.Configuration) -> Void = { _ in }
    ) {
        let place = SourcePlace(fileID, filePath, line, column)
        self.init(
            streams: streams, sampling: sampling, seed: seed, context: context, clock: ManualClock(),
            failsAt: allowsInvalidEvents ? nil : place,
            configure: {
                $0.network.headers[NetworkConfiguration.testHeaderName] = test
                configure(&$0)
            })
    }

    /// Creates a platform whose clocks or store a test shares or replaces. It allows invalid events.
    package convenience init(
        streams: JSONObject, seed: UInt64 = 1, context: Context = TestPlatform.appContext, clock: ManualClock,
        openStore: (@Sendable (StoreLocation) throws -> any EventStore)? = nil,
        configure: (inout EventPlatformClient.Configuration) -> Void = { _ in }
    ) {
        self.init(
            streams: streams, sampling: .asConfigured, seed: seed, context: context, clock: clock, openStore: openStore,
            failsAt: nil, configure: configure)
    }

    private init(
        streams: JSONObject, sampling: Sampling, seed: UInt64, context: Context, clock: ManualClock,
        openStore: (@Sendable (StoreLocation) throws -> any EventStore)? = nil, failsAt place: SourcePlace?,
        configure: (inout EventPlatformClient.Configuration) -> Void
    ) {
        self.clock = clock
        let configurations = Locked(streams)
        self.configurations = configurations
        connection = RecordingConnection { request in
            let hasEvents = request.method == .post || request.url.query?.hasPrefix("event=") == true
            return NetworkResponse(status: hasEvents ? 201 : 404)
        }
        connection.respond(at: Self.streamsURL) { _ in
            let streams = sampling.applied(to: configurations.withLock { $0 })
            return NetworkResponse(status: 200, body: JSONValue.object(["streams": .object(streams)]).jsonBytes)
        }
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .url(Self.streamsURL),
            network: .init(destinations: .everything(to: Self.base.appendingPathComponent("events"))))
        configuration.store.location = .inMemory
        configuration.network.gzipThreshold = nil  // so that a test can read what was sent
        configuration.network.reachability = nil
        configuration.logger = Logger(label: "TestPlatform") { _ in SwiftLogNoOpLogHandler() }
        configure(&configuration)
        let drops = DropLog(reporter, failsAt: place)
        self.drops = drops
        configuration.onDrop = { [onDrop = configuration.onDrop] drop in
            drops.append(DroppedEvent(drop))
            onDrop?(drop)
        }
        var environment = Environment(for: configuration)
        environment.clocks = clock
        environment.transport = connection
        let random = Locked(SeededGenerator(seed: seed))
        environment.random = { random.withLock { $0.next() } }
        if let openStore { environment.openStore = { StoreFactory.Result(store: try openStore($0)) } }
        client = EventPlatformClient(configuration, context: context, environment: environment)
    }

    deinit { drops.release() }

    /// The context of an app: its platform and family, so that events have the `agent` that the base schema requires,
    /// and nothing else.
    public static var appContext: Context {
        var context = Context()
        context.agent.clientPlatform = "ios"
        context.agent.clientPlatformFamily = "app"
        return context
    }

    private static let base = URL(filePath: "/test-platform")

    /// Fetches the stream configurations; the client processes the events that it has held until then.
    public func loadConfigurations() async { await client.loadConfigurations() }

    /// Changes the streams that the next fetch returns.
    public func set(streams: JSONObject) { configurations.withLock { $0 = streams } }

    /// Runs a dispatch cycle and returns all events that were sent with POST so far, in order. A body that is not an
    /// array of events is returned as one `null`, so that a test that expects no events fails.
    ///
    /// Events that were sent with GET are in the URLs of the requests of ``connection``.
    public func sentEvents() async -> [JSONValue] {
        await client.runCycle()
        return connection.requests.filter { $0.method == .post }.flatMap { request -> [JSONValue] in
            do { return try JSONValue(parsingLeniently: request.body).array ?? [.null] } catch { return [.null] }
        }
    }

    /// The events that the client has dropped so far before it stored them, in order, each with its reason.
    ///
    /// ```swift
    /// platform.client.submitClick(stream: "app.toolbar", interactionData: .init(fields: ["size": 12]))
    /// let drops = await platform.droppedEvents()
    /// #expect(drops.first?.reason == .invalid)
    /// ```
    ///
    /// Events that were submitted before the call are decided first; those that wait for stream configurations or for a
    /// schema are not among them yet. What happens to stored events, such as a refusal by the intake, is only counted,
    /// in ``EventPlatform/EventPlatformClient/ledger``.
    public func droppedEvents() async -> [DroppedEvent] {
        await client.persist()
        drops.expect { _ in true }
        return drops.all
    }
}
