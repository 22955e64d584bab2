import EventPlatform
import EventPlatformTesting
import EventSchema

/// An instrument of an app: it names what happened. What becomes of the event is decided by its stream.
struct ToolbarInstrument {
    let client: EventPlatformClient

    func saved(article: String) {
        client.submitClick(stream: "app.toolbar", interactionData: .init(elementID: "save")) { $0.page.title = article }
    }
}

@main
struct Consumer {
    static func main() async throws {
        let platform = TestPlatform(streams: ["app.toolbar": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        ToolbarInstrument(client: platform.client).saved(article: "Blue whale")
        let events = await platform.sentEvents()
        guard events.count == 1, events[0]["element_id"] == "save", events[0]["page"] == nil else {
            throw Surprise(events: events)
        }
        print("one event arrived: \(events[0])")
    }

    struct Surprise: Error {
        let events: [JSONValue]
    }
}
