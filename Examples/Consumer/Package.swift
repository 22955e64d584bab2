// swift-tools-version: 6.2
import PackageDescription

// An app as its author would write it: it links the client, and builds no intake, YAML or command-line library.
let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-event-platform", path: "../..")],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [
                .product(name: "EventPlatform", package: "swift-event-platform"),
                .product(name: "EventPlatformTesting", package: "swift-event-platform"),
            ])
    ]
)
