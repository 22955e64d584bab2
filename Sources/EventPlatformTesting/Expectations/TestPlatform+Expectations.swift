public import EventPlatform
public import EventSchema

/// Expectations about events. Each runs a dispatch cycle first, as ``TestPlatform/sentEvents()`` does, and makes the
/// test fail at the place of the call, in Swift Testing and in XCTest.
extension TestPlatform {
    /// Expects that at least one event of a stream was sent with these properties.
    ///
    /// ```swift
    /// platform.client.submitClick(stream: "app.toolbar", interactionData: .init(elementID: "save"))
    /// await platform.expectEvent(stream: "app.toolbar", ["action": "click", "element_id": "save"])
    /// ```
    ///
    /// Otherwise the test fails with the differences between the properties and the nearest event, with the reason
    /// where it was dropped, and with the account of the stream in the ledger.
    ///
    /// - Parameters:
    ///   - stream: the stream of the event.
    ///   - properties: properties that the event has among others; an object in them may be a part as well. None unless
    ///     given.
    ///   - fileID: the file of the call, as all that follows: where a failure is reported.
    ///   - filePath: the path of the file.
    ///   - line: the line.
    ///   - column: the column.
    /// - Returns: the first such event, for what the test expects of it in addition; `nil` when the test has failed.
    @discardableResult
    public func expectEvent(
        stream: EventPlatformClient.Stream, _ properties: JSONObject = [:], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> JSONValue? {
        let search = await search(stream, properties)
        if let event = search.sent.first(where: search.matches) { return event }
        fail("no \(search.description) was sent", search, at: SourcePlace(fileID, filePath, line, column))
        return nil
    }

    /// Expects that no event of a stream was sent with these properties so far.
    ///
    /// ```swift
    /// await platform.client.set(consent: .pending)
    /// platform.client.submitClick(stream: "app.toolbar")
    /// await platform.expectNoEvent(stream: "app.toolbar")
    /// ```
    ///
    /// - Parameters:
    ///   - stream: the stream.
    ///   - properties: the properties that no event has. None unless given: then no event of the stream may have been
    ///     sent.
    ///   - fileID: the file of the call, as all that follows: where a failure is reported.
    ///   - filePath: the path of the file.
    ///   - line: the line.
    ///   - column: the column.
    public func expectNoEvent(
        stream: EventPlatformClient.Stream, _ properties: JSONObject = [:], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let search = await search(stream, properties)
        guard let event = search.sent.first(where: search.matches) else { return }
        let place = SourcePlace(fileID, filePath, line, column)
        reporter.fail("an \(search.description) was sent:\n\(event)\n\(account(of: stream))", at: place)
    }

    /// Expects that at least one event of a stream was dropped for a reason.
    ///
    /// ```swift
    /// platform.client.submitClick(stream: "app.toolbar", interactionData: .init(fields: ["size": 12]))
    /// let drop = await platform.expectDropped(stream: "app.toolbar", reason: .invalid)
    /// #expect(drop?.detail == "/size: the schema does not have this property")
    /// ```
    ///
    /// Otherwise the test fails with what became of the nearest event, and with the account of the stream in the
    /// ledger.
    ///
    /// - Parameters:
    ///   - stream: the stream of the event.
    ///   - reason: why it was dropped.
    ///   - properties: properties that the event had when it was submitted. None unless given. ``DroppedEvent/event``
    ///     says which events are dropped before they have any.
    ///   - fileID: the file of the call, as all that follows: where a failure is reported.
    ///   - filePath: the path of the file.
    ///   - line: the line.
    ///   - column: the column.
    /// - Returns: the first such event; `nil` when the test has failed, and when the event was stored before it was
    ///   dropped, as by a refusal of the intake. Those are in the ledger only, without properties.
    @discardableResult
    public func expectDropped(
        stream: EventPlatformClient.Stream, reason: DropReason, _ properties: JSONObject = [:],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> DroppedEvent? {
        let search = await search(stream, properties)
        let found = drops.expect { $0.stream == stream && $0.reason == reason && search.matches($0) }
        if let found { return found }
        if properties.isEmpty, client.ledger[stream].dropped[reason] != nil { return nil }
        let place = SourcePlace(fileID, filePath, line, column)
        fail("no \(search.description) was dropped as \(reason.rawValue)", search, at: place)
        return nil
    }

    private func search(_ stream: EventPlatformClient.Stream, _ properties: JSONObject) async -> EventSearch {
        let sent = await sentEvents().filter { $0["meta"]?["stream"] == .string(stream.name) }
        let drops = drops.all.filter { $0.stream == stream }
        return EventSearch(stream: stream, properties: properties, sent: sent, drops: drops)
    }

    /// Fails with what became of the nearest event. The dropped events of the stream are reported by that.
    private func fail(_ message: String, _ search: EventSearch, at place: SourcePlace) {
        drops.expect { $0.stream == search.stream }
        let parts = [message, search.nearest, account(of: search.stream), hint].compactMap(\.self)
        reporter.fail(parts.joined(separator: "\n"), at: place)
    }

    /// The account of a stream in the ledger, or those of the others where none of its events was submitted.
    private func account(of stream: EventPlatformClient.Stream) -> String {
        let ledger = client.ledger
        if ledger[stream].submitted > 0 { return "\(stream): \(ledger[stream])" }
        let others = ledger.streams.keys.sorted().map(\.description).joined(separator: ", ")
        let found = others.isEmpty ? "nor of another stream" : "but of \(others)"
        return "No event of \(stream) was submitted, \(found)."
    }

    /// What keeps events from being sent at all; `nil` when nothing does.
    private var hint: String? {
        guard client.hasConfigurations else {
            return "The client has no stream configurations: call loadConfigurations() of the platform, or start it."
        }
        return client.consent == .granted ? nil : "The consent is \(client.consent.rawValue)."
    }
}

extension SourcePlace {
    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
        self.init(fileID: fileID, filePath: filePath, line: line, column: column)
    }
}
