import EventSchema
import EventStreams
import Testing

@Suite struct StreamConstraintsTests {
    private func matches(_ constraints: String, _ settings: String, name: String = "a") throws -> Bool {
        let settings = try #require(try JSONValue(parsing: settings).object)
        let streams = StreamConfigurations(authored: [name: .object(settings)], defaults: StreamDefaults())
        return StreamConfigurationsRequest(constraints: constraints).response(from: streams).body["streams"] != [:]
    }

    @Test(
        arguments: [
            ("a=x", #"{"a": "x"}"#, true), ("a=x", #"{"a": "y"}"#, false), ("a=1", #"{"a": true}"#, true),
            ("a=", #"{"a": false}"#, true), ("a", #"{"a": false}"#, true), ("a=true", #"{"a": true}"#, false),
            ("a=0", #"{"a": false}"#, false), ("a=1", #"{"a": 1.0}"#, true), ("a=1.0", #"{"a": 1.0}"#, false),
            ("a=0.5", #"{"a": 0.50}"#, true), ("a=1.0E-5", #"{"a": 0.00001}"#, true), ("a=1", #"{"a": "1"}"#, true),
            ("a=1.0E%2b15", #"{"a": 1e15}"#, true), ("a=0.0001", #"{"a": 1e-4}"#, true),
            ("a=-12.5", #"{"a": -12.50}"#, true),
            ("a=0.33333333333333", #"{"a": 0.3333333333333333}"#, true), ("a=1", #"{"a": 0.99999999999999999}"#, true),
            ("a=", #"{"a": null}"#, false), ("a=", "{}", false), ("a=x", #"{"a": {"x": 1}}"#, false),
            ("a=x", #"{"a": ["x"]}"#, false),
        ])
    func `scalars are compared as PHP's strings`(constraints: String, settings: String, isMatch: Bool) throws {
        #expect(try matches(constraints, settings) == isMatch)
    }

    @Test(
        arguments: [
            ("a=1|b=2", #"{"a": 1, "b": 2}"#, true), ("a=1|b=2", #"{"a": 1, "b": 3}"#, false),
            ("a=1&b=2", #"{"a": 1, "b": 3}"#, false), ("a[b]=1", #"{"a": {"b": 1, "c": 2}}"#, true),
            ("a[b][c]=1", #"{"a": {"b": {"c": 1}}}"#, true), ("a[b]=1", #"{"a": "1"}"#, false),
            ("a[b]=1|a[c]=2", #"{"a": {"b": 1, "c": 2}}"#, true), ("a[b]=1&a[c]=2", #"{"a": {"b": 1, "c": 3}}"#, false),
            ("t=x.|t=y.", #"{"t": ["y.", "x.", "z."]}"#, true), ("t=x.|t=w.", #"{"t": ["y.", "x."]}"#, false),
            ("t[0]=y.", #"{"t": ["x.", "y."]}"#, true), ("t[0]=w.", #"{"t": ["x.", "y."]}"#, false),
            ("t[1]=y.", #"{"t": ["x.", "y."]}"#, true), ("t[1]=x.", #"{"t": ["x.", "y."]}"#, false),
            ("t[]=x.", #"{"t": ["x."]}"#, false), ("a=1|a=1", #"{"a": 1}"#, false),
            ("t=1|t=x", #"{"t": ["x", true]}"#, true),
        ])
    func `all elements must hold, in maps too, and lists have their values in any order`(
        constraints: String, settings: String, isMatch: Bool
    ) throws {
        #expect(try matches(constraints, settings) == isMatch)
    }

    @Test func `the first list compared decides, whatever comes after it`() throws {
        #expect(try matches("t=x|t=y|b=2", #"{"t": ["x", "y"], "b": 3}"#))
        #expect(try !matches("b=2|t=x|t=y", #"{"t": ["x", "y"], "b": 3}"#))
    }

    @Test(
        arguments: [
            ("a%62=x%26y", #"{"ab": "x&y"}"#), ("a=x=y", #"{"a": "x"}"#), ("a=x+y", #"{"a": "x y"}"#),
            ("a=100%", #"{"a": "100%"}"#), ("a=%zz", #"{"a": "%zz"}"#), ("?a=1", #"{"a": 1}"#),
            ("||&a=1&", #"{"a": 1}"#),
        ])
    func `keys and values are percent-decoded, and a second equals sign ends the value`(
        constraints: String, settings: String
    ) throws {
        #expect(try matches(constraints, settings))
    }

    @Test func `stream is compared with the name, or searched by the pattern`() throws {
        #expect(try matches("stream=a", "{}"))
        #expect(try !matches("stream=ab", "{}"))
        #expect(try matches("stream=job.x", "{}", name: "/^job/"))
        #expect(try !matches("stream=/^job/", "{}", name: "/^job/"))
        #expect(try !matches("stream=a|stream=a", "{}"))
    }

    @Test func `deeper than ten levels everything matches`() throws {
        let path = (1...10).map { "[\($0)x]" }.joined()
        let settings = (1...10).reversed().reduce(#""no""#) { inner, level in #"{"\#(level)x": \#(inner)}"# }
        #expect(try matches("a\(path)=yes", #"{"a": \#(settings)}"#))
        let shallow = (1...9).map { "[\($0)x]" }.joined()
        #expect(try !matches("a\(shallow)=yes", #"{"a": \#(settings)}"#))
    }
}
