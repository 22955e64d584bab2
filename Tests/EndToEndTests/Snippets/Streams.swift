import EventSchema
import EventStreams

private func readingStreams(text: String, sessionID: String) throws {
    let streams = try StreamConfigurations(response: JSONValue(parsing: text))
    let isInSample = streams["app.toolbar"]?.sampling.includes(identifier: sessionID) ?? false
    _ = isInSample
}

private func sampling() {
    let rule = SamplingRule.sample(unit: .session, rate: 0.5)
    _ = rule.includes(identifier: "0b5e0000000000000000")  // true, since the position is 0.044
    _ = rule.includes(identifier: "fb5e0000000000000000")  // false
}

private func curating(stream: StreamConfiguration, event: JSONValue) {
    switch stream.curation.verdict(on: event) {
    case .passes: print("collected")
    case .fails(let attribute, let rule): print("dropped by", attribute, rule?.rawValue ?? "")
    }
}

private func responding(streams: StreamConfigurations) {
    let request = StreamConfigurationsRequest(streams: "app.toolbar|app.search")
    let response = request.response(from: streams)
    print(response.body.jsonText, response.errorCode ?? "no error")
}

private func enrolling(text: String, userID: String) throws {
    let experiments = try ConfigurationList(experiments: JSONValue(parsing: text))
    for experiment in experiments.entries {
        if let enrollment = experiment.enrollment(of: userID, wiki: "nlwiki") { print(enrollment.group) }
    }
}
