// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses the library fetches what measures it. Run with
// `swift package --package-path Benchmarks benchmark`.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "swift-event-platform", path: ".."),
        // Without traits: they fetch what counts allocations, which is not needed here.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Store",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "EventPlatform", package: "swift-event-platform"),
            ],
            path: "Benchmarks/Store",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
    ]
)
