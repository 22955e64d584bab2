import EventSchema
import Foundation
import GRDB

extension StoreInspector {
    /// The findings in the file, one a line; empty when there are none. Reads every event once.
    package func findings() throws -> [String] {
        do {
            return try findingsInReadableFile()
        } catch  where error.isDamage {
            return [
                "the file is damaged (\((error as? DatabaseError)?.message ?? "\(error)")); `queue salvage` rebuilds "
                    + "it, as a client does that opens it"
            ]
        }
    }

    private func findingsInReadableFile() throws -> [String] {
        try read { database in
            var findings = damage.map { ["the file cannot be opened, and a copy was rebuilt: \($0)"] } ?? []
            findings += try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
            var totals = StoreTotals()
            var waiting: [String: Int] = [:]
            let unreadable = try Self.forEachStoredEvent(in: database) { item, _ in
                totals.events += 1
                totals.bytes += item.bytes
                waiting[item.stream, default: 0] += 1
            }
            findings += Self.shortened(unreadable)
            for row in try Row.fetchAll(database, sql: "SELECT stream FROM held") {
                waiting[try row.value("stream"), default: 0] += 1
            }
            let counted = try StoreCounters(reading: database).totals
            if totals != counted {
                findings.append(
                    "\(totals.events) events of \(totals.bytes) bytes wait, the counters have \(counted.events) of "
                        + "\(counted.bytes)"
                )
            }
            findings += try states(database)
            return findings + account(try StoredAccount(reading: database), against: waiting)
        }
    }

    /// Events whose state contradicts other tables, so that they would never be sent.
    private func states(_ database: Database) throws -> [String] {
        let conditions = [
            ("are in a state that does not exist", "state NOT IN (0, 1, 2)"),
            ("await a schema that is not named", "state = 1 AND schema IS NULL"),
            ("name a schema that they do not await", "state <> 1 AND schema IS NOT NULL"),
            ("have failed and have no retry time", "state = 2 AND row NOT IN (SELECT row FROM retry)"),
            ("have a time before the first that is known", "row < (SELECT coalesce(min(row), row + 1) FROM arrival)"),
        ]
        return try conditions.compactMap { finding, condition in
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM event WHERE \(condition)") ?? 0
            return count == 0 ? nil : "\(count) events \(finding)"
        }
    }

    /// The first findings of a list, and the number of the others.
    private static func shortened(_ findings: [String]) -> [String] {
        let more = findings.count - maximumListedFindings
        return findings.prefix(maximumListedFindings) + (more > 0 ? ["\(more) more like these"] : [])
    }

    private static let maximumListedFindings = 10

    /// Streams whose pending events in the ledger are not as many as are stored.
    private func account(_ account: StoredAccount, against waiting: [String: Int]) -> [String] {
        account.streams.union(waiting.keys).sorted().compactMap { stream in
            let pending = account.pending(stream)
            let found = waiting[stream] ?? 0
            return pending == found
                ? nil : "stream \(stream): the ledger has \(pending) pending events, the store has \(found)"
        }
    }
}
