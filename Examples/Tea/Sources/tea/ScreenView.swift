import EventPlatform

extension EventPlatformClient.Stream {
    static let screens: Self = "tea.screens"
}

/// A screen was closed. Its properties are those of the schema tea/screen_view beside the action.
struct ScreenView: Encodable {
    let screen: String
    let milliseconds: Int
}

/// The instrument: submits an interaction for each screen. The stream determines whether it is collected.
struct ScreenInstrument {
    let client: EventPlatformClient

    func closed(_ screen: String, milliseconds: Int) {
        client.submitInteraction(
            stream: .screens, schema: "/tea/screen_view/1.0.0", action: "close",
            interactionData: .init(fields: ScreenView(screen: screen, milliseconds: milliseconds)))
    }
}
