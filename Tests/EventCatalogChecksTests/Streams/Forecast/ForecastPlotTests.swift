import CatalogTestSupport
import EventCatalog
import EventSchema
import EventStreams
import Foundation
import Testing

@testable import EventCatalogChecks

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct ForecastPlotTests {
    private static func svg(_ name: String = "a", change: ForecastChange? = .rate(0.4, unit: nil)) throws -> String {
        let stream = "\(JSONValue.string(name).jsonText): {schema_title: t, sample: {unit: session, rate: 0.1}}"
        return try withFiles(["Streams/a.yaml": stream]) { folder in
            try StreamFolder(directory: "\(folder)/Streams")
                .forecast(
                    name, ForecastScenario(clients: 40), schemas: SchemaRepository(roots: []), shares: .none,
                    change: change
                ).svg
        }
    }

    @Test(arguments: ["a", #"a<b>&"c"'d'"#, "a\u{1}b\nc"])
    func `a plot is well-formed XML, whatever the stream is called`(
        name: String
    ) throws {
        let svg = try Self.svg(name)
        let parser = XMLParser(data: Data(svg.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError)): \(svg)")
    }

    @Test func `a plot has a title, labelled axes, both curves, their bands, and colours for a dark background`() throws
    {
        let svg = try Self.svg()
        for part in [
            "<title>Events of a per day at the intake</title>", ">events a day<", ">day<", "now band", "now days",
            "now mean", "changed band", "changed days", "prefers-color-scheme: dark", "on 95 % of days (band)",
        ] {
            #expect(svg.contains(part), "\(part)")
        }
        #expect(try !Self.svg(change: nil).contains("class=\"changed"))
    }

    @Test func `a plot refers to nothing outside itself`() throws {
        let svg = try Self.svg().replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
        for part in ["http", "href", "url(", "@import", "<script", "<image"] { #expect(!svg.contains(part), "\(part)") }
    }

    @Test func `the same forecast has the same bytes`() throws { #expect(try Self.svg() == Self.svg()) }

    @Test func `every point of a plot is inside its field`() throws {
        let lists = try Self.svg().matches(of: /points="([^"]+)"/).map { $0.1.split(separator: " ") }
        #expect(lists.map(\.count) == [30, 30])
        for point in lists.joined() {
            let numbers = point.split(separator: ",").compactMap { Double($0) }
            #expect(numbers.count == 2 && (90...740).contains(numbers[0]) && (92...384).contains(numbers[1]))
        }
    }
}
