import Testing

@testable import EventPlatform

@Suite struct GzipTrialTests {
    @Test func `gzip is given up after a response that refuses it, and after no other response`() {
        for status in [400, 415, 500, 501] {
            var trial = GzipTrial.untried
            let goesAgain = trial.recordResponse(status, hasLists: false, toCompressed: true)
            #expect(goesAgain && !trial.mayCompress, "\(status)")
        }
        for (status, hasLists) in [(201, false), (207, true), (400, true), (500, true)] {
            var trial = GzipTrial.untried
            _ = trial.recordResponse(status, hasLists: hasLists, toCompressed: true)
            let goesAgain = trial.recordResponse(400, hasLists: false, toCompressed: true)
            #expect(!goesAgain && trial.mayCompress, "\(status)")
            let is415 = trial.recordResponse(415, hasLists: false, toCompressed: true)
            #expect(is415 && !trial.mayCompress)
        }
        // 200 and 204 are not responses of the intake, so they do not show whether it accepts gzip.
        for status in [200, 204, 302, 401, 403, 404, 413, 429, 503] {
            var trial = GzipTrial.untried
            let goesAgain = trial.recordResponse(status, hasLists: false, toCompressed: true)
            #expect(!goesAgain && trial == .untried, "\(status)")
        }
    }

    @Test func `gzip is not given up when uncompressed bodies fail with the same status`() {
        var trial = GzipTrial.untried
        _ = trial.recordResponse(500, hasLists: false, toCompressed: true)
        let goesAgain = trial.recordResponse(500, hasLists: false, toCompressed: false)
        #expect(!goesAgain && trial == .inconclusive && !trial.mayCompress, "an outage decides nothing")
        _ = trial.recordResponse(201, hasLists: false, toCompressed: false)
        #expect(trial == .untried, "the trial begins again after the outage")
        _ = trial.recordResponse(500, hasLists: false, toCompressed: true)
        _ = trial.recordResponse(201, hasLists: false, toCompressed: false)
        #expect(trial == .unsupported)
    }
}
