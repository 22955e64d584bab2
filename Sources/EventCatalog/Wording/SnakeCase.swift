extension String {
    /// The text in snake case: `articleTitle` is `article_title`. What a name cannot begin with is left out in front.
    package var snakeCased: String {
        var words = ""
        var wasLower = false
        for character in self {
            if character.isUppercase, wasLower { words += "_" }
            wasLower = character.isLowercase || character.isNumber
            words += character.isLetter || character.isNumber ? character.lowercased() : "_"
        }
        let name = words.drop { $0 == "_" || $0.isNumber }
        return name.isEmpty ? "name" : String(name)
    }
}
