import HummingbirdCore

/// Lets the server accept connections while ``OpenConnections`` has room.
struct ConnectionAdmission: AvailableConnectionsDelegate {
    let connections: OpenConnections

    func connectionOpened() { connections.count(1) }

    func connectionClosed() { connections.count(-1) }

    func isAcceptingNewConnections() -> Bool { connections.hasRoom() }
}
