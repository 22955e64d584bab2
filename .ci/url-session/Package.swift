// swift-tools-version: 6.2
import PackageDescription

// The client's transport as it is without the trait AsyncHTTPClient, with its tests: on Linux over URLSession as well.
// `.ci/traits` copies this file into a folder in which Sources and Tests are links to ours.
let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let package = Package(
    name: "URLSessionTransport",
    platforms: [.macOS(.v13)],
    targets: [
        .systemLibrary(name: "CZlib"),
        .target(name: "EventSupport", dependencies: ["CZlib"], swiftSettings: settings),
        .target(
            name: "EventPlatform", dependencies: ["EventSupport"], sources: ["Clock", "Transport"],
            swiftSettings: settings),
        .target(
            name: "TestSupport", dependencies: ["EventSupport"], path: "Tests/TestSupport",
            sources: ["WaitLimit.swift"]),
        .testTarget(
            name: "EventPlatformTests", dependencies: ["EventPlatform", "EventSupport", "TestSupport"],
            sources: ["Support/LoopbackServer.swift", "Transport/DefaultConnectionTests.swift"]),
    ]
)
