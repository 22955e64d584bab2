import Testing

@testable import EventSchema

@Suite struct JSONNameTests {
    @Test(arguments: ["", "a", "action_source", "quo\"ted", "back\\slash\n", "é", "e\u{301}", "\u{1F600} and more"])
    func `a prepared name is written as a name that is not`(name: String) {
        func object(_ write: (inout JSONBuilder) -> Void) -> JSON {
            var builder = JSONBuilder()
            builder.beginObject()
            for number in 0..<3 {
                builder.name("escaped \"\(number)\"")
                builder.beginObject()
                write(&builder)
                builder.value(number)
                builder.endObject()
            }
            return builder.finish()
        }
        let prepared = JSONName(name)
        let (ours, theirs) = (object { $0.name(prepared) }, object { $0.name(name) })
        #expect(ours.document.text == theirs.document.text)
        #expect(ours.document.index.nodes == theirs.document.index.nodes)
        #expect(ours.document.index.unescaped == theirs.document.index.unescaped)
        #expect(ours[path: ["escaped \"2\"", name]]?.int64 == 2)
        #expect(prepared.hash == WordHash.hash(Array(name.utf8).span))
    }
}
