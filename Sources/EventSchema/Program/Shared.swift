/// A value behind one reference. Rules hold many arrays; handing them on by reference costs one count instead of many.
final class Shared<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
