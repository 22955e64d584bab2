import EventCatalog
import EventSchema
import EventSupport
import Foundation

/// A JSON file that the intake serves.
struct JSONFile: Sendable {
    private let path: String

    init(_ path: String) { self.path = path }

    /// The value in the file.
    ///
    /// - Throws: ``IntakeError`` with the given code, and with line and column of a mistake.
    func value(orThrow code: IntakeError.Code) throws -> JSONValue {
        let bytes: [UInt8]
        do { bytes = try RegularFile.bytes(at: path, limit: SourceDocument.maximumBytes) } catch {
            throw IntakeError(code, "\(path): cannot be read: \(error.reason.lowercased()). \(error.remedy)")
        }
        do { return try JSONValue(parsing: bytes) } catch {
            let place = TextPosition(of: error.offset, in: bytes)
            throw IntakeError(
                code,
                "\(path):\(place.line):\(place.column): Not JSON: \(error.message). Correct the JSON text.")
        }
    }
}

extension RegularFileError {
    fileprivate var remedy: String {
        switch code {
        case .notRegular: "Give the path of a regular file."
        case .tooLarge: "Make it smaller, or give another file."
        case .missing, .refused: "Check the path and its permissions."
        }
    }
}
