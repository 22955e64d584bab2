import Foundation

/// Reads gzip with the system's own program, which shares no code with what is tested.
enum Gunzip {
    static func text(_ bytes: [UInt8]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).gz")
        try Data(bytes).write(to: file)
        defer { do { try FileManager.default.removeItem(at: file) } catch {} }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/gzip")
        process.arguments = ["-dc", file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}
