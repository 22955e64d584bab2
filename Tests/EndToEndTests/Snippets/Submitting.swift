import EventPlatform
import EventSchema
import Foundation

private func submitting(platform: URL, events: URL) {
    let client = EventPlatformClient(.init(server: platform, store: .file(events))).start()
    client.submitClick(stream: "app.toolbar", interactionData: .init(elementID: "save"))
}

extension EventPlatformClient.Stream {
    static let toolbar: Self = "app.toolbar"
}

extension SchemaID {
    static let searchResults: Self = "/analytics/my_team/search_results/1.0.0"
}

private func clicking(_ client: EventPlatformClient) {
    client.submitClick(
        stream: "app.toolbar", interactionData: .init(source: "toolbar", elementID: "save"))
}

private func interacting(_ client: EventPlatformClient) {
    client.submitInteraction(
        stream: "app.search", action: "type",
        interactionData: .init(source: "search_field", context: ["query_length": 12])
    ) {
        $0.page.title = "Blue whale"
    }
}

private func interactingOnAServer(_ client: EventPlatformClient, sessionID: String) {
    client.submitInteraction(stream: "shop.orders", schema: .serverBase, action: "pay") {
        $0.performer.sessionID = sessionID
    }
}

struct PageLoaded: EventInterface {
    var schema: SchemaID { "/analytics/my_team/page_loaded/1.0.0" }
    var milliseconds: Int
}

private struct Reading: Encodable {
    var article: String
    var milliseconds: Int
}

private func submittingFieldsOfOneValue(client: EventPlatformClient, title: String, duration: Int) {
    client.submitInteraction(
        stream: "app.reading", schema: "/analytics/my_team/reading/1.0.0", action: "close",
        interactionData: .init(fields: Reading(article: title, milliseconds: duration)))
}

private func submittingFields(client: EventPlatformClient, title: String, duration: Int) {
    client.submitInteraction(
        stream: "app.reading", schema: "/analytics/my_team/reading/1.0.0", action: "close",
        interactionData: .init(fields: ["article": title, "milliseconds": duration]))
}

private func submittingAnEvent(_ client: EventPlatformClient) {
    client.submit(stream: "app.performance", event: PageLoaded(milliseconds: 230), domain: "en.wikipedia.org")
}

private struct FramesDrawn: EventInterface {
    var schema: SchemaID { "/analytics/my_team/frames_drawn/1.0.0" }
    var frames: Int

    func write(to writer: inout EventWriter) throws {
        writer.json.beginObject()
        writer.json.name("frames")
        writer.json.value(frames)
        writer.json.endObject()
    }
}

private struct ImageLoaded: EventInterface {
    var schema: SchemaID { "/analytics/my_team/image_loaded/1.0.0" }
    var milliseconds: Int

    func write(to writer: inout EventWriter) throws {
        try writer.encode(["milliseconds": milliseconds])
    }
}

private func describingAnInteraction(_ client: EventPlatformClient) {
    let data = InteractionData(
        subtype: "long_press", source: "reading_list", elementID: "article_cell",
        elementFriendlyName: "Article", context: ["position": 3])
    client.submitClick(stream: "app.lists", interactionData: data)
}

private func detailsOfAnInteraction() -> InteractionData {
    var data = InteractionData(elementID: "result")
    data.context = ["position": 3, "query_length": 12, "languages": ["en", "de"]]
    return data
}

private func propertiesOfACustomSchema(_ client: EventPlatformClient) {
    client.submitInteraction(
        stream: "app.reader", schema: "/analytics/my_team/reader/1.0.0", action: "scroll",
        interactionData: .init(fields: ["depth": 0.75, "is_offline": false]))
}
