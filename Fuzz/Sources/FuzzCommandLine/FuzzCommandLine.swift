import EventCatalog
import EventSchema
@testable import EventStreams
import Foundation

@testable import EventIntake

/// The texts that a person gives to `eventctl`: the grammar of `--fault`, event lines, stream configurations,
/// overrides and dates. The program itself cannot be imported, so each text goes to the library's function behind it; the
/// parsing of options is tested with random arguments in `EventCtlTests`.
///
/// The first byte chooses what the rest is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    guard size > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data + 1, count: size - 1))
    if let problem = CommandLineTarget.shared.problem(with: bytes, choice: data[0] % 5) {
        FileHandle.standardError.write(Data((problem + "\n").utf8))
        abort()
    }
    return 0
}

struct CommandLineTarget: Sendable {
    static let shared = CommandLineTarget()
    private let repository: SchemaRepository

    private init() {
        do { repository = try SchemaRepository(roots: ["Schemas"]) } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(70)
        }
    }

    /// What is wrong with the handling of a text; `nil` when nothing is.
    func problem(with bytes: [UInt8], choice: UInt8) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        switch choice {
        case 0: return problem(withFault: text)
        case 1: return problem(withLine: bytes)
        case 2: return problem(withStreams: bytes)
        case 3: _ = ExperimentOverrides(parameter: text)
        default: _ = UTCInstant(iso8601: text)
        }
        return nil
    }

    /// A fault that was read must be the same when it is read from its own JSON.
    private func problem(withFault text: String) -> String? {
        let fault: Fault
        do { fault = try Fault(text) } catch {
            return error.message.isEmpty ? "a fault is refused without a reason" : nil
        }
        do {
            return try Fault(json: .object(fault.json)) == fault ? nil : "\(fault.json) is read as another fault"
        } catch {
            return "\(fault.json) is refused: \(error)"
        }
    }

    /// An event that is filled as an intake does has the same verdict when it is filled again.
    private func problem(withLine bytes: [UInt8]) -> String? {
        let event: JSONValue
        do { event = try JSONValue(parsing: bytes) } catch { return nil }
        guard event.object != nil, let version = repository[event["$schema"]?.string ?? ""] else { return nil }
        let filled = IntakeFields.standard.completing(event, by: version.schema)
        let again = IntakeFields.standard.completing(filled, by: version.schema)
        return version.schema.isValid(filled) == version.schema.isValid(again)
            ? nil : "another verdict when filled again"
    }

    /// The settings of every stream are read again from their JSON.
    private func problem(withStreams bytes: [UInt8]) -> String? {
        do {
            let configurations = try StreamConfigurations(response: try JSONValue(parsing: bytes))
            for stream in configurations.streams {
                let settings = try JSONValue(parsing: JSONValue.object(stream.settings).jsonBytes)
                guard StreamConfigurations(streams: [stream.name: settings])[stream.name] != nil else {
                    return "\(stream.name) is not read again"
                }
            }
        } catch {
            return nil  // refused, as a text should be that is no response of the API
        }
        return nil
    }
}
