import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Suites.productionStreams != nil, "needs what Tests/fetch-suites fetches"))
struct ProductionStreamsTests {
    private let streams: StreamConfigurations

    init() throws {
        let bytes = [UInt8](try Data(contentsOf: #require(Suites.productionStreams)))
        streams = try StreamConfigurations(response: JSONValue(parsing: bytes))
    }

    @Test func `all production streams load`() {
        #expect(streams.count == 244)
        #expect(streams.quarantined.isEmpty)
        #expect(streams.diagnostics.isEmpty)
    }

    @Test func `computed topics equal those of the server, but for the 9 streams that name theirs`() {
        let others = streams.streams.filter { stream in
            let prefixes = stream.settings["topic_prefixes"]?.array?.compactMap(\.string)
            return stream.topics != StreamTopics.topics(of: stream.name, prefixes: prefixes)
        }
        #expect(others.count == 9)
    }

    @Test func `patterns match the names they are for`() {
        #expect(streams["mediawiki.job.refreshLinks"]?.schemaTitle == "mediawiki/job")
        #expect(streams["swift.eqiad.upload-complete"]?.schemaTitle == "swift/upload/complete")
        #expect(streams["swift.upload-completed"] == nil)
    }
}
