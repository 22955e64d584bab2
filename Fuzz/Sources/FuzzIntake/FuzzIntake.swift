import EventSchema
import Foundation

@testable import EventIntake

/// From the bytes of a body to the bytes of the response, without connection and store: parse, judge, respond.
///
/// The first byte chooses what comes with the body. Beyond not crashing, a response must be JSON that can be read
/// again, and name as many events as were refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    guard size > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let target = FuzzTarget.shared
    if let problem = target.problem(with: Array(bytes.dropFirst()), choice: bytes[0]) {
        FileHandle.standardError.write(Data((problem + "\n").utf8))
        abort()
    }
    return 0
}

struct FuzzTarget: Sendable {
    static let shared = FuzzTarget()
    private let path: EventPath

    private init() {
        var configuration = IntakeConfiguration()
        configuration.schemaRoots = ["Schemas"]
        configuration.streams = .directory("Streams")
        do {
            let content = try LiveContent(configuration)
            path = EventPath(content: content, store: try IntakeStore(), service: nil)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(70)
        }
    }

    /// What is wrong with what the intake makes of a body; `nil` when nothing is.
    func problem(with body: [UInt8], choice: UInt8) -> String? {
        let events: [JSON]
        do {
            events = try EventBody.events(in: choice & 1 == 0 ? body : Self.decompressed(body))
        } catch {
            return nil  // refused, as a body should be that holds no events
        }
        var metadata = RequestMetadata()
        if choice & 2 != 0 { metadata.schema = "/analytics/product_metrics/app/base/1.3.0" }
        if choice & 4 != 0 { metadata.stream = "app.interactions" }
        if choice & 8 != 0 { metadata.clientAddress = "192.0.2.1" }
        let content = path.content.current
        var filler = FieldFiller(metadata)
        let verdicts = events.map { path.evaluate($0, metadata, &filler, content) }
        let share = choice & 16 == 0 ? AnswerShare(of: UnsentAnswers()) : nil
        let response = IntakeResponse(verdicts, share)
        for text in verdicts.compactMap(\.accepted).map(\.event.compactBytes) {
            do { _ = try JSONValue(parsingLeniently: text) } catch { return "writes what it cannot read: \(error)" }
        }
        let lists: JSONValue
        do { lists = try JSONValue(parsingLeniently: response.body ?? Array("{}".utf8)) } catch {
            return "responds with what it cannot read: \(error)"
        }
        let entries = (lists["invalid"]?.array ?? []) + (lists["error"]?.array ?? [])
        let listed = entries.reduce(0) { $0 + ($1["count"]?.number?.int64.map(Int.init) ?? 1) }
        guard listed == verdicts.compactMap(\.rejected).count else {
            return "lists \(listed) events of \(verdicts.count)"
        }
        guard (response.status == 201) == (listed == 0) else {
            return "status \(response.status) with \(listed) refused"
        }
        return nil
    }

    private static func decompressed(_ bytes: [UInt8]) throws(EventBodyError) -> [UInt8] {
        try EventBody.decompressed(bytes, atMost: 1 << 16, "gzip")
    }
}
