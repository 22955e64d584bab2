import EventSchemaTools

/// The texts of the files.
extension NewPackage {
    /// The title of the schema.
    var title: String { "\(name.area)/screen_view" }
    /// The name of the stream.
    var stream: String { "\(name.area).screens" }

    /// The fields of the schema beside the envelope.
    var fields: SchemaTemplate.Fields {
        SchemaTemplate.Fields(
            required: ["action", "screen", "milliseconds"],
            text: """
                  action:
                    description: What happened.
                    type: string
                    enum: [close]
                  screen:
                    description: The name of the screen.
                    type: string
                    minLength: 1
                    maxLength: 64
                  milliseconds:
                    description: How long it was in front, in milliseconds.
                    type: integer
                    minimum: 0
                    maximum: 86400000
                examples:
                  - $schema: /\(title)/1.0.0
                    meta: {stream: \(stream), dt: '2026-02-11T08:17:03.000Z'}
                    dt: '2026-02-11T08:17:02.004Z'
                    action: close
                    screen: settings
                    milliseconds: 1200
                """)
    }

    /// All files but the schema's, by path.
    var files: [(path: String, text: String)] {
        [
            (".gitignore", ".build\n"), ("Package.swift", manifest),
            ("Streams/\(name.area).yaml", streams),
            ("Sources/\(name.text)/ScreenView.swift", instrument),
            ("Sources/\(name.text)/Program.swift", program),
            ("Tests/\(name.text)Tests/ScreenViewTests.swift", test),
        ]
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(name.text)",
            platforms: [.macOS(.v13)],
            dependencies: [\(platform.dependency)],
            targets: [
                .executableTarget(
                    name: "\(name.text)", dependencies: [.product(name: "EventPlatform", package: "\(platform.name)")]),
                .testTarget(
                    name: "\(name.text)Tests",
                    dependencies: ["\(name.text)", .product(name: "EventCatalogTesting", package: "\(platform.name)")]),
            ]
        )

        """
    }

    private var streams: String {
        """
        # The screens of the app, from everybody.
        \(stream):
          schema_title: \(title)

        """
    }

    private var instrument: String {
        """
        import EventPlatform

        extension EventPlatformClient.Stream {
            static let screens: Self = "\(stream)"
        }

        /// A screen was closed. Its properties are those of the schema \(title) beside the action.
        struct ScreenView: Encodable {
            let screen: String
            let milliseconds: Int
        }

        /// The instrument: submits an interaction for each screen. The stream determines whether it is collected.
        struct ScreenInstrument {
            let client: EventPlatformClient

            func closed(_ screen: String, milliseconds: Int) {
                client.submitInteraction(
                    stream: .screens, schema: "/\(title)/1.0.0", action: "close",
                    interactionData: .init(fields: ScreenView(screen: screen, milliseconds: milliseconds)))
            }
        }

        """
    }

    private var program: String {
        """
        import EventPlatform
        import Foundation

        /// Sends one event to the platform that “eventctl serve --port 8192” runs on this machine.
        @main
        struct Program {
            static func main() async {
                guard let platform = URL(string: "http://127.0.0.1:8192") else { return }
                let client = EventPlatformClient(.init(server: platform)).start()
                ScreenInstrument(client: client).closed("settings", milliseconds: 1200)
                print(await client.shutdown(deadline: .seconds(10)))
                print(client.ledger["\(stream)"])
            }
        }

        """
    }

    private var test: String {
        """
        import EventCatalogTesting
        import EventPlatformTesting
        import Testing

        @testable import \(name.text)

        @Test func `a closed screen is sent with its name and its time`() async throws {
            let platform = try TestPlatform(catalogNear: #filePath)
            await platform.loadConfigurations()
            ScreenInstrument(client: platform.client).closed("settings", milliseconds: 1200)
            let events = await platform.sentEvents()
            #expect(events.count == 1)
            #expect(events.first?["screen"] == "settings")
            #expect(events.first?["milliseconds"] == 1200)
        }

        @Test func `a screen that was in front for less than no time is dropped, and the reason names the property`()
            async throws
        {
            let platform = try TestPlatform(catalogNear: #filePath)
            await platform.loadConfigurations()
            ScreenInstrument(client: platform.client).closed("settings", milliseconds: -1)
            let drops = await platform.droppedEvents()
            #expect(drops.map(\\.description) == ["\(stream): invalid: /milliseconds: must be at least 0"])
        }

        """
    }
}
