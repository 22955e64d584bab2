import EventSchema
import Testing

@Suite struct JSONEqualityTests {
    @Test(arguments: [("1", "1.0"), ("1", "10e-1"), ("0", "-0"), ("1e400", "10e399"), ("0.1", "1e-1")])
    func `numbers are equal by value`(left: String, right: String) throws {
        let (left, right) = (try JSONValue(parsing: left), try JSONValue(parsing: right))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
    }

    @Test(
        arguments: [
            ("1", "true"), ("0", "false"), ("null", "0"), ("\"1\"", "1"), ("[]", "{}"),
            ("9007199254740993", "9007199254740992"),
            ("0.1", "0.10000000000000000001"), ("1e400", "1e401"), ("[1,2]", "[2,1]"),
            ("{\"a\":1}", "{\"a\":1,\"b\":1}"),
        ])
    func `values of different kinds or digits differ`(left: String, right: String) throws {
        #expect(try JSONValue(parsing: left) != JSONValue(parsing: right))
    }

    @Test(arguments: [2, 40])
    func `objects are equal in any order and of any size`(size: Int) throws {
        let members = (0..<size).map { ("n\($0)", JSONValue.number($0)) }
        let (left, right) = (JSONObject(members), JSONObject(members.reversed()))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left.names.first { _ in true } == "n0")
    }

    @Test(arguments: [4, 16, 17, 40])
    func `an object keeps its order through changes, whatever its size`(size: Int) {
        var object = JSONObject((0..<size).map { ("n\($0)", JSONValue.number($0)) })
        object["n1"] = nil
        object["n0"] = "changed"
        object["new"] = true
        #expect(object.count == size)
        #expect(Array(object.names) == ["n0"] + (2..<size).map { "n\($0)" } + ["new"])
        #expect(object.position(of: "new") == size - 1)
        #expect(object.position(of: "n1") == nil)
        let wasAdded = object.insert(1, forNewName: "n0")
        #expect(!wasAdded)
    }

    @Test(
        arguments: [
            ("0.3", "0.1", true), ("0.35", "0.1", false), ("1e400", "3", false), ("3e400", "3", true),
            ("1e-7", "1e-8", true), ("0", "7", true),
            ("123456789012345678901234567890", "10", true), ("4.5", "1.5", true), ("1", "0", false),
            ("999999999999999999999999999999", "333333333333333333333333333333", true),
        ])
    func `multipleOf is exact`(number: String, divisor: String, isMultiple: Bool) throws {
        #expect(
            try #require(JSONNumber(literal: number)).isMultiple(of: #require(JSONNumber(literal: divisor)))
                == isMultiple)
    }
}
