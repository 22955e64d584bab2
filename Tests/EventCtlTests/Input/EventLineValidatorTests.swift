import EventCatalog
import Foundation
import TestSupport
import Testing

@testable import eventctl

@Suite struct EventLineValidatorTests {
    @Test func `an event whose schema cannot be compiled has the reason`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("title: a\n$id: /a/1.0.0\n$ref: '#/x'\n", to: "a/1.0.0.yaml")
        let validator = EventLineValidator(
            repository: try SchemaRepository(forToolsIn: [folder.url.path]), addsIntakeFields: false)
        func message(_ line: String) -> String? { validator.errors(in: .event(Array(line.utf8))).first?.message }
        let reason = try #require(message(#"{"$schema": "/a/1.0.0"}"#))
        #expect(reason.hasPrefix("the schema /a/1.0.0 cannot be used: the reference #/x leads nowhere"))
        #expect(reason.hasSuffix("(\(file):3:1)"), "\(reason)")
        #expect(message(#"{"$schema": "/b/1.0.0"}"#) == "no schema /b/1.0.0 in the repositories")
    }
}
