import EventPlatform

extension EventPlatformClient.Stream {
    static let brews: Self = "tea.brews"
}

/// A pot of tea was brewed. Its properties are those of the schema.
struct Brew: EventInterface {
    var schema: SchemaID { "/tea/brew/1.0.0" }
    let tea: String
    let minutes: Int
}

/// The instrument: submits an event for each brew. The stream determines whether it is collected.
struct BrewInstrument {
    let client: EventPlatformClient

    func brewed(_ tea: String, minutes: Int) {
        client.submit(stream: .brews, event: Brew(tea: tea, minutes: minutes))
    }
}
