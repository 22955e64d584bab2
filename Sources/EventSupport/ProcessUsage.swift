#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What this process uses of the machine, and since when.
package struct ProcessUsage: Sendable {
    /// The processor time of all threads, in seconds.
    package let processorSeconds: Double
    /// The resident memory in bytes.
    package let residentBytes: Int
    /// The time at which the process began, in seconds since 1970.
    package let startTime: Double

    /// What it uses now; `nil` on systems without `/proc`.
    package static var current: ProcessUsage? {
        guard let process = fields(of: "/proc/self/stat"), process.count > Field.residentPages,
            let userTicks = Double(process[Field.userTicks]), let systemTicks = Double(process[Field.systemTicks]),
            let startTicks = Double(process[Field.startTicks]), let pages = Int(process[Field.residentPages]),
            let bootTime = bootTime
        else { return nil }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        return ProcessUsage(
            processorSeconds: (userTicks + systemTicks) / ticks, residentBytes: pages * sysconf(Int32(_SC_PAGESIZE)),
            startTime: bootTime + startTicks / ticks)
    }

    /// The places of fields in `/proc/self/stat`, counted from the one after the program's name.
    private enum Field {
        static let (userTicks, systemTicks, startTicks, residentPages) = (11, 12, 19, 21)
    }

    private static func fields(of path: String) -> [Substring]? {
        text(at: path)?.split(separator: ")").last?.split(separator: " ")
    }

    /// The time at which the system was started, in seconds since 1970.
    private static var bootTime: Double? {
        let lines = text(at: "/proc/stat")?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }
    }

    private static func text(at path: String) -> String? {
        do { return String(decoding: try RegularFile.bytes(at: path, limit: 1 << 20), as: UTF8.self) } catch {
            return nil  // there is no such file
        }
    }
}
