/// How much a value reveals about a person. The order is from `low` to `high`.
///
/// The author of a stream states it in the setting `sensitivity`; each ``ContextualAttribute`` needs at least its own
/// level. Clients and the intake are not given the setting.
public enum Sensitivity: String, Sendable, Hashable, CaseIterable {
    /// Many people share each value.
    case low
    /// The value links events to one another, shows what a person does, or narrows a group of people down to a few.
    case moderate
    /// The value identifies a person, an account or an installation for longer than a session.
    case high
}

extension Sensitivity: Comparable {
    /// Whether `left` reveals less.
    public static func < (left: Sensitivity, right: Sensitivity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .low: 0
        case .moderate: 1
        case .high: 2
        }
    }
}

extension ContextualAttribute {
    /// What a value reveals.
    enum Exposure {
        case general, device, reading, groups, languages, editCount, pageview, session, registration, account
        case installation
    }
}

extension ContextualAttribute.Exposure {
    var sensitivity: Sensitivity {
        switch self {
        case .general: .low
        case .device, .reading, .groups, .languages, .editCount, .pageview, .session: .moderate
        case .registration, .account, .installation: .high
        }
    }

    /// The reason for the level, as a sentence.
    var reason: String {
        switch self {
        case .general: "Many people share each value."
        case .device: "A rare device narrows the people down to a few."
        case .reading: "It says what a person reads."
        case .groups: "Few accounts are in some of the groups."
        case .languages: "Few people have a rare combination of languages."
        case .editCount: "The exact number is public and narrows the accounts down to a few."
        case .pageview: "It links all events of a page view."
        case .session: "It links all events of a session."
        case .registration: "The exact time is public and leads to the account."
        case .account: "It identifies an account."
        case .installation: "It identifies an installation of the app for as long as that lasts."
        }
    }
}
