/// A dictionary for few keys, such as the cases of an enum: a list, sorted by key.
///
/// A `Dictionary` hashes the key, often a text, with each access. To search a short list takes less time.
///
/// It is `@usableFromInline` for the same reason as ``Locked``.
@usableFromInline
package struct SmallDictionary<Key: Comparable & Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline
    package struct Element: Sendable {
        @usableFromInline package let key: Key
        @usableFromInline package var value: Value

        @inlinable package init(key: Key, value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// The keys that have a value, sorted.
    @usableFromInline package internal(set) var elements: [Element] = []

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { elements.isEmpty }

    /// - Complexity: linear in the number of keys that have a value.
    @inlinable package subscript(key: Key) -> Value? {
        get { index(of: key).map { elements[$0].value } }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): elements[index] = Element(key: key, value: value)
            case (let index?, nil): elements.remove(at: index)
            case (nil, let value?):
                elements.append(Element(key: key, value: value))
                var index = elements.count - 1
                while index > 0, key < elements[index - 1].key {
                    elements.swapAt(index, index - 1)
                    index -= 1
                }
            case (nil, nil): break
            }
        }
    }

    /// A loop, since `firstIndex(where:)` copies each element that it looks at.
    @inlinable package func index(of key: Key) -> Int? {
        for index in elements.indices where elements[index].key == key { return index }
        return nil
    }

    /// Whether both share their storage, as copies do until one of them changes; both may be empty.
    @inlinable package func isIdentical(to other: SmallDictionary) -> Bool {
        elements.withUnsafeBufferPointer { own in
            other.elements.withUnsafeBufferPointer { $0.baseAddress == own.baseAddress && $0.count == own.count }
        }
    }

    /// The part with the keys that pass `isIncluded`, with room for some more.
    @inlinable package func filter(_ isIncluded: (Key) -> Bool) -> SmallDictionary {
        var part = SmallDictionary()
        part.elements.reserveCapacity(elements.count + 3)
        for element in elements where isIncluded(element.key) { part.elements.append(element) }
        return part
    }
}

extension SmallDictionary: Equatable where Value: Equatable {}
extension SmallDictionary: Hashable where Value: Hashable {}
extension SmallDictionary.Element: Equatable where Value: Equatable {}
extension SmallDictionary.Element: Hashable where Value: Hashable {}
