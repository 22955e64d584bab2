import ArgumentParser

/// The output formats of a report.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
}
