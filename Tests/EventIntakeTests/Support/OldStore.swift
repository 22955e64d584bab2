import GRDB

/// A store as the first version of the intake wrote it, without tests and rejected events.
enum OldStore {
    static func write(to path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write {
            try $0.execute(
                sql: """
                    CREATE TABLE event (
                        id TEXT NOT NULL PRIMARY KEY, stream TEXT NOT NULL, schema TEXT NOT NULL,
                        received_at TEXT NOT NULL, repeats INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL
                    );
                    INSERT INTO event VALUES ('old', 'a.stream', '/test/1.0.0', '2026-01-31T12:00:00.000Z', 0, '{}');
                    """)
        }
        try queue.close()
    }
}
