/// Whether IDNA 2008 allows a code point (RFC 5892, section 3).
enum IDNAStatus { case valid, contextual, disallowed }

/// What the Bidi rule needs of a code point.
enum Direction { case leftToRight, rightToLeft, arabicNumber, number, mark, neutral }

/// The standard library has neither scripts nor joining types nor bidirectional classes; the ranges below stand for
/// them as far as letters and digits that IDNA allows are concerned.
extension Unicode.Scalar {
    var idnaStatus: IDNAStatus {
        switch value {
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return .valid
        case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9, 0x200C, 0x200D: return .contextual
        case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return .disallowed
        case 0x2D, 0x30...0x39, 0x61...0x7A: return .valid
        // Old Hangul jamo, and marks for symbols and music.
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB, 0x20D0...0x20FF, 0x1D100...0x1D24F: return .disallowed
        default: break
        }
        let isUnstable = properties.changesWhenNFKCCaseFolded
        let isIgnorable =
            properties.isDefaultIgnorableCodePoint || properties.isWhitespace || properties.isNoncharacterCodePoint
        guard !isUnstable, !isIgnorable else { return .disallowed }
        switch properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark,
            .spacingMark:
            return .valid
        default: return .disallowed
        }
    }

    var isCombiningMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    var isVirama: Bool { properties.canonicalCombiningClass == .virama }
    var isGreek: Bool { (0x370...0x3FF).contains(value) || (0x1F00...0x1FFF).contains(value) }
    var isHebrew: Bool { (0x591...0x5F4).contains(value) || (0xFB1D...0xFB4F).contains(value) }

    var isKanaOrHan: Bool {
        switch value {
        case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF: true
        case 0x3005, 0x3007: true
        default: properties.isUnifiedIdeograph
        }
    }

    var isTransparentToJoining: Bool {
        let category = properties.generalCategory
        return category == .nonspacingMark || category == .enclosingMark
    }

    /// Letters of Arabic and Syriac that join the letter before them only.
    var joinsBackwards: Bool {
        switch value {
        case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x673, 0x675...0x677, 0x688...0x699, 0x6C0,
            0x6C3...0x6CB, 0x6CD, 0x6CF, 0x6D2, 0x6D3, 0x6D5, 0x6EE, 0x6EF, 0x710, 0x715...0x719, 0x71E, 0x728, 0x72A,
            0x72C, 0x72F:
            true
        default: false
        }
    }

    /// Letters of Arabic, Syriac, N'Ko and Mongolian that join on both sides.
    var joinsOnBothSides: Bool {
        switch value {
        case 0x620...0x64A, 0x66E...0x6D3, 0x6FA...0x6FC, 0x6FF, 0x712...0x72E, 0x74E...0x758, 0x7CA...0x7EA,
            0x1820...0x1878:
            !joinsBackwards && value != 0x621 && value != 0x674
        default: false
        }
    }

    var direction: Direction {
        if isCombiningMark, properties.generalCategory != .spacingMark { return .mark }
        switch value {
        case 0x660...0x669, 0x6DD, 0x8E2, 0x10E60...0x10E7E, 0x10D30...0x10D39: return .arabicNumber
        case 0x30...0x39, 0x6F0...0x6F9: return .number
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return .rightToLeft
        case 0x2D, 0xB7, 0x375, 0x30FB, 0x200C, 0x200D: return .neutral
        default: return .leftToRight
        }
    }
}
