import EventSupport

extension ProcessUsage {
    /// The series that Prometheus' own client libraries have of a process, in its text format. A series is missing if
    /// the system does not tell its value.
    var prometheusText: String {
        [
            Self.series("process_cpu_seconds_total", "counter", processorSeconds),
            Self.series("process_max_fds", "gauge", maximumFiles),
            Self.series("process_open_fds", "gauge", openFiles),
            Self.series("process_resident_memory_bytes", "gauge", residentBytes),
            Self.series("process_start_time_seconds", "gauge", startTime),
        ].compactMap(\.self).joined()
    }

    private static func series(_ name: String, _ type: String, _ value: (some CustomStringConvertible)?) -> String? {
        value.map { "# TYPE \(name) \(type)\n\(name) \($0)\n" }
    }
}
