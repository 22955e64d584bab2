// swift-tools-version: 6.2
import PackageDescription

// An event store of an app's own, checked with the suite that our own stores pass.
let package = Package(
    name: "CustomStore",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-event-platform", path: "../..")],
    targets: [
        .executableTarget(
            name: "CustomStore",
            dependencies: [
                .product(name: "EventPlatform", package: "swift-event-platform"),
                .product(name: "EventPlatformTesting", package: "swift-event-platform"),
            ])
    ]
)
