import ArgumentParser
import EventIntake

/// The options of `serve` for the port of supervisors and Prometheus.
struct AdminOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Serve /healthz, /readyz and /metrics at this port too, without a token and without a wait for requests "
                + "with events; 0 for any free port. /metrics is then at no other port. The default is none.",
            valueName: "PORT"))
    var adminPort: Int?

    @Option(
        help: ArgumentHelp(
            "The address of --admin-port. Whoever reaches it may read the metrics. The default is "
                + "\(IntakeConfiguration().adminHost).",
            valueName: "HOST"))
    var adminHost: String?

    func validate() throws {
        if let adminPort, !(0...65_535).contains(adminPort) {
            throw ValidationError("--admin-port '\(adminPort)' must be a number from 0 to 65535")
        }
        guard let adminHost else { return }
        if adminHost.isEmpty { throw ValidationError("--admin-host must be an address or a name") }
        if adminPort == nil { throw ValidationError("--admin-host needs --admin-port") }
    }

    func apply(to configuration: inout IntakeConfiguration) {
        configuration.adminPort = adminPort
        configuration.adminHost = adminHost ?? configuration.adminHost
    }
}
