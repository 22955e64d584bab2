/// The code points behind `\p{…}`: general categories and binary properties from the standard library's tables, scripts
/// from ``UnicodeScripts``.
enum UnicodeProperty {
    /// The codes of a property as ECMA-262 names it (`L`, `Letter`, `gc=Lu`, `Alphabetic`, …), or `nil` when unknown.
    ///
    /// - Complexity: the first use of a binary property walks over all code points, which takes tens of milliseconds;
    ///   that of a category does so for all of them. Later ones share what was found.
    static func codes(named name: String) -> CodeSet? {
        let parts = name.split(separator: "=", omittingEmptySubsequences: false)
        if parts.count == 2 {
            let value = String(parts[1])
            switch parts[0] {
            case "gc", "General_Category": return generalCategory(named: value)
            case "sc", "Script": return UnicodeScripts.codes(named: value, withExtensions: false)
            case "scx", "Script_Extensions": return UnicodeScripts.codes(named: value, withExtensions: true)
            default: return nil
            }
        }
        switch name {
        case "Any": return .all
        case "ASCII": return CodeSet([0...0x7F])
        case "Assigned": return generalCategory(named: "Cn")?.inverted
        default: break
        }
        return generalCategory(named: name) ?? binaryProperties[name]?()
    }

    private static func generalCategory(named name: String) -> CodeSet? { setsOfCategories[name] }

    private static let setsOfCategories = categoryNames.mapValues { categories in
        CodeSet(categories.flatMap { rangesByCategory[$0] ?? [] })
    }

    /// The code points of each general category. Surrogates are not scalars, so they are put in by hand.
    private static let rangesByCategory: [Unicode.GeneralCategory: [ClosedRange<UInt32>]] = {
        var ranges: [Unicode.GeneralCategory: [ClosedRange<UInt32>]] = [.surrogate: [0xD800...0xDFFF]]
        for code in 0...CodeSet.largestCode {
            guard let category = Unicode.Scalar(code)?.properties.generalCategory else { continue }
            extend(&ranges[category, default: []], with: code)
        }
        return ranges
    }()

    static func codes(having property: (Unicode.Scalar.Properties) -> Bool) -> CodeSet {
        var ranges: [ClosedRange<UInt32>] = []
        for code in 0...CodeSet.largestCode {
            if let scalar = Unicode.Scalar(code), property(scalar.properties) { extend(&ranges, with: code) }
        }
        return CodeSet(ranges)
    }

    private static func extend(_ ranges: inout [ClosedRange<UInt32>], with code: UInt32) {
        if let last = ranges.last, last.upperBound + 1 == code {
            ranges[ranges.count - 1] = last.lowerBound...code
        } else {
            ranges.append(code...code)
        }
    }

    private static let categoryNames: [String: [Unicode.GeneralCategory]] = {
        var names: [String: [Unicode.GeneralCategory]] = [:]
        for (aliases, categories) in categoryTable {
            for alias in aliases.split(separator: " ") { names[String(alias)] = categories }
        }
        return names
    }()

    /// Aliases of the general categories (Unicode, PropertyValueAliases).
    private static let categoryTable: [(String, [Unicode.GeneralCategory])] = [
        ("Lu Uppercase_Letter", [.uppercaseLetter]),
        ("Ll Lowercase_Letter", [.lowercaseLetter]),
        ("Lt Titlecase_Letter", [.titlecaseLetter]),
        ("LC Cased_Letter", [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]),
        ("Lm Modifier_Letter", [.modifierLetter]),
        ("Lo Other_Letter", [.otherLetter]),
        ("L Letter", [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]),
        ("Mn Nonspacing_Mark", [.nonspacingMark]),
        ("Mc Spacing_Mark", [.spacingMark]),
        ("Me Enclosing_Mark", [.enclosingMark]),
        ("M Mark Combining_Mark", [.nonspacingMark, .spacingMark, .enclosingMark]),
        ("Nd Decimal_Number digit", [.decimalNumber]),
        ("Nl Letter_Number", [.letterNumber]),
        ("No Other_Number", [.otherNumber]),
        ("N Number", [.decimalNumber, .letterNumber, .otherNumber]),
        ("Pc Connector_Punctuation", [.connectorPunctuation]),
        ("Pd Dash_Punctuation", [.dashPunctuation]),
        ("Ps Open_Punctuation", [.openPunctuation]),
        ("Pe Close_Punctuation", [.closePunctuation]),
        ("Pi Initial_Punctuation", [.initialPunctuation]),
        ("Pf Final_Punctuation", [.finalPunctuation]),
        ("Po Other_Punctuation", [.otherPunctuation]),
        (
            "P Punctuation punct",
            [
                .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                .finalPunctuation, .otherPunctuation,
            ]
        ),
        ("Sm Math_Symbol", [.mathSymbol]),
        ("Sc Currency_Symbol", [.currencySymbol]),
        ("Sk Modifier_Symbol", [.modifierSymbol]),
        ("So Other_Symbol", [.otherSymbol]),
        ("S Symbol", [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]),
        ("Zs Space_Separator", [.spaceSeparator]),
        ("Zl Line_Separator", [.lineSeparator]),
        ("Zp Paragraph_Separator", [.paragraphSeparator]),
        ("Z Separator", [.spaceSeparator, .lineSeparator, .paragraphSeparator]),
        ("Cc Control cntrl", [.control]),
        ("Cf Format", [.format]),
        ("Cs Surrogate", [.surrogate]),
        ("Co Private_Use", [.privateUse]),
        ("Cn Unassigned", [.unassigned]),
        ("C Other", [.control, .format, .surrogate, .privateUse, .unassigned]),
    ]

    private static let binaryProperties: [String: @Sendable () -> CodeSet] = {
        var properties: [String: @Sendable () -> CodeSet] = [:]
        for (aliases, property) in binaryTable {
            for alias in aliases.split(separator: " ") { properties[String(alias)] = property }
        }
        return properties
    }()

    /// Aliases of the binary properties that the standard library has (ECMA-262, table 67).
    private static let binaryTable: [(String, @Sendable () -> CodeSet)] = [
        ("ASCII_Hex_Digit AHex", { UnicodeBinaryProperty.asciiHexDigit }),
        ("Alphabetic Alpha", { UnicodeBinaryProperty.alphabetic }),
        ("Bidi_Control Bidi_C", { UnicodeBinaryProperty.bidiControl }),
        ("Bidi_Mirrored Bidi_M", { UnicodeBinaryProperty.bidiMirrored }),
        ("Case_Ignorable CI", { UnicodeBinaryProperty.caseIgnorable }),
        ("Cased", { UnicodeBinaryProperty.cased }),
        ("Changes_When_Casefolded CWCF", { UnicodeBinaryProperty.changesWhenCaseFolded }),
        ("Changes_When_Casemapped CWCM", { UnicodeBinaryProperty.changesWhenCaseMapped }),
        ("Changes_When_Lowercased CWL", { UnicodeBinaryProperty.changesWhenLowercased }),
        ("Changes_When_NFKC_Casefolded CWKCF", { UnicodeBinaryProperty.changesWhenNFKCCaseFolded }),
        ("Changes_When_Titlecased CWT", { UnicodeBinaryProperty.changesWhenTitlecased }),
        ("Changes_When_Uppercased CWU", { UnicodeBinaryProperty.changesWhenUppercased }),
        ("Dash", { UnicodeBinaryProperty.dash }),
        ("Default_Ignorable_Code_Point DI", { UnicodeBinaryProperty.defaultIgnorableCodePoint }),
        ("Deprecated Dep", { UnicodeBinaryProperty.deprecated }),
        ("Diacritic Dia", { UnicodeBinaryProperty.diacritic }),
        ("Emoji", { UnicodeBinaryProperty.emoji }),
        ("Emoji_Modifier EMod", { UnicodeBinaryProperty.emojiModifier }),
        ("Emoji_Modifier_Base EBase", { UnicodeBinaryProperty.emojiModifierBase }),
        ("Emoji_Presentation EPres", { UnicodeBinaryProperty.emojiPresentation }),
        ("Extender Ext", { UnicodeBinaryProperty.extender }),
        ("Grapheme_Base Gr_Base", { UnicodeBinaryProperty.graphemeBase }),
        ("Grapheme_Extend Gr_Ext", { UnicodeBinaryProperty.graphemeExtend }),
        ("Hex_Digit Hex", { UnicodeBinaryProperty.hexDigit }),
        ("IDS_Binary_Operator IDSB", { UnicodeBinaryProperty.idsBinaryOperator }),
        ("IDS_Trinary_Operator IDST", { UnicodeBinaryProperty.idsTrinaryOperator }),
        ("ID_Continue IDC", { UnicodeBinaryProperty.idContinue }),
        ("ID_Start IDS", { UnicodeBinaryProperty.idStart }),
        ("Ideographic Ideo", { UnicodeBinaryProperty.ideographic }),
        ("Join_Control Join_C", { UnicodeBinaryProperty.joinControl }),
        ("Logical_Order_Exception LOE", { UnicodeBinaryProperty.logicalOrderException }),
        ("Lowercase Lower", { UnicodeBinaryProperty.lowercase }),
        ("Math", { UnicodeBinaryProperty.math }),
        ("Noncharacter_Code_Point NChar", { UnicodeBinaryProperty.noncharacterCodePoint }),
        ("Pattern_Syntax Pat_Syn", { UnicodeBinaryProperty.patternSyntax }),
        ("Pattern_White_Space Pat_WS", { UnicodeBinaryProperty.patternWhitespace }),
        ("Quotation_Mark QMark", { UnicodeBinaryProperty.quotationMark }),
        ("Radical", { UnicodeBinaryProperty.radical }),
        ("Sentence_Terminal STerm", { UnicodeBinaryProperty.sentenceTerminal }),
        ("Soft_Dotted SD", { UnicodeBinaryProperty.softDotted }),
        ("Terminal_Punctuation Term", { UnicodeBinaryProperty.terminalPunctuation }),
        ("Unified_Ideograph UIdeo", { UnicodeBinaryProperty.unifiedIdeograph }),
        ("Uppercase Upper", { UnicodeBinaryProperty.uppercase }),
        ("Variation_Selector VS", { UnicodeBinaryProperty.variationSelector }),
        ("White_Space space", { UnicodeBinaryProperty.whitespace }),
        ("XID_Continue XIDC", { UnicodeBinaryProperty.xidContinue }),
        ("XID_Start XIDS", { UnicodeBinaryProperty.xidStart }),
    ]
}
