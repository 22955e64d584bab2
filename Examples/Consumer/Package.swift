// swift-tools-version: 6.2
import PackageDescription

// An app: it links the client, and builds no intake, YAML or command-line library. All packages are fetched, so that it
// can be built on the libraries of our own build; an app that writes `traits: ["Client"]`, as ClientOnly does, fetches two.
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
