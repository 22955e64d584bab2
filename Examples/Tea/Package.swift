// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "tea",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-event-platform", path: "../..")],
    targets: [
        .executableTarget(
            name: "tea", dependencies: [.product(name: "EventPlatform", package: "swift-event-platform")]),
        .testTarget(
            name: "teaTests",
            dependencies: ["tea", .product(name: "EventCatalogTesting", package: "swift-event-platform")]),
    ]
)
