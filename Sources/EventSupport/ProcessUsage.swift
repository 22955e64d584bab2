import Foundation

/// The use that this process makes of the machine, and the time of its start.
///
/// Each part is read by itself, and is `nil` if the system does not tell it. A sandbox may show a process only its own
/// files of `/proc`, as `ProcSubset=pid` of systemd does: no other file is read.
package struct ProcessUsage: Sendable {
    /// The processor time of all threads, in seconds.
    package let processorSeconds: Double?
    /// The resident memory in bytes. Only Linux tells it.
    package let residentBytes: Int?
    /// The time at which the process began, in seconds since 1970. Only Linux tells it.
    package let startTime: Double?
    /// The number of open files.
    package let openFiles: Int?
    /// The maximum number of open files.
    package let maximumFiles: Int?

    /// The use at this time.
    package static var current: ProcessUsage {
        ProcessUsage(
            processorSeconds: processorTime, residentBytes: residentMemory, startTime: start, openFiles: fileCount,
            maximumFiles: Descriptors.maximumCount)
    }

    // MARK: - The parts

    private static var processorTime: Double? {
        #if canImport(Darwin)
            let process = RUSAGE_SELF
        #else
            let process = __rusage_who_t(RUSAGE_SELF.rawValue)
        #endif
        var usage = rusage()
        guard getrusage(process, &usage) == 0 else { return nil }
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    private static var residentMemory: Int? {
        text(at: "/proc/self/statm").flatMap(residentPages).map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    }

    /// Computed once: the clock may be set, and a later start would look like another process.
    private static let start: Double? = {
        #if os(Linux)
            var sinceBoot = timespec()
            guard let ticks = text(at: "/proc/self/stat").flatMap(startTicks),
                clock_gettime(CLOCK_BOOTTIME, &sinceBoot) == 0
            else { return nil }
            let uptime = Double(sinceBoot.tv_sec) + Double(sinceBoot.tv_nsec) / 1e9
            return Date().timeIntervalSince1970 - (uptime - ticks / Double(sysconf(Int32(_SC_CLK_TCK))))
        #else
            return nil
        #endif
    }()

    private static var fileCount: Int? {
        #if os(Linux)
            let folder = "/proc/self/fd"
        #else
            let folder = "/dev/fd"
        #endif
        do { return try FileManager.default.contentsOfDirectory(atPath: folder).count - 1 } catch {
            return nil  // there is no such folder, or no file is left to read it
        }
    }

    // MARK: - The files

    /// The time of the start in clock ticks since the boot, of the text of `/proc/self/stat`.
    static func startTicks(_ text: String) -> Double? {
        // The name of the program, in parentheses, may have spaces and parentheses.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? Double(fields[19]) : nil
    }

    /// The number of resident pages, of the text of `/proc/self/statm`.
    static func residentPages(_ text: String) -> Int? {
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]) : nil
    }

    private static func text(at path: String) -> String? {
        do { return String(decoding: try RegularFile.bytes(at: path, limit: 1 << 20), as: UTF8.self) } catch {
            return nil  // there is no such file
        }
    }
}
