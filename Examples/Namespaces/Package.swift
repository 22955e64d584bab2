// swift-tools-version: 6.2
import PackageDescription

// Two clients that a document on a server configures.
let package = Package(
    name: "Namespaces",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-event-platform", path: "../..")],
    targets: [
        .executableTarget(
            name: "Namespaces",
            dependencies: [.product(name: "EventPlatform", package: "swift-event-platform")])
    ]
)
