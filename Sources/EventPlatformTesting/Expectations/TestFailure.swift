#if canImport(Testing)
    import Testing
#endif
#if canImport(XCTest)
    import XCTest
#endif

/// A place in the code of a test, where a failure is reported.
struct SourcePlace: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
}

/// Reports failures to the framework that runs a test: Swift Testing or XCTest.
///
/// SwiftPM and Xcode link the bundle of tests with both. Neither framework reports the failures of the other in every
/// version, so that each failure goes to the one that runs the test.
struct FailureReporter: Sendable {
    private let isSwiftTesting: Bool

    /// Creates a reporter for the test that runs in the current task.
    init() {
        #if canImport(Testing)
            isSwiftTesting = Test.current != nil
        #else
            isSwiftTesting = false
        #endif
    }

    /// Makes the test fail with a message at a place.
    func fail(_ message: String, at place: SourcePlace) {
        guard isSwiftTesting else {
            #if canImport(XCTest)
                XCTFail(message, file: place.filePath, line: place.line)
            #endif
            return
        }
        #if canImport(Testing)
            let location = SourceLocation(
                fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
                column: Int(place.column))
            Issue.record(Comment(rawValue: message), sourceLocation: location)
        #endif
    }
}
