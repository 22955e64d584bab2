import EventSchema
import Foundation

/// A value that encodes itself into a document, without a tree in between. Its containers share it.
///
/// That needs values in the order of the document. The protocols of `Encoder` allow more, such as a member of a
/// container that another one has followed. Whoever does so, throws, or has an encoding of its own makes the encoding
/// irregular: there is no document then.
final class DirectEncoding {
    var document: DirectDocument

    private init(_ document: DirectDocument) { self.document = document }

    /// The document of a value; `nil` when its encoding is irregular.
    ///
    /// - Throws: `EncodingError` for a value with which `JSONEncoder` would end the process.
    static func json(of value: some Encodable) throws -> JSON? {
        let encoding = DirectEncoding(DirectDocument(dictionaryKeys: dictionaryKeys))
        do { try encoding.encode(value) } catch { encoding.document.setIrregular() }  // the other encoder throws it too
        if let fault = encoding.document.fault {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: [], debugDescription: fault.rawValue, underlyingError: fault))
        }
        return encoding.document.take()
    }

    /// The type of the keys that dictionaries encode their members with. The standard library keeps it to itself, so it
    /// is taken from what a dictionary does.
    private static let dictionaryKeys: ObjectIdentifier? = {
        let encoding = DirectEncoding(DirectDocument(dictionaryKeys: nil))
        do { try encoding.encode([String: Bool]()) } catch { return nil }
        return encoding.document.latestKeys
    }()

    /// Encodes a value where the document is.
    func encode<Value: Encodable>(_ value: Value) throws {
        if Value.self == Date.self { return document.write(value as? Date) }
        if Value.self == URL.self { return document.write((value as? URL)?.absoluteString) }
        // They encode themselves in another way than `JSONEncoder` does.
        if Value.self == Data.self || Value.self == Decimal.self { return document.setIrregular() }
        guard let (number, depth) = document.beginEncoding() else { return }
        do {
            try value.encode(to: DirectEncoder(self, number))
        } catch {
            document.setIrregular()  // who catches it goes on without what this value has written
            throw error
        }
        document.endEncoding(number, depth)
    }
}

/// What is wrong with a value that no encoder can write.
enum EncodingFault: String, Error {
    case tooDeep = "more than 512 arrays and objects are nested, or a value contains itself"
    case twoKinds = "a value encodes itself as an object and as an array"
}

/// What a ``DirectEncoding`` has written so far.
struct DirectDocument {
    /// The number of a value that encodes itself, which its container has too. They count up.
    typealias ValueNumber = Int

    private struct Container: BitwiseCopyable {
        let value: ValueNumber
        let isObject: Bool
        /// Whether its members are sorted when it is closed.
        let isDictionary: Bool
        var count = 0
        /// One bit for the hash of each name so far, and one for another part of it.
        var filters: (UInt64, UInt64) = (0, 0)
    }

    private var builder = JSONBuilder(capacity: 512)
    /// What each open dictionary will be written into.
    private var outerBuilders: [JSONBuilder] = []
    /// Those that are open around ``innermost``.
    private var outerContainers: [Container] = []
    private var innermost = Container(value: 0, isObject: false, isDictionary: false)
    /// The value that has to be written next: it is the first one, an element, or its name was written.
    private var expected: ValueNumber?
    private var lastValue: ValueNumber = 0
    private var isIrregular = false
    /// Why no encoder can write the value.
    private(set) var fault: EncodingFault?
    private let dictionaryKeys: ObjectIdentifier?
    /// The type of the keys of the object that was opened last.
    private(set) var latestKeys: ObjectIdentifier?

    /// - Parameter dictionaryKeys: the type of the keys of dictionaries, whose members are sorted by name.
    init(dictionaryKeys: ObjectIdentifier?) {
        self.dictionaryKeys = dictionaryKeys
        outerContainers.reserveCapacity(8)
    }

    /// The document; `nil` when the encoding is irregular.
    mutating func take() -> JSON? { isIrregular ? nil : takeBuilder().finish() }

    private mutating func takeBuilder() -> JSONBuilder {
        var taken = JSONBuilder()
        swap(&taken, &builder)
        return taken
    }

    mutating func setIrregular() { isIrregular = true }

    // MARK: - Values

    mutating func write(_ value: String) { builder.value(value) }
    mutating func write(_ value: Bool) { builder.value(value) }
    mutating func write(_ value: some BinaryInteger) { builder.value(value) }
    mutating func writeNull() { builder.null() }

    /// Writes a number as `JSONEncoder` does: a whole one without a fraction.
    mutating func write(_ value: Double) {
        guard value.magnitude < Self.exactIntegers else { return setIrregular() }
        if let whole = Int64(exactly: value), whole != 0 || value.sign == .plus {
            builder.value(whole)
        } else if value != 0, let number = JSONNumber(value) {
            builder.value(number)
        } else {
            setIrregular()
        }
    }

    /// From here on, and for −0, `JSONEncoder` has other forms.
    private static let exactIntegers = 0x1p53

    /// Writes the number that has the same digits as a double.
    mutating func write(_ value: Float) { write(Double(value.description) ?? .nan) }

    mutating func write(_ date: Date?) {
        guard let date, let time = Timestamp(date) else { return setIrregular() }
        builder.value(time.iso8601)
    }

    mutating func write(_ text: String?) {
        guard let text else { return setIrregular() }
        builder.value(text)
    }

    /// Begins a value that encodes itself.
    ///
    /// - Returns: its number, and how many containers are open; `nil` when it need not be encoded.
    mutating func beginEncoding() -> (ValueNumber, depth: Int)? {
        isIrregular ? nil : (expectValue(), outerContainers.count)
    }

    /// Ends a value that has encoded itself, which may have left containers open.
    mutating func endEncoding(_ value: ValueNumber, _ depth: Int) {
        if expected == value { setIrregular() }  // nothing was written
        while outerContainers.count > depth { close() }
    }

    private mutating func expectValue() -> ValueNumber {
        lastValue += 1
        expected = lastValue
        return lastValue
    }

    /// Whether this is the value that has to be written next. It has been then.
    mutating func begins(_ value: ValueNumber) -> Bool {
        guard expected == value else {
            setIrregular()
            return false
        }
        expected = nil
        return true
    }

    // MARK: - Containers

    /// Opens the container of a value, or continues it.
    mutating func openContainer(of value: ValueNumber, isObject: Bool, keys: ObjectIdentifier? = nil) {
        guard expected == value else {
            if reaches(value), innermost.isObject != isObject {
                setIrregular()
                fault = .twoKinds
            }
            return
        }
        expected = nil
        latestKeys = keys
        let isDictionary = keys != nil && keys == dictionaryKeys
        if isDictionary { outerBuilders.append(takeBuilder()) }
        outerContainers.append(innermost)
        innermost = Container(value: value, isObject: isObject, isDictionary: isDictionary)
        if outerContainers.count > JSONValue.defaultMaximumDepth {
            setIrregular()
            fault = .tooDeep
        }
        if isObject { builder.beginObject() } else { builder.beginArray() }
    }

    /// Whether the container of the value is open. What was opened in it is closed.
    private mutating func reaches(_ value: ValueNumber) -> Bool {
        if isIrregular { return false }
        if expected == nil {
            if innermost.value == value { return true }
            if let depth = outerContainers.lastIndex(where: { $0.value == value }) {
                while outerContainers.count > depth { close() }
                return true
            }
        }
        setIrregular()
        return false
    }

    /// Writes the name of the next member; `false` when the container cannot have one.
    mutating func name(_ name: String, in value: ValueNumber) -> Bool {
        guard reaches(value) else { return false }
        builder.name(name)
        innermost.count += 1
        if isRepeated { setIrregular() }
        return true
    }

    /// Writes a member, unless the container cannot have one.
    mutating func writeMember(_ name: String, in value: ValueNumber, _ write: (inout DirectDocument) -> Void) {
        if self.name(name, in: value) { write(&self) }
    }

    /// Writes an element, unless the container cannot have one.
    mutating func writeElement(in value: ValueNumber, _ write: (inout DirectDocument) -> Void) {
        if element(in: value) { write(&self) }
    }

    /// Whether the object may have had the name that was just written before.
    private var isRepeated: Bool {
        mutating get {
            guard let hash = builder.hashOfLastName else { return true }
            let bits = (1 as UInt64 &<< UInt64(hash), 1 as UInt64 &<< UInt64(hash >> 6))
            let isNew = innermost.filters.0 & bits.0 == 0 || innermost.filters.1 & bits.1 == 0
            innermost.filters.0 |= bits.0
            innermost.filters.1 |= bits.1
            // The names of a dictionary are compared when they are sorted; those of a large object would take too long.
            if isNew || innermost.isDictionary { return false }
            return innermost.count > Self.maximumLookBack || builder.repeatsLastName
        }
    }

    private static let maximumLookBack = 64

    /// Counts an element; `false` when the container cannot have one.
    mutating func element(in value: ValueNumber) -> Bool {
        guard reaches(value) else { return false }
        innermost.count += 1
        return true
    }

    /// How many elements a container has.
    mutating func count(of value: ValueNumber) -> Int { reaches(value) ? innermost.count : 0 }

    /// Opens a container where a container may have one, and gives it a number.
    mutating func openNested(isObject: Bool, keys: ObjectIdentifier? = nil, where isAllowed: Bool) -> ValueNumber {
        guard isAllowed else { return 0 }
        let value = expectValue()
        openContainer(of: value, isObject: isObject, keys: keys)
        return value
    }

    private mutating func close() {
        let container = innermost
        innermost = outerContainers.removeLast()
        if container.isObject { builder.endObject() } else { builder.endArray() }
        if container.isDictionary {
            let dictionary = takeBuilder().finish()
            builder = outerBuilders.removeLast()
            writeSorted(dictionary)
        }
    }

    /// Writes the members of a dictionary, which are in another order in each process.
    private mutating func writeSorted(_ dictionary: JSON) {
        let members = dictionary.members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        builder.beginObject()
        for (position, member) in members.enumerated() {
            if position > 0, members[position - 1].name.isExactly(member.name) { setIrregular() }
            builder.name(member.name)
            builder.value(member.value)
        }
        builder.endObject()
    }
}
