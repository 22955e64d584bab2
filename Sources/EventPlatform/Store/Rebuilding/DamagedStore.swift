import EventSupport
import GRDB

/// A store file as far as its pages can be read, however damaged it is.
///
/// An event counts if its row matches its checksum and its page is in use; see ``events(after:_:)``.
struct DamagedStore {
    private let pages: DatabasePages
    /// The first page of each table and index, by the table of tables.
    private let namedRoots: [String: Int]
    private let free: (pages: Set<Int>, isComplete: Bool)
    /// The counters; `nil` if they cannot be read.
    private(set) var counters: StoreCounters?
    /// The id of the file; `nil` if it cannot be read.
    private(set) var id: String?

    /// - Throws: ``RegularFileError`` when the file cannot be read.
    init(path: String, readsLog: Bool = true) throws(RegularFileError) {
        pages = try DatabasePages(path: path, readsLog: readsLog)
        (namedRoots, free) = (pages.roots(), pages.freePages())
        guard let row = rows(of: .store).rows.first else { return }
        (counters, id) = (StoreCounters(row), String.fromDatabaseValue(row[0]))
    }

    // MARK: - Tables

    /// The rows of a table that have the expected columns, and whether all of its pages could be read.
    func rows(of table: StoreTable) -> (rows: [[DatabaseValue]], isComplete: Bool) {
        var found: (rows: [[DatabaseValue]], isComplete: Bool) = ([], false)
        for root in [namedRoots[table.name], StoreTable.roots[table.name]].compactMap(\.self) {
            let tree = pages.tree(from: root)
            let rows = tree.numbers.flatMap { number in cells(onPage: number).compactMap { table.row($0) } }
            if tree.isComplete || rows.count > found.rows.count { found = (rows, tree.isComplete) }
            if tree.isComplete, !rows.isEmpty { break }
        }
        return found
    }

    private func cells(onPage number: Int) -> [(row: Int64, record: DatabaseRecord)] {
        guard let page = pages.treePage(number) else { return [] }
        return (0..<page.cellCount).compactMap { index in
            guard let cell = page.cell(index), let record = record(of: cell) else { return nil }
            return (cell.row, record)
        }
    }

    private func record(of cell: TreePage.Cell) -> DatabaseRecord? {
        pages.payload(of: cell).flatMap { DatabaseRecord($0) }
    }

    // MARK: - Events

    /// An event that can be read, and where its row is.
    struct EventPlace {
        let row: Int64
        fileprivate let page: Int
        fileprivate let cell: Int
        fileprivate let awaitsSchema: Bool
    }

    /// Whether the file has the mark of an event store, in itself or in its log.
    var hasMark: Bool { pages.isMarked }

    /// Whether another version of this library wrote the file: the table of versions and its index agree on one that is
    /// not this one's.
    var isOfOtherVersion: Bool {
        let versions = [StoreTable.version, .versionCopy].map { table in
            Set(rows(of: table).rows.compactMap { String.fromDatabaseValue($0[0]) })
        }
        return !versions[0].intersection(versions[1]).isSubset(of: StoreSchema.migrator.migrations)
    }

    /// The mark of the namespace of a spool or an alternative file; `nil` without the mark of an event store.
    var namespaceID: Int? { hasMark ? pages.page(1)?.bigEndian32(at: 60) : nil }

    /// Whether the file has an event or a held submission, which no other program's file has. Looks through the first
    /// 256 MB.
    var hasEvent: Bool {
        (1...max(1, min(pages.count, (256 << 20) / DatabasePages.pageSize))).contains { number in
            !places(onPage: number).isEmpty || hasHeld(onPage: number)
        }
    }

    private func hasHeld(onPage number: Int) -> Bool {
        cells(onPage: number).contains { StoreTable.held.row($0).flatMap { HeldSubmission(checked: $0) } != nil }
    }

    /// The events that can be read, each once, in the order of their rows.
    ///
    /// - Parameters:
    ///   - refusals: the number of refusals. No row that one covers counts. Newer rows show that there were more.
    ///   - counters: the counters of the file; `nil` if they are lost.
    /// - Returns: where the events are.
    func events(after refusals: Int64, _ counters: StoreCounters?) -> [EventPlace] {
        let found = eventPlaces(counters)
        let known = found.places.map { RowNumber.refusals(before: $0.row) }.max() ?? 0
        let refused = RowNumber.last(coveredBy: max(refusals, known))
        return newest(found.places.filter { $0.row > refused && found.isStored($0.row) })
    }

    /// One place for each row, in the order of the rows.
    private func newest(_ places: [EventPlace]) -> [EventPlace] {
        var found: [Int64: EventPlace] = [:]
        for place in places {
            // An older copy of a page may have the row as it was before its schema arrived.
            if let other = found[place.row], !other.awaitsSchema || place.awaitsSchema { continue }
            found[place.row] = place
        }
        return found.values.sorted { $0.row < $1.row }
    }

    /// The events on the pages in use, and which of them are not over.
    ///
    /// A tree with as many events as were stored has all of them, unless the index, with as many, knows newer ones:
    /// then a page of the tree is of an earlier time. Otherwise the pages in use are those that the list of free pages
    /// does not have, and, where list and tree contradict each other, all pages. What is not in the index, or has a
    /// lower row than the lowest that was stored, is over.
    private func eventPlaces(
        _ counters: StoreCounters?
    ) -> (places: [EventPlace], isStored: (_ row: Int64) -> Bool) {
        let trees = [namedRoots, StoreTable.roots].compactMap { $0[StoreTable.eventName] }.map { pages.tree(from: $0) }
        let tree = trees.first(where: \.isComplete)
        let inTree = tree.map { $0.numbers.flatMap(places) } ?? []
        let indexed = indexedRows(counters)
        if let counters, tree != nil, inTree.count == counters.totals.events,
            indexed.map({ Self.isUpToDate(inTree, $0) }) ?? true
        {
            return (inTree, { _ in true })
        }
        let all = pages.count < 2 ? [] : Array(2...pages.count)
        var numbers = all
        if free.isComplete, free.pages.isDisjoint(with: tree?.numbers ?? []) {
            numbers = all.filter { !free.pages.contains($0) }
        } else if counters == nil, !inTree.isEmpty {
            return (inTree, { _ in true })
        }
        let first = counters?.firstRow ?? .min
        return (numbers.flatMap(places), { $0 >= first && indexed?.contains($0) ?? true })
    }

    /// The rows of all events by the index; `nil` if it has not as many as were stored.
    private func indexedRows(_ counters: StoreCounters?) -> Set<Int64>? {
        let index = rows(of: .eventRows)
        guard index.isComplete, index.rows.count == counters?.totals.events else { return nil }
        return Set(index.rows.compactMap { Int64.fromDatabaseValue($0[2]) })
    }

    /// Whether the events are not of an earlier time than the index: rows rise, so that of two states of a file the
    /// later one has the highest row that the other one lacks. One row alone may be a flipped bit in the index.
    private static func isUpToDate(_ events: [EventPlace], _ indexed: Set<Int64>) -> Bool {
        let rows = Set(events.map(\.row))
        let missing = indexed.subtracting(rows)
        guard missing.count > 1, let newest = missing.max() else { return true }
        return rows.subtracting(indexed).max() ?? .min > newest
    }

    private func places(onPage number: Int) -> [EventPlace] {
        guard let page = pages.treePage(number), page.kind == .leafTable else { return [] }
        return (0..<page.cellCount).compactMap { index in
            guard let event = event(in: page, index) else { return nil }
            return EventPlace(row: event.number, page: number, cell: index, awaitsSchema: event.row.schema != nil)
        }
    }

    private func event(in page: TreePage, _ index: Int) -> EventInsertion.Entry? {
        guard let cell = page.cell(index), let record = record(of: cell) else { return nil }
        return EventInsertion.Entry(number: cell.row, record)
    }

    /// Calls `body` with each event at these places that can still be read.
    func forEachEvent(
        at places: some Sequence<EventPlace>, _ body: (EventInsertion.Entry) throws -> Void
    ) rethrows {
        var current: (number: Int, page: TreePage)?
        for place in places {
            if current?.number != place.page { current = pages.treePage(place.page).map { (place.page, $0) } }
            guard let page = current?.page, place.cell < page.cellCount, let event = event(in: page, place.cell) else {
                continue
            }
            try body(event)
        }
    }
}

extension DatabasePages {
    /// A tree from its root down, as far as its pages can be read.
    struct Tree {
        /// Its pages, the root first.
        var numbers: [Int] = []
        /// Whether all of its pages could be read.
        var isComplete = true
    }

    func tree(from root: Int) -> Tree {
        var tree = Tree()
        var seen: Set<Int> = []
        var rest = [root]
        var isOfIndex: Bool?
        while let number = rest.popLast() {
            guard seen.insert(number).inserted, let page = treePage(number),
                isOfIndex ?? page.kind.isOfIndex
                    == page.kind.isOfIndex
            else {
                tree.isComplete = false
                continue
            }
            isOfIndex = page.kind.isOfIndex
            tree.numbers.append(number)
            rest += page.children
        }
        return tree
    }

    /// The first page of each table and index, by name; empty if the first page of the file is damaged.
    func roots() -> [String: Int] {
        var roots: [String: Int] = [:]
        for page in tree(from: 1).numbers.compactMap(treePage) where page.kind == .leafTable {
            for index in 0..<page.cellCount {
                guard let cell = page.cell(index), let record = payload(of: cell).flatMap({ DatabaseRecord($0) }),
                    record.count == 5, let name = record.text(1), let root = record.integer(3)
                else { continue }
                roots[name] = Int(root)
            }
        }
        return roots
    }
}

extension TreePage.Kind {
    fileprivate var isOfIndex: Bool { self == .innerIndex || self == .leafIndex }
}

extension EventInsertion.Entry {
    /// The row of the table `event`; `nil` if it does not match its checksum.
    fileprivate init?(number: Int64, _ record: DatabaseRecord) {
        guard record.count == 11, let isGiven = record.integer(2), let stream = record.integer(3),
            let queue = record.integer(4), let isSealed = record.integer(8), let checksum = record.integer(9),
            let body = record.blob(10), let id = StoredID(record, 1), number > 0
        else { return nil }
        let row = StoredRow(
            id: id, stream: stream, queue: queue, schema: record.text(7), isSealed: isSealed != 0, body: body)
        guard row.checksum(ofRow: number) == checksum else { return nil }
        self.init(number: number, row: row, isIDFromApp: isGiven != 0, sequenceNumber: record.integer(6))
    }
}

extension StoredID {
    fileprivate init?(_ record: DatabaseRecord, _ column: Int) {
        guard let value = record.value(column), let id = Self.fromDatabaseValue(value) else { return nil }
        self = id
    }
}
