import EventSupport

extension ProcessUsage {
    /// The series that Prometheus' own client libraries have of a process, in its text format.
    var prometheusText: String {
        """
        # TYPE process_cpu_seconds_total counter
        process_cpu_seconds_total \(processorSeconds)
        # TYPE process_resident_memory_bytes gauge
        process_resident_memory_bytes \(residentBytes)
        # TYPE process_start_time_seconds gauge
        process_start_time_seconds \(startTime)

        """
    }
}
