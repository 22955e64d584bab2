// swift-tools-version: 6.2
import PackageDescription

// A program on a device with a mobile network, which sends its events behind its own requests.
let package = Package(
    name: "Kiosk",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "swift-event-platform", path: "../.."),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .executableTarget(
            name: "Kiosk",
            dependencies: [
                .product(name: "EventPlatform", package: "swift-event-platform"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ])
    ]
)
