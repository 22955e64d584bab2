import EventSchema

extension JSONNumber {
    /// The number as JavaScript formats it: rounded to a double, in the shortest text that reads back as that double.
    var javaScriptText: String { JSONNumber(double)?.uniformText ?? literal }
}
