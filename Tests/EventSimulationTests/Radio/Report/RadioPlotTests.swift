import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@testable import EventSimulation

@Suite struct RadioPlotTests {
    private static func comparison(named name: String = "game") throws -> RadioComparison {
        var trace = try #require(try AppTrace.builtIn("game"))
        trace.name = name
        return try RadioComparison(trace, try #require(RadioModel.named("3g")))
    }

    @Test(arguments: ["game", #"a<b>&"c"'d'"#, "a\u{1}b\nc"])
    func `a timeline is well-formed XML, whatever the trace is called`(name: String) throws {
        let svg = try [Self.comparison(named: name), Self.comparison(named: name)].svg
        let parser = XMLParser(data: Data(svg.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }

    @Test func `a timeline has a lane for each mode, an axis, a legend, and colours for a dark background`() throws {
        let svg = try [Self.comparison()].svg
        for part in [
            ">app alone<", ">immediate<", ">30 s<", ">120 s<", ">30 s, low power<", ">piggyback<", ">manual<",
            ">minutes<",
            ">requests of the app<", ">requests with events<", ">promotion<", ">high power<", ">lower power<",
            "prefers-color-scheme: dark", "<title>Radio 3g: game</title>",
        ] {
            #expect(svg.contains(part), "\(part)")
        }
        // A row each for the app and the radio's three kinds in seven lanes; the app alone has no row of its own.
        #expect(svg.matches(of: /<path class="app"/).count == 7 && svg.matches(of: /<path class="own"/).count == 6)
    }

    @Test func `a timeline refers to nothing outside itself`() throws {
        let svg = try [Self.comparison()].svg.replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
        for part in ["http", "href", "url(", "@import", "<script", "<image"] { #expect(!svg.contains(part), "\(part)") }
    }

    @Test func `every bar is inside the field, and none is narrower than a pixel`() throws {
        let svg = try [Self.comparison()].svg
        let bars = svg.matches(of: /M([0-9.]+) ([0-9.]+)h([0-9.]+)v/)
        #expect(bars.count > 100)
        for bar in bars {
            let (x, width) = (try #require(Double(bar.1)), try #require(Double(bar.3)))
            #expect(x >= 150 && x + width <= 1011 && width >= 1, "\(bar.0)")
        }
    }

    @Test func `an empty trace has a timeline`() throws {
        let trace = AppTrace(name: "empty", requests: [], events: [])
        let svg = try [RadioComparison(trace, try #require(RadioModel.named("wifi")))].svg
        #expect(XMLParser(data: Data(svg.utf8)).parse())
    }
}
