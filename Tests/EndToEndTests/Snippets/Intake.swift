import EventIntake
import Foundation

private func failingOnPurpose() throws {
    let fault = try Fault("status=503,stream=app.search,requests=3,retry-after=2")
    var configuration = IntakeConfiguration()
    configuration.faults = [try Fault("reset=after,stream=app.search,requests=1")]
    configuration.faults.append(fault)
}

private func checkingSink(path: String) async throws {
    let check = EventSinkCheck(
        opening: { try NDJSONSink(path: path) },
        reading: { try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init) })
    for finding in try await check.findings() { print(finding) }
}

private func embedding(_ configuration: IntakeConfiguration) async throws {
    try await withIntake(configuration) { intake in
        // POST to intake.url …
        print(try intake.store.count(stream: "app.search"))
    }
}

private func querying(_ intake: RunningIntake) async throws {
    var query = EventQuery(stream: "app.interactions")
    query.test = "checkout"
    let page = try await intake.store.events(query, waitingAtMost: .seconds(10))
    print(page.events)
}

private func serving() async throws {
    var configuration = IntakeConfiguration()
    configuration.streams = .directory("Streams")
    configuration.schemaRoots = ["Schemas"]
    try await Intake(configuration).run { url in print("listening on \(url)") }
}

private func runningAnIntake() async throws {
    try await withIntake(.init(streams: "Streams", schemas: ["Schemas"])) { intake in
        // POST events to intake.url, then read intake.store.
    }
}
