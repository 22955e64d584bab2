import EventSchema

/// The encoder of one value of a ``DirectEncoding``.
struct DirectEncoder: Encoder {
    private let encoding: DirectEncoding
    private let value: DirectDocument.ValueNumber

    init(_ encoding: DirectEncoding, _ value: DirectDocument.ValueNumber) {
        (self.encoding, self.value) = (encoding, value)
    }

    var codingPath: [any CodingKey] { encoding.unknownPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
        encoding.document.openContainer(of: value, isObject: true, keys: ObjectIdentifier(Key.self))
        return KeyedEncodingContainer(DirectMembers<Key>(encoding: encoding, value: value))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        encoding.document.openContainer(of: value, isObject: false)
        return DirectElements(encoding: encoding, value: value)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { DirectValue(encoding: encoding, value: value) }
}

extension DirectEncoding {
    /// The path to a value. It is not kept, since nearly no type reads it.
    fileprivate var unknownPath: [any CodingKey] {
        document.setIrregular()
        return []
    }

    /// The encoder of a superclass, which may write whenever it likes.
    fileprivate var superEncoder: any Encoder {
        document.setIrregular()
        return DirectEncoder(self, 0)
    }

    fileprivate func nestedObject<Key: CodingKey>(where isAllowed: Bool) -> KeyedEncodingContainer<Key> {
        let value = document.openNested(isObject: true, keys: ObjectIdentifier(Key.self), where: isAllowed)
        return KeyedEncodingContainer(DirectMembers<Key>(encoding: self, value: value))
    }

    fileprivate func nestedArray(where isAllowed: Bool) -> any UnkeyedEncodingContainer {
        DirectElements(encoding: self, value: document.openNested(isObject: false, where: isAllowed))
    }
}

/// The methods are generic where the protocols have one for each type of integer.
private struct DirectValue: SingleValueEncodingContainer {
    let encoding: DirectEncoding
    let value: DirectDocument.ValueNumber

    var codingPath: [any CodingKey] { encoding.unknownPath }

    private func write(_ write: (inout DirectDocument) -> Void) {
        if encoding.document.begins(value) { write(&encoding.document) }
    }

    func encodeNil() { write { $0.writeNull() } }
    func encode(_ bool: Bool) { write { $0.write(bool) } }
    func encode(_ text: String) { write { $0.write(text) } }
    func encode(_ number: Double) { write { $0.write(number) } }
    func encode(_ number: Float) { write { $0.write(number) } }
    func encode(_ number: some BinaryInteger & Encodable) { write { $0.write(number) } }
    func encode(_ other: some Encodable) throws { if encoding.document.begins(value) { try encoding.encode(other) } }
}

private struct DirectMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: DirectEncoding
    let value: DirectDocument.ValueNumber

    var codingPath: [any CodingKey] { encoding.unknownPath }

    private func begins(_ key: Key) -> Bool { encoding.document.name(key.stringValue, in: value) }

    private func write(_ key: Key, _ write: (inout DirectDocument) -> Void) {
        encoding.document.writeMember(key.stringValue, in: value, write)
    }

    func encodeNil(forKey key: Key) { write(key) { $0.writeNull() } }
    func encode(_ bool: Bool, forKey key: Key) { write(key) { $0.write(bool) } }
    func encode(_ text: String, forKey key: Key) { write(key) { $0.write(text) } }
    func encode(_ number: Double, forKey key: Key) { write(key) { $0.write(number) } }
    func encode(_ number: Float, forKey key: Key) { write(key) { $0.write(number) } }
    func encode(_ number: some BinaryInteger & Encodable, forKey key: Key) { write(key) { $0.write(number) } }
    func encode(_ other: some Encodable, forKey key: Key) throws { if begins(key) { try encoding.encode(other) } }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy _: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoding.nestedObject(where: begins(key))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoding.nestedArray(where: begins(key))
    }

    func superEncoder() -> any Encoder { encoding.superEncoder }
    func superEncoder(forKey _: Key) -> any Encoder { encoding.superEncoder }
}

private struct DirectElements: UnkeyedEncodingContainer {
    let encoding: DirectEncoding
    let value: DirectDocument.ValueNumber

    var codingPath: [any CodingKey] { encoding.unknownPath }
    var count: Int { encoding.document.count(of: value) }

    private func begins() -> Bool { encoding.document.element(in: value) }

    private func write(_ write: (inout DirectDocument) -> Void) {
        encoding.document.writeElement(in: value, write)
    }

    func encodeNil() { write { $0.writeNull() } }
    func encode(_ bool: Bool) { write { $0.write(bool) } }
    func encode(_ text: String) { write { $0.write(text) } }
    func encode(_ number: Double) { write { $0.write(number) } }
    func encode(_ number: Float) { write { $0.write(number) } }
    func encode(_ number: some BinaryInteger & Encodable) { write { $0.write(number) } }
    func encode(_ other: some Encodable) throws { if begins() { try encoding.encode(other) } }

    func nestedContainer<NestedKey: CodingKey>(keyedBy _: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        encoding.nestedObject(where: begins())
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoding.nestedArray(where: begins()) }

    func superEncoder() -> any Encoder { encoding.superEncoder }
}
