import EventSchema
import GRDB

/// A row of a store, read without trust: in a damaged file any column can have any value, also NULL.
struct StoredRecord {
    let row: Row

    /// Why a row cannot be read. Contains no values.
    struct Damage: Error, CustomStringConvertible {
        let column: String
        let problem: String
        var position: Int64?

        var description: String {
            let place = position.map { "the event at position \($0)" } ?? "a row"
            return "\(place) cannot be read: \(column) \(problem)"
        }
    }

    func text(_ column: String) throws -> String {
        guard let text = String.fromDatabaseValue(value(column)) else { throw damage(column, "is not text") }
        return text
    }

    /// The text; `nil` for NULL.
    func optionalText(_ column: String) throws -> String? { value(column).isNull ? nil : try text(column) }

    func position(_ column: String) throws -> Int64 {
        guard let number = Int64.fromDatabaseValue(value(column)) else { throw damage(column, "is not a number") }
        return number
    }

    /// A number of events. More than SQLite could store are refused, so that sums do not overflow.
    func count(_ column: String) throws -> Int {
        guard let count = Int.fromDatabaseValue(value(column)), (0...1 << 40).contains(count) else {
            throw damage(column, "is not a number of events")
        }
        return count
    }

    func json(_ column: String) throws -> JSONValue { JSONValue(try document(column)) }

    func document(_ column: String) throws -> JSON {
        let text = try text(column)
        do { return try JSON(parsing: text, options: .lenient) } catch {
            throw damage(column, "is not JSON: \(error)")
        }
    }

    private func value(_ column: String) -> DatabaseValue { row[column] ?? .null }

    func damage(_ column: String, _ problem: String) -> Damage {
        Damage(column: column, problem: problem, position: Int64.fromDatabaseValue(value("position")))
    }
}
