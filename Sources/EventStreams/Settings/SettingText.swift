extension [String] {
    /// The path of a setting as people write it, such as `sample.rate` or `topics[1]`. A name of digits alone is taken
    /// for the number of an element.
    package var settingText: String {
        reduce("") { text, name in
            if !name.isEmpty, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return "\(text)[\(name)]" }
            return text.isEmpty ? name : "\(text).\(name)"
        }
    }
}
