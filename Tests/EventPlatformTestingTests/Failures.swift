import Testing

/// A failure that a part of a test has recorded.
struct Failure: Equatable {
    let text: String
    let file: String
    let line: Int
}

/// Returns the failures that `body` records. They do not make the test fail.
func failures(of body: () async -> Void) async -> [Failure] {
    nonisolated(unsafe) var failures: [Failure] = []  // issues are recorded one after another in the task of the test
    await withKnownIssue(isIntermittent: true) {
        await body()
    } matching: { issue in
        let text = issue.comments.map(\.rawValue).joined(separator: "\n")
        failures.append(
            Failure(
                text: text, file: issue.sourceLocation?.fileName ?? "", line: issue.sourceLocation?.line ?? 0))
        return true
    }
    return failures
}
