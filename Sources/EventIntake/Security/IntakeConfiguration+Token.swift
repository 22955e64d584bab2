extension IntakeConfiguration {
    /// Whether only this machine can connect to the address that is listened on.
    public var isLoopback: Bool { host.isLoopbackName }

    /// Makes sure that an intake that others can reach asks for a token.
    func checkToken() throws(IntakeError) {
        if let token {
            guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw IntakeError(.tokenUnusable, "A token is one or more printable ASCII characters without blanks.")
            }
        } else if !isLoopback {
            throw IntakeError(
                .tokenUnusable,
                "\(host): can be reached from other machines, so a token is needed. Set one, or listen on 127.0.0.1.")
        }
    }
}
