// swift-tools-version: 6.2
import PackageDescription

// libFuzzer over the way of a request's body through the intake. `Fuzz/run` builds it with the sanitizer.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "swift-event-platform", path: "..")],
    targets: [
        .executableTarget(
            name: "FuzzIntake",
            dependencies: [
                .product(name: "EventIntake", package: "swift-event-platform"),
                .product(name: "EventSchema", package: "swift-event-platform"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-parse-as-library"])]),
        // The texts that a person gives to `eventctl`.
        .executableTarget(
            name: "FuzzCommandLine",
            dependencies: [
                .product(name: "EventCatalog", package: "swift-event-platform"),
                .product(name: "EventIntake", package: "swift-event-platform"),
                .product(name: "EventPlatform", package: "swift-event-platform"),
                .product(name: "EventSchema", package: "swift-event-platform"),
                .product(name: "EventStreams", package: "swift-event-platform"),
            ],
            exclude: ["seeds", "words.dict"],
            swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-parse-as-library"])]),
    ]
)
