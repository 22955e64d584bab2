// swift-tools-version: 6.2
import PackageDescription

// JSON Schema validation alone: without traits nothing else is fetched. `pins.txt` is empty.
let package = Package(
    name: "SchemaOnly",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-event-platform", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "SchemaOnly",
            dependencies: [.product(name: "EventSchema", package: "swift-event-platform")])
    ]
)
