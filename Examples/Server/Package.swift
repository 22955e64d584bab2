// swift-tools-version: 6.2
import PackageDescription

// A server that sends events: one client for all requests, and an orderly end on SIGTERM.
let package = Package(
    name: "Server",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "swift-event-platform", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "Shop",
            dependencies: [
                .product(name: "EventPlatform", package: "swift-event-platform"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
            ])
    ]
)
