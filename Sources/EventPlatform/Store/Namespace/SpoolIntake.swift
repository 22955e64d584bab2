import Foundation
import GRDB

/// Takes what other clients have left beside a store file into it: events, accounts, and submissions that wait.
///
/// A file is read only while nobody else has it. Each transaction notes how far it has come, and the file is removed after
/// the last; so whenever the owner is killed, the next takes up where it ended, and no event comes in twice.
struct SpoolIntake {
    let namespace: StoreNamespace
    let settings: StoreSettings

    static let eventsPerTransaction = 500

    /// Takes in every file that can be; files named in `unusable` are passed over, and what cannot be read joins them.
    func run(into store: SQLiteEventStore, unusable: inout Set<String>) throws -> StoreMaintenance {
        var report = StoreMaintenance()
        var done: [String] = []
        let files = try namespace.neighbours()
        for file in files where !unusable.contains(file.lastPathComponent) {
            do {
                let source = try SQLiteEventStore(
                    path: file.path, settings: settings, namespace: nil, isVisit: true)
                do {
                    try takeIn(source, into: store, &report)
                    done.append(try source.fileID())
                    try source.remove()
                } catch {
                    try source.close()
                    throw error
                }
            } catch let error as StoreError where error.code == .owned {
                continue  // its writer lives; what it holds comes later
            } catch {
                unusable.insert(file.lastPathComponent)
                report.remarks.append("\(file.path) cannot be taken in and was left as it is: \(error)")
            }
        }
        do { try store.forget(done, all: files.isEmpty) } catch {
            report.remarks.append("what was taken in could not be tidied up: \(error)")
        }
        return report
    }

    /// Takes in a file, a portion at a time, and reports each as it is committed.
    private func takeIn(
        _ source: SQLiteEventStore, into store: SQLiteEventStore, _ report: inout StoreMaintenance
    ) throws {
        let file = try source.fileID()
        var taken = try store.arrivalTaken(from: file)
        if taken == nil {
            let state = try source.load()
            var first = SpoolPortion(file: file, arrival: 0)
            (first.ledger, first.held) = (state.ledger, state.heldSubmissions)
            first.remembered = try source.rememberedIDs()
            report += try store.takeIn(first)
            taken = 0
        }
        while let arrival = taken {
            let events = try source.events(afterArrival: arrival, limit: Self.eventsPerTransaction)
            taken = events.last?.arrival
            guard let last = taken else { break }
            var portion = SpoolPortion(file: file, arrival: last)
            portion.events = events.map(\.event)
            report += try store.takeIn(portion)
        }
    }
}

/// A part of another file, taken in by one transaction.
struct SpoolPortion: Sendable {
    /// The file's own name.
    let file: String
    /// The arrival of its last event, in the other file.
    let arrival: Int64
    var events: [NewEvent] = []
    var ledger = Ledger()
    var held: [HeldSubmission] = []
    var remembered: [String] = []

    init(file: String, arrival: Int64) {
        self.file = file
        self.arrival = arrival
    }
}

extension SQLiteEventStore {
    /// How far another file has been taken in; `nil` when it is new.
    func arrivalTaken(from file: String) throws -> Int64? {
        try onFile { database in
            let row = try Row.fetchOne(database, sql: "SELECT arrival FROM taken WHERE file = ?", arguments: [file])
            return try row.map { Int64(try $0.count("arrival")) }
        }
    }

    /// Takes in a part of another file.
    ///
    /// - Returns: what that adds to the account, and what is to be decided.
    func takeIn(_ portion: SpoolPortion) throws -> StoreMaintenance {
        var transaction = StoreTransaction()
        (transaction.added, transaction.ledger) = (portion.events, portion.ledger)
        transaction.remembered = portion.remembered
        transaction.held = portion.held.numbered(below: try leastHeldNumber())
        var report = StoreMaintenance()
        report.ledger = try commit(transaction) { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO taken VALUES (?, ?)", arguments: [portion.file, portion.arrival])
        }
        report.ledger += portion.ledger
        report.held = transaction.held
        return report
    }

    /// Gives the submissions that wait in this file other numbers, for a client that has begun to number its own before
    /// it had the file. It hears of them from ``maintain()``.
    func renumberHeld() throws {
        let held = try load().heldSubmissions
        guard !held.isEmpty else { return }
        var transaction = StoreTransaction()
        transaction.held = held.numbered(below: try leastHeldNumber())
        transaction.released = held.map(\.number)
        _ = try commit(transaction)
        report { [held = transaction.held] in $0.held += held }
    }

    private func leastHeldNumber() throws -> Int64? {
        try onFile { try Int64.fetchOne($0, sql: "SELECT min(number) FROM held") }
    }

    /// Forgets how far files were taken in that are gone.
    func forget(_ files: [String], all: Bool) throws {
        let known = try onFile { try Set(String.fetchAll($0, sql: "SELECT file FROM taken")) }
        let gone = all ? known : known.intersection(files)
        guard !gone.isEmpty else { return }
        _ = try commit(StoreTransaction()) { database in
            for file in gone { try database.execute(sql: "DELETE FROM taken WHERE file = ?", arguments: [file]) }
        }
    }

    /// Events in the order of arrival, as they were given to this store.
    func events(afterArrival arrival: Int64, limit: Int) throws -> [(arrival: Int64, event: NewEvent)] {
        try onFile { database in
            try StoreReader(database, known).events(afterArrival: arrival, limit: limit, settings.cipher)
        }
    }

    /// The file's own name.
    func fileID() throws -> String { try onFile { try String.fetchOne($0, sql: "SELECT id FROM file") } ?? path }

    /// The ids that the store remembers.
    func rememberedIDs() throws -> [String] { try onFile { try String.fetchAll($0, sql: "SELECT id FROM finished") } }
}
