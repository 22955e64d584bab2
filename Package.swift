// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "swift-event-platform",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "EventSchema", targets: ["EventSchema"])
    ],
    targets: [
        // JSON values and JSON Schema. No I/O, no dependencies.
        .target(name: "EventSchema"),
        .testTarget(
            name: "EventSchemaTests", dependencies: ["EventSchema"],
            exclude: ["Differential/ajv.cjs", "Differential/cases.jsonl"]),
    ]
)

for target in package.targets where target.type != .plugin && target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .enableUpcomingFeature("ExistentialAny"),  // SE-0335: an existential is spelled `any`
            .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444: a file imports what it uses
            .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409: `public import` shows what leaks
        ]
}
