import Foundation

/// What Linux counts about this process, in the files of `/proc/self`.
enum ProcessFiles {
    /// The most memory that was resident at once.
    static func peakKilobytes() throws -> Double { Double(try number("VmHWM:", in: "/proc/self/status")) }

    /// What is resident now beside the parts of files, such as programs and libraries.
    static func anonymousKilobytes() throws -> Double { Double(try number("RssAnon:", in: "/proc/self/status")) }

    /// How often each thread but the calling one, which is the first, began to wait; and how many calls wrote.
    static func activity() throws -> (waits: [String: Int], writes: Int) {
        let own = String(ProcessInfo.processInfo.processIdentifier)
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter { $0 != own }
        let waits = try threads.map { try number("voluntary_ctxt_switches:", in: "/proc/self/task/\($0)/status") }
        return (Dictionary(uniqueKeysWithValues: zip(threads, waits)), try number("syscw:", in: "/proc/self/io"))
    }

    private static func number(_ name: String, in file: String) throws -> Int {
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        let words = lines.first { $0.hasPrefix(name) }?.split(whereSeparator: \.isWhitespace) ?? []
        guard words.count > 1, let number = Int(words[1]) else { throw CocoaError(.fileReadCorruptFile) }
        return number
    }
}
