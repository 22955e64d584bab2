/// The code points behind `\p{…}`: general categories and binary properties from the standard library's tables, scripts
/// from ``UnicodeScripts``.
enum UnicodeProperty {
    /// The codes of a property as ECMA-262 names it (`L`, `Letter`, `gc=Lu`, `Alphabetic`, …), or `nil` when unknown.
    ///
    /// - Complexity: a binary property walks over all code points, which takes tens of milliseconds; categories do so
    ///   once per process.
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
        return generalCategory(named: name) ?? binaryProperties[name].map(codes(having:))
    }

    private static func generalCategory(named name: String) -> CodeSet? {
        guard let categories = categoryNames[name] else { return nil }
        return CodeSet(categories.flatMap { rangesByCategory[$0] ?? [] })
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

    private static func codes(having property: (Unicode.Scalar.Properties) -> Bool) -> CodeSet {
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

    private static let binaryProperties: [String: @Sendable (Unicode.Scalar.Properties) -> Bool] = {
        var properties: [String: @Sendable (Unicode.Scalar.Properties) -> Bool] = [:]
        for (aliases, property) in binaryTable {
            for alias in aliases.split(separator: " ") { properties[String(alias)] = property }
        }
        return properties
    }()

    /// Aliases of the binary properties that the standard library has (ECMA-262, table 67).
    private static let binaryTable: [(String, @Sendable (Unicode.Scalar.Properties) -> Bool)] = [
        ("ASCII_Hex_Digit AHex", { $0.isASCIIHexDigit }),
        ("Alphabetic Alpha", { $0.isAlphabetic }),
        ("Bidi_Control Bidi_C", { $0.isBidiControl }),
        ("Bidi_Mirrored Bidi_M", { $0.isBidiMirrored }),
        ("Case_Ignorable CI", { $0.isCaseIgnorable }),
        ("Cased", { $0.isCased }),
        ("Changes_When_Casefolded CWCF", { $0.changesWhenCaseFolded }),
        ("Changes_When_Casemapped CWCM", { $0.changesWhenCaseMapped }),
        ("Changes_When_Lowercased CWL", { $0.changesWhenLowercased }),
        ("Changes_When_NFKC_Casefolded CWKCF", { $0.changesWhenNFKCCaseFolded }),
        ("Changes_When_Titlecased CWT", { $0.changesWhenTitlecased }),
        ("Changes_When_Uppercased CWU", { $0.changesWhenUppercased }),
        ("Dash", { $0.isDash }),
        ("Default_Ignorable_Code_Point DI", { $0.isDefaultIgnorableCodePoint }),
        ("Deprecated Dep", { $0.isDeprecated }),
        ("Diacritic Dia", { $0.isDiacritic }),
        ("Emoji", { $0.isEmoji }),
        ("Emoji_Modifier EMod", { $0.isEmojiModifier }),
        ("Emoji_Modifier_Base EBase", { $0.isEmojiModifierBase }),
        ("Emoji_Presentation EPres", { $0.isEmojiPresentation }),
        ("Extender Ext", { $0.isExtender }),
        ("Grapheme_Base Gr_Base", { $0.isGraphemeBase }),
        ("Grapheme_Extend Gr_Ext", { $0.isGraphemeExtend }),
        ("Hex_Digit Hex", { $0.isHexDigit }),
        ("IDS_Binary_Operator IDSB", { $0.isIDSBinaryOperator }),
        ("IDS_Trinary_Operator IDST", { $0.isIDSTrinaryOperator }),
        ("ID_Continue IDC", { $0.isIDContinue }),
        ("ID_Start IDS", { $0.isIDStart }),
        ("Ideographic Ideo", { $0.isIdeographic }),
        ("Join_Control Join_C", { $0.isJoinControl }),
        ("Logical_Order_Exception LOE", { $0.isLogicalOrderException }),
        ("Lowercase Lower", { $0.isLowercase }),
        ("Math", { $0.isMath }),
        ("Noncharacter_Code_Point NChar", { $0.isNoncharacterCodePoint }),
        ("Pattern_Syntax Pat_Syn", { $0.isPatternSyntax }),
        ("Pattern_White_Space Pat_WS", { $0.isPatternWhitespace }),
        ("Quotation_Mark QMark", { $0.isQuotationMark }),
        ("Radical", { $0.isRadical }),
        ("Sentence_Terminal STerm", { $0.isSentenceTerminal }),
        ("Soft_Dotted SD", { $0.isSoftDotted }),
        ("Terminal_Punctuation Term", { $0.isTerminalPunctuation }),
        ("Unified_Ideograph UIdeo", { $0.isUnifiedIdeograph }),
        ("Uppercase Upper", { $0.isUppercase }),
        ("Variation_Selector VS", { $0.isVariationSelector }),
        ("White_Space space", { $0.isWhitespace }),
        ("XID_Continue XIDC", { $0.isXIDContinue }),
        ("XID_Start XIDS", { $0.isXIDStart }),
    ]
}
