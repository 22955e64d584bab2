// swift-tools-version: 6.2
import PackageDescription

/// What is fuzzed: a folder in `Sources` and a line here. `Fuzz/run` builds all of them with the sanitizer.
let targets = [
    // JSON and JSON Schema, beside plain readings of both.
    fuzz("FuzzSchema", of: "EventSchema"),
    // A request's body on its way through the intake.
    fuzz("FuzzIntake", of: "EventIntake", "EventSchema"),
    // The YAML of streams, schemas and experiments.
    fuzz("FuzzCatalog", of: "EventCatalog", "EventCatalogChecks", "EventSchema"),
    // The texts that a person gives to `eventctl`.
    fuzz("FuzzCommandLine", of: "EventCatalog", "EventIntake", "EventSchema", "EventStreams"),
]

/// A program in which libFuzzer calls `LLVMFuzzerTestOneInput`. Its folder may have `seeds`, a script that writes the
/// inputs to begin with into a folder, and `words.dict`, a dictionary.
func fuzz(_ name: String, of products: String...) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "swift-event-platform") },
        exclude: ["seeds", "words.dict"],
        swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-parse-as-library"])])
}

let package = Package(
    name: "Fuzz", platforms: [.macOS(.v14)],
    dependencies: [.package(name: "swift-event-platform", path: "..")], targets: targets)
