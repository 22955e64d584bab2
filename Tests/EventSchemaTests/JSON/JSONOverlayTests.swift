import EventSchema
import EventSupport
import Testing

@Suite struct JSONOverlayTests {
    private static let names = ["a", "b", "c", "list", "new", "\u{1A}\\", "é\n"]
    private static let given: JSONValue = [
        "a": ["b": 1, "c": ["a": "x", "\u{1A}\\": ["b": 2]]], "list": [1, ["a": 2]], "é\n": ["new": nil, "b": [:]],
        "\u{1A}\\": "text",
    ]

    private struct TestAddition {
        let path: [String]
        let value: JSONValue
        let isKept: Bool
        let isSlot: Bool

        /// What the addition does, by its definition.
        func add(to tree: inout JSONValue) {
            if isKept, tree[path: path] != nil { return }
            tree.set(value, at: path[...])
        }
    }

    private static func additions(_ random: inout SeededGenerator, isDeep: Bool) throws -> [TestAddition] {
        try (0..<Int.random(in: 0...6, using: &random)).map { number in
            let path = try (0..<Int.random(in: 1...(isDeep ? 3 : 2), using: &random)).map { _ in
                try #require(names.randomElement(using: &random))
            }
            let value: JSONValue = Bool.random(using: &random) ? .number(number) : ["b": .number(number)]
            return TestAddition(
                path: path, value: value, isKept: Bool.random(using: &random), isSlot: Bool.random(using: &random))
        }
    }

    /// Fails when one of two members of the same place, or a member in another one, is not laid in its order.
    @Test func `random members are added as they are to a tree, one after the other`() throws {
        var random = SeededGenerator(seed: 23)
        var layerCounts: Set<Int> = []
        for round in 0..<6_000 {
            let additions = try Self.additions(&random, isDeep: round.isMultiple(of: 2))
            let layers = JSONOverlay.layers(
                of: additions.enumerated().map { number, addition in
                    .init(
                        addition.isSlot ? .slot(number) : .value(addition.value), at: addition.path,
                        keepingOwn: addition.isKept)
                })
            layerCounts.insert(layers.count)
            for given in [Self.given, [:]] {
                let laid = JSON(given).laying(layers) { slot, builder in builder.value(additions[slot].value) }
                var tree = given
                for addition in additions { addition.add(to: &tree) }
                #expect(JSONValue(laid) == tree, "\(given.jsonText), \(additions)")
                try expectSound(laid)
            }
        }
        #expect(layerCounts.contains(1) && layerCounts.contains(2))
    }

    @Test func `a value that is no object stays, and slots are filled for each document`() throws {
        let layers = JSONOverlay.layers(of: [
            .init(.slot(7), at: ["a", "id"], keepingOwn: true), .init(.value(1), at: ["b"], keepingOwn: false),
        ])
        func laid(_ text: String, _ id: String) throws -> String {
            try JSON(parsing: text).laying(layers) { slot, builder in builder.value("\(slot)\(id)") }.description
        }
        #expect(try laid("{}", "x") == #"{"b":1,"a":{"id":"7x"}}"#)
        #expect(try laid(#"{"a":{"z":[]}}"#, "y") == #"{"a":{"z":[],"id":"7y"},"b":1}"#)
        #expect(try laid(#"{"a":{"id":0},"b":0}"#, "y") == #"{"a":{"id":0},"b":1}"#)
        #expect(try laid(#"{"a":2}"#, "y") == #"{"a":2,"b":1}"#)
        #expect(try laid("[1]", "y") == "[1]")
    }

    @Test func `an object may get more members than a word has bits`() throws {
        let names = (0..<200).map { "name\($0)" }
        let layers = JSONOverlay.layers(of: names.map { .init(.value(1), at: [$0], keepingOwn: false) })
        let laid = try JSON(parsing: #"{"name150":2,"name3":2}"#).laying(layers) { _, _ in }
        #expect(layers.count == 4 && laid.members.count == 200 && laid.members.allSatisfy { $0.value.int64 == 1 })
        try expectSound(laid)
    }
}
