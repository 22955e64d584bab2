extension IntakeConfiguration {
    /// Whether ``host`` is a loopback address or name, which only this machine can reach: `localhost`, a name below it,
    /// `127.0.0.0/8` or `::1`.
    public var isLoopback: Bool { host.isLoopbackName }

    /// Refuses an invalid token, and a missing token when other machines can reach the intake.
    func checkToken() throws(IntakeError) {
        if let token {
            guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw IntakeError(.tokenUnusable, "A token must be printable ASCII characters without spaces.")
            }
        } else if !isLoopback {
            throw IntakeError(
                .tokenUnusable,
                "\(host): can be reached from other machines, so a token is required. Set one, or listen on 127.0.0.1.")
        }
    }
}
