// swift-tools-version: 6.2
import PackageDescription

// What `Benchmarks/IntakeLoad/run` measures: the intake, a server that only reads bodies, and plain SQLite.
let package = Package(
    name: "IntakeLoad",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "swift-event-platform", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "IntakeLoad",
            dependencies: [
                .product(name: "EventIntake", package: "swift-event-platform"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
