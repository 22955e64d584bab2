// swift-tools-version: 6.2
import PackageDescription

/// The traits with which a target is built.
let client: Set = ["Client", "AsyncHTTPClient", "CommandLine"]
let catalog: Set = ["Catalog", "Intake", "Kafka", "CommandLine"]
let intake: Set = ["Intake", "Kafka", "CommandLine"]
let kafka: Set = ["Kafka"]
let commandLine: Set = ["CommandLine"]

/// Those with which the client's transport on Linux is async-http-client; elsewhere it is URLSession.
let onServers: Set = ["AsyncHTTPClient", "CommandLine"]
let asyncHTTPClient: TargetDependencyCondition? = .when(platforms: [.linux], traits: onServers)

/// What that transport needs.
let transport: [Target.Dependency] = [
    .product(name: "AsyncHTTPClient", package: "async-http-client", condition: asyncHTTPClient),
    .product(name: "NIOCore", package: "swift-nio", condition: asyncHTTPClient),
    .product(name: "NIOHTTP1", package: "swift-nio", condition: asyncHTTPClient),
    .product(name: "NIOPosix", package: "swift-nio", condition: asyncHTTPClient),
    .product(name: "NIOSSL", package: "swift-nio-ssl", condition: asyncHTTPClient),
]

/// What selects the transport in the sources, on the same condition.
let transportSettings: [SwiftSetting] = [
    .define("ASYNC_HTTP_CLIENT", .when(platforms: [.linux], traits: onServers))
]

let package = Package(
    name: "swift-event-platform",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "EventSchema", targets: ["EventSchema"]),
        .library(name: "EventStreams", targets: ["EventStreams"]),
        .library(name: "EventPlatform", targets: ["EventPlatform"]),
        .library(name: "EventPlatformURLSession", targets: ["EventPlatformURLSession"]),
        .library(name: "EventPlatformTesting", targets: ["EventPlatformTesting"]),
        .library(name: "EventCatalog", targets: ["EventCatalog"]),
        .library(name: "EventCatalogChecks", targets: ["EventCatalogChecks"]),
        .library(name: "EventCatalogTesting", targets: ["EventCatalogTesting", "EventPlatformTesting"]),
        .library(name: "EventIntake", targets: ["EventIntake"]),
        .library(name: "EventIntakeKafka", targets: ["EventIntakeKafka"]),
        .executable(name: "eventctl", targets: ["eventctl"]),
    ],
    // A product needs its trait; EventSchema and EventStreams need none. The table is in README.md. No trait enables
    // another: SwiftPM passes several in any order, and builds everything again when the order changes.
    traits: [
        .default(enabledTraits: ["CommandLine"]),
        .trait(name: "Client", description: "EventPlatform, EventPlatformURLSession and EventPlatformTesting"),
        .trait(name: "AsyncHTTPClient", description: "the same, on Linux over async-http-client"),
        .trait(name: "Catalog", description: "EventCatalog, EventCatalogChecks; with Client, EventCatalogTesting"),
        .trait(name: "Intake", description: "EventIntake, and what Catalog has"),
        .trait(name: "Kafka", description: "EventIntakeKafka over librdkafka, and what Intake has"),
        .trait(name: "CommandLine", description: "eventctl, and everything else but Kafka"),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ],
    targets: [
        // JSON values and JSON Schema. No I/O, no dependencies. Rounding is in the system's libm, with which a program on
        // Linux that does not import Foundation is not linked by itself.
        .target(name: "EventSchema", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .testTarget(
            name: "EventSchemaTests", dependencies: ["EventSchema", "EventSupport", "TestSupport"],
            exclude: ["Differential/ajv.cjs", "Differential/cases.jsonl", "Differential/rs.py"]),

        // What a stream's configuration decides: pure values and functions. No I/O.
        .target(name: "EventStreams", dependencies: ["EventSchema"]),
        .testTarget(
            name: "EventStreamsTests", dependencies: ["EventStreams", "EventSchema", "EventSupport", "TestSupport"]),

        // Each is empty, or an error that names its trait. They are built before what needs the packages of the trait.
        .target(name: "ClientTrait", path: "Sources/Traits/Client"),
        .target(name: "CatalogTrait", path: "Sources/Traits/Catalog"),
        .target(name: "IntakeTrait", path: "Sources/Traits/Intake"),
        .target(name: "CommandLineTrait", path: "Sources/Traits/CommandLine"),

        // The system's zlib, for gzip.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

        // What the targets share: locks, signals, file locks, compression. No public API.
        .target(name: "EventSupport", dependencies: ["CZlib"]),
        .testTarget(name: "EventSupportTests", dependencies: ["EventSupport", "TestSupport"]),

        // Where the tests find the checkout, suites that come from others, and a folder of their own; mutated documents.
        .target(name: "TestSupport", dependencies: ["EventSchema", "EventSupport"], path: "Tests/TestSupport"),

        // What the tests of the three targets below share: files in a folder, places of findings, random JSON.
        .target(
            name: "CatalogTestSupport", dependencies: ["EventCatalog", "EventSchema", "EventSupport", "TestSupport"],
            path: "Tests/CatalogTestSupport"),

        // Elements of SVG documents and the scales of plots, for what the tools draw. No I/O.
        .target(name: "EventPlot", dependencies: ["EventSupport"]),
        .testTarget(name: "EventPlotTests", dependencies: ["EventPlot"]),

        // The client: from a submit call to the intake's response.
        .target(
            name: "EventPlatform",
            dependencies: [
                "ClientTrait", "EventSchema", "EventStreams", "EventSupport",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: client)),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: client)),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: client)),
            ] + transport,
            swiftSettings: transportSettings),
        .testTarget(
            name: "EventPlatformTests",
            dependencies: [
                "EventPlatform", "EventPlatformTesting", "EventSchema", "EventStreams", "EventSupport", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ],
            swiftSettings: transportSettings),

        // Marks the requests of an app's URLSession for piggy-back dispatch. Apart from the client, so that servers on
        // Linux are not linked with libcurl.
        .target(name: "EventPlatformURLSession", dependencies: ["EventPlatform", "EventSupport"]),

        // What tests of apps and our own need: a manual clock, a recording transport, a platform in memory.
        .target(
            name: "EventPlatformTesting",
            dependencies: [
                "EventPlatform", "EventSchema", "EventStreams", "EventSupport",
                .product(name: "Logging", package: "swift-log", condition: .when(traits: client)),
            ]),
        .testTarget(
            name: "EventPlatformTestingTests",
            dependencies: ["EventPlatformTesting", "EventPlatform", "EventSchema", "EventStreams", "TestSupport"]),

        // Reads Schemas/, Streams/ and Experiments/: what cannot be read comes with file, line and column.
        .target(
            name: "EventCatalog",
            dependencies: [
                "CatalogTrait", "EventSchema", "EventStreams", "EventSupport",
                .product(name: "Yams", package: "Yams", condition: .when(traits: catalog)),
            ]),
        .testTarget(
            name: "EventCatalogTests",
            dependencies: [
                "EventCatalog", "CatalogTestSupport", "EventSchema", "EventStreams", "EventSupport", "TestSupport",
            ]),

        // The tools of a schema repository: versions that are made and compared, templates, example events, a site.
        .target(
            name: "EventSchemaTools", dependencies: ["EventCatalog", "EventSchema", "EventStreams", "EventSupport"]),
        .testTarget(
            name: "EventSchemaToolsTests",
            dependencies: [
                "EventSchemaTools", "CatalogTestSupport", "EventCatalog", "EventSchema", "EventStreams", "EventSupport",
                "TestSupport",
            ]),

        // The checks of a project and their reports; what changes and forecasts of streams say.
        .target(
            name: "EventCatalogChecks",
            dependencies: [
                "EventCatalog", "EventPlot", "EventSchema", "EventSchemaTools", "EventStreams", "EventSupport",
            ]),
        .testTarget(
            name: "EventCatalogChecksTests",
            dependencies: [
                "EventCatalogChecks", "CatalogTestSupport", "EventCatalog", "EventSchema", "EventSchemaTools",
                "EventStreams", "EventSupport", "TestSupport",
            ]),

        // The test kit's platform with the streams and schemas of an app's folders. Apart from the kit for Yams.
        .target(name: "EventCatalogTesting", dependencies: ["EventCatalog", "EventPlatform", "EventPlatformTesting"]),
        .testTarget(
            name: "EventCatalogTestingTests",
            dependencies: [
                "EventCatalogTesting", "EventCatalog", "EventPlatform", "EventPlatformTesting", "EventSchema",
                "TestSupport",
            ]),

        // The files of the intake's console, which C takes into a program at no cost.
        .target(name: "CConsole", exclude: ["Page", "tsconfig.json", "types.d.ts"]),

        // The intake, the stream configuration API and the schema repository over HTTP.
        .target(
            name: "EventIntake",
            dependencies: [
                "IntakeTrait", "CConsole", "EventSchema", "EventStreams", "EventCatalog", "EventSupport",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: intake)),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: intake)),
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: intake)),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: intake)),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: intake)),
                .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: intake)),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: intake)),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: intake)),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: intake)),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: intake)),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: .when(traits: intake)),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: .when(traits: intake)),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: intake)),
            ]),
        .testTarget(
            name: "EventIntakeTests",
            dependencies: [
                "EventIntake", "EventCatalog", "EventPlatform", "EventSchema", "EventStreams", "EventSupport",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            exclude: ["Ajv/ajv-errors.jsonl"]),

        // The system's librdkafka.
        .systemLibrary(name: "CRdKafka", providers: [.apt(["librdkafka-dev"])]),

        // The sink for Kafka. Empty without its trait, so that everything else is built without librdkafka.
        .target(
            name: "EventIntakeKafka",
            dependencies: [
                "EventIntake", "EventSchema", "EventStreams", "EventSupport",
                .target(name: "CRdKafka", condition: .when(traits: kafka)),
                .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: kafka)),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: kafka)),
            ]),
        .testTarget(
            name: "EventIntakeKafkaTests",
            dependencies: [
                "EventIntakeKafka", "EventIntake", "EventSchema", "EventStreams", "EventSupport", "TestSupport",
                .target(name: "CRdKafka", condition: .when(traits: kafka)),
                .target(name: "MockBrokers", condition: .when(traits: kafka)),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
            ]),

        // The mock brokers of these tests, in a process of their own. Empty without the trait. It is not a product.
        .executableTarget(
            name: "MockBrokers", dependencies: [.target(name: "CRdKafka", condition: .when(traits: kafka))],
            path: "Tests/MockBrokers"),

        // Simulates many clients, and the radio of one device, in virtual time with the client's own policies.
        .target(
            name: "EventSimulation",
            dependencies: [
                "CommandLineTrait", "EventPlatform", "EventPlot", "EventSchema", "EventStreams", "EventSupport",
                .product(name: "HeapModule", package: "swift-collections", condition: .when(traits: commandLine)),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: commandLine)),
            ]),
        .testTarget(
            name: "EventSimulationTests",
            dependencies: [
                "EventSimulation", "EventPlatform", "EventPlatformTesting", "EventSchema", "EventSupport",
                "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]),

        // The command line: flags in, one call, a report, an exit code.
        .executableTarget(
            name: "eventctl",
            dependencies: [
                "CommandLineTrait", "EventPlatform", "EventPlatformURLSession", "EventIntake", "EventSimulation",
                "EventCatalog", "EventCatalogChecks", "EventSchemaTools", "EventStreams", "EventSchema", "EventSupport",
                .target(name: "EventIntakeKafka", condition: .when(traits: kafka)),
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: commandLine)),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: commandLine)),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: commandLine)),
                .product(
                    name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: commandLine)),
            ]),

        .testTarget(
            name: "EventCtlTests",
            dependencies: [
                "eventctl", "EventCatalog", "EventCatalogChecks", "EventIntake", "EventPlatform", "EventSchema",
                "EventSimulation", "EventSupport", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),

        // A program for the tests that kill a client while it stores. It is not a product.
        .executableTarget(
            name: "StoreHammer",
            dependencies: [
                "EventPlatform",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/StoreHammer"),

        // A program whose instructions and allocations are counted. It is not a product.
        .executableTarget(
            name: "hot-paths",
            dependencies: [
                "EventPlatform", "EventPlot", "EventSchema", "EventSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/HotPaths"),

        // An intake whose instructions are counted, with a sink that discards events or that for Kafka. It is not a
        // product.
        .executableTarget(
            name: "intake-with-sink",
            dependencies: [
                "EventIntake", .target(name: "EventIntakeKafka", condition: .when(traits: kafka)),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/IntakeWithSink"),

        // A program whose times are compared with those of other validators. It is not a product.
        .executableTarget(
            name: "validators",
            dependencies: [
                "EventPlot", "EventSchema", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/Validators", exclude: ["cases.py", "event.json", "peer.cjs", "peer.py", "run"]),

        // The example of a server, so that tests can start and stop it. It is not a product.
        .executableTarget(
            name: "Shop",
            dependencies: [
                "EventPlatform",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Examples/Server/Sources/Shop"),

        // The tutorial's package as it is at the end, so that its test runs with ours.
        .executableTarget(name: "tea", dependencies: ["EventPlatform"], path: "Examples/Tea/Sources/tea"),
        .testTarget(
            name: "teaTests", dependencies: ["tea", "EventCatalogTesting", "EventPlatformTesting"],
            path: "Examples/Tea/Tests/teaTests"),

        // The client and the command line against live intakes, on real files.
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "EventPlatform", "EventPlatformTesting", "EventPlatformURLSession", "EventIntake", "EventCatalog",
                "EventCatalogChecks", "EventCatalogTesting", "EventStreams", "EventSchema", "EventSupport",
                "TestSupport",
                "eventctl", "StoreHammer", "Shop",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
    ]
)

// The build with the thread sanitizer has only the tests that run under it.
if let kept = Context.environment["EVENT_TEST_TARGETS"]?.split(separator: ",") {
    package.targets.removeAll { $0.type == .test && !kept.contains(Substring($0.name)) }
}

// In an optimised build too, tests are compiled as for debugging: that takes half the time, and they hardly run longer,
// since what they test is optimised. No product has them, so that the package remains one that others may depend on.
for target in package.targets where target.type == .test {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .unsafeFlags(["-Onone"], .when(configuration: .release)),
            // Otherwise all of it is parsed a second time.
            .unsafeFlags(["-no-emit-module-separately-wmo"]),
        ]
}

/// What an example's author has: the settings of a new package.
let isExample: (Target) -> Bool = { $0.path?.hasPrefix("Examples/") == true }

for target in package.targets where target.type != .system && !isExample(target) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .enableUpcomingFeature("ExistentialAny"),  // SE-0335: an existential is spelled `any`
            .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444: a file imports what it uses
            .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409: `public import` shows what leaks
        ]
}
