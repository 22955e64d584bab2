/// The form of a stream's name, the same for streams that are checked and for those that are made.
enum StreamNameForm {
    /// What is wrong with the order of letters and signs, as the rest of a sentence; `nil` when nothing is.
    static func problem(with name: String) -> String? {
        guard let first = name.first, let last = name.last else { return nil }
        if !first.isLetter, !first.isNumber { return "does not begin with a letter or a digit" }
        if !last.isLetter, !last.isNumber { return "does not end with a letter or a digit" }
        return name.contains("..") ? "has two dots in a row" : nil
    }
}
