/// A dictionary for few keys, which are cases of an enum: a list, sorted by raw value.
///
/// A `Dictionary` hashes the text of the raw value with each access. To search a short list takes less time.
///
/// It is `@usableFromInline` for the same reason as ``Locked``.
@usableFromInline
package struct SmallDictionary<Key: RawRepresentable<String> & Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline
    package struct Element: Sendable {
        @usableFromInline package let key: Key
        @usableFromInline package var value: Value

        @inlinable package init(key: Key, value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// The keys that have a value, sorted by raw value.
    @usableFromInline package internal(set) var elements: [Element] = []

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { elements.isEmpty }

    /// - Complexity: linear in the number of keys that have a value.
    @inlinable package subscript(key: Key) -> Value? {
        get { elements.first { $0.key == key }?.value }
        set {
            let index = elements.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): elements[index].value = value
            case (let index?, nil): elements.remove(at: index)
            case (nil, let value?):
                let previous = elements.lastIndex { $0.key.rawValue < key.rawValue }
                elements.insert(Element(key: key, value: value), at: previous.map { $0 + 1 } ?? 0)
            case (nil, nil): break
            }
        }
    }

    /// The part with the keys that pass `isIncluded`.
    @inlinable package func filter(_ isIncluded: (Key) -> Bool) -> SmallDictionary {
        var part = SmallDictionary()
        part.elements = elements.filter { isIncluded($0.key) }
        return part
    }
}

extension SmallDictionary: Equatable where Value: Equatable {}
extension SmallDictionary: Hashable where Value: Hashable {}
extension SmallDictionary.Element: Equatable where Value: Equatable {}
extension SmallDictionary.Element: Hashable where Value: Hashable {}
