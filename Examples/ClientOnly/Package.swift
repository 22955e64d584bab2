// swift-tools-version: 6.2
import PackageDescription

// The client over URLSession: with the trait Client alone, what is in `pins.txt` is fetched.
let package = Package(
    name: "ClientOnly",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-event-platform", path: "../..", traits: ["Client"])],
    targets: [
        .executableTarget(
            name: "ClientOnly",
            dependencies: [.product(name: "EventPlatform", package: "swift-event-platform")])
    ]
)
