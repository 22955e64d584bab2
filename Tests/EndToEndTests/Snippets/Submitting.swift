import EventPlatform
import Foundation

private func submitting(platform: URL, events: URL) {
    let client = EventPlatformClient(.init(server: platform, store: .file(events))).start()
    client.submitClick(stream: "app.toolbar", interactionData: .init(elementID: "save"))
}

struct PageLoaded: EventInterface {
    var schema: SchemaID { "/analytics/my_team/page_loaded/1.0.0" }
    var milliseconds: Int
}

private func submittingFields(client: EventPlatformClient, title: String, duration: Int) {
    client.submitInteraction(
        stream: "app.reading", schema: "/analytics/my_team/reading/1.0.0", action: "close",
        interactionData: .init(fields: ["article": title, "milliseconds": duration]))
}
