import EventSchema
import Foundation

/// How a setting's JSON is read.
struct SettingType<Value: Sendable>: Sendable {
    let expected: String
    let read: @Sendable (JSONValue) -> Value?
}

extension SettingType where Value == Bool {
    static let bool = SettingType(expected: "true or false") { $0.bool }
}

extension SettingType where Value == String {
    static let text = SettingType(expected: "a text") { $0.string }
}

extension SettingType where Value == Int {
    static let count = SettingType(expected: "a whole number from 1") { json in
        json.number?.int64.flatMap(Int.init(exactly:)).flatMap { $0 >= 1 ? $0 : nil }
    }
}

extension SettingType where Value == Duration {
    static let seconds = SettingType(expected: "a number of seconds from 0 to 1000000000") { Duration(json: $0) }
}

extension SettingType where Value == URL {
    static let url = SettingType(expected: "an http or https URL") { json in
        json.string.flatMap(URL.init(string:)).flatMap { url in
            ["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false ? url : nil
        }
    }
}

extension SettingType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the names of an enumeration.
    static var name: SettingType {
        let names = Value.allCases.map { "“\($0.rawValue)”" }
        return SettingType(expected: "one of " + names.joined(separator: ", ")) { $0.string.flatMap(Value.init) }
    }
}

extension Duration {
    /// A number of seconds; `nil` for another type, a negative or a huge number.
    init?(json: JSONValue?) {
        guard let seconds = json?.number?.double, (0...1e9).contains(seconds) else { return nil }
        self = .milliseconds(Int64((seconds * 1000).rounded()))
    }
}
