import EventSchema
import EventSupport
import Foundation
import Logging

extension BundleSetting {
    /// Every setting that a bundle may have, in the order of the documentation.
    static let all: [BundleSetting] = network + tracker + subject + session + client

    private static let network: [BundleSetting] = [
        BundleSetting("networkConfiguration.endpoint", \.endpoint, .endpoint) {
            $1.configuration.network.setEndpoint($0)
        } text: {
            $0.configuration.network.destinations.services[Destinations.analytics]?.withoutSecrets ?? "none"
        },
        BundleSetting("networkConfiguration.method", \.method, .method, sets: \.configuration.network.method),
    ]

    private static let tracker: [BundleSetting] = [
        BundleSetting("trackerConfiguration.logLevel", \.trackerConfiguration.logLevel, .name) {
            $1.configuration.logger.logLevel = $0.level
        } text: {
            "\($0.configuration.logger.logLevel)"
        },
        attributeSwitch("sessionContext", \.trackerConfiguration.sessionContext, .session),
        attributeSwitch("applicationContext", \.trackerConfiguration.applicationContext, .application),
        attributeSwitch("platformContext", \.trackerConfiguration.platformContext, .platform),
        attributeSwitch("screenContext", \.trackerConfiguration.screenContext, .screen),
        attributeSwitch("userAnonymisation", \.trackerConfiguration.userAnonymisation, .user, hiddenBy: true),
    ]

    private static func attributeSwitch(
        _ name: String, _ member: Member<Bool>, _ group: AttributeGroup, hiddenBy hidingValue: Bool = false
    ) -> BundleSetting {
        BundleSetting("trackerConfiguration.\(name)", member, .bool) { value, settings in
            if value == hidingValue { settings.hiddenGroups.insert(group) } else { settings.hiddenGroups.remove(group) }
        } text: {
            "\($0.hiddenGroups.contains(group) == hidingValue)"
        }
    }

    private static let subject: [BundleSetting] = Subject.Field.allCases.map { field in
        BundleSetting(
            "subjectConfiguration.\(field.rawValue)", \ConfigurationBundle.subjectConfiguration[field], .text
        ) {
            $1.subject[field] = $0
        } text: {
            $0.subject[field] ?? "none"
        }
    }

    private static let session: [BundleSetting] = [
        BundleSetting(
            "sessionConfiguration.backgroundTimeout", \.sessionConfiguration.backgroundTimeout, .seconds
        ) {
            $1.configuration.backgroundSessionTimeout = $0
        } text: {
            "\($0.configuration.backgroundSessionTimeout ?? $0.configuration.sessionTimeout)"
        },
        BundleSetting(
            "sessionConfiguration.foregroundTimeout", \.sessionConfiguration.foregroundTimeout, .seconds,
            sets: \.configuration.sessionTimeout),
    ]

    private static let client: [BundleSetting] = [
        BundleSetting(
            "clientConfiguration.dispatchMode", \.clientConfiguration.dispatchMode, .dispatchMode,
            sets: \.configuration.dispatchMode),
        BundleSetting(
            "clientConfiguration.bufferOption", snowplow: "emitterConfiguration.bufferOption",
            \.clientConfiguration.bufferOption, .bufferOption,
            sets: \.configuration.emitter.bufferOption),
        BundleSetting(
            "clientConfiguration.emitRange", snowplow: "emitterConfiguration.emitRange",
            \.clientConfiguration.emitRange, .count,
            sets: \.configuration.emitter.emitRange),
        BundleSetting(
            "clientConfiguration.maximumConcurrentRequests", snowplow: "emitterConfiguration.threadPoolSize",
            \.clientConfiguration.maximumConcurrentRequests, .count,
            sets: \.configuration.emitter.maximumConcurrentRequests),
        BundleSetting(
            "clientConfiguration.byteLimitGet", snowplow: "emitterConfiguration.byteLimitGet",
            \.clientConfiguration.byteLimitGet, .count,
            sets: \.configuration.emitter.byteLimitGet),
        BundleSetting(
            "clientConfiguration.byteLimitPost", snowplow: "emitterConfiguration.byteLimitPost",
            \.clientConfiguration.byteLimitPost, .count,
            sets: \.configuration.emitter.byteLimitPost),
        BundleSetting(
            "clientConfiguration.customRetryForStatusCodes", snowplow: "emitterConfiguration.customRetryForStatusCodes",
            \.clientConfiguration.customRetryForStatusCodes,
            .statusCodes
        ) {
            $1.configuration.emitter.retryPolicy.customRetryForStatusCodes = $0
        } text: { settings in
            let codes = settings.configuration.emitter.retryPolicy.customRetryForStatusCodes
            return codes.isEmpty
                ? "none" : codes.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        },
        BundleSetting(
            "clientConfiguration.maximumAttempts", \.clientConfiguration.maximumAttempts, .count,
            sets: \.configuration.emitter.retryPolicy.maximumAttempts),
        BundleSetting(
            "clientConfiguration.maximumEvents", \.clientConfiguration.maximumEvents, .count,
            sets: \.configuration.store.settings.maximumEvents),
        BundleSetting(
            "clientConfiguration.maximumBytes", \.clientConfiguration.maximumBytes, .count,
            sets: \.configuration.store.settings.maximumBytes),
        BundleSetting(
            "clientConfiguration.maximumAge", \.clientConfiguration.maximumAge, .seconds,
            sets: \.configuration.store.maximumAge),
        BundleSetting(
            "clientConfiguration.consent", \.clientConfiguration.consent, .name, sets: \.configuration.consent),
        BundleSetting(
            "clientConfiguration.streamConfigurations", \.clientConfiguration.streamConfigurations, .url
        ) {
            $1.configuration.streamConfigurations = .url($0)
        } text: {
            "\($0.configuration.streamConfigurations)"
        },
        BundleSetting("clientConfiguration.schemas", \.clientConfiguration.schemas, .url) {
            $1.configuration.validation.sources = [.repository($0)]
        } text: { settings in
            let sources = settings.configuration.validation.sources
            return sources.isEmpty ? "none" : sources.map { "\($0)" }.joined(separator: ", ")
        },
        BundleSetting("clientConfiguration.throttle", \.clientConfiguration.throttle, .throttle) {
            $1.throttles.all = $0
        } text: {
            $0.throttles.all.map { "\($0.share)" } ?? "none"
        },
        BundleSetting(
            "clientConfiguration.streamThrottles", \.clientConfiguration.streamThrottles, .streamThrottles
        ) {
            $1.throttles.streams = $0
        } text: { settings in
            let streams = settings.throttles.streams
            return streams.isEmpty
                ? "none"
                : streams.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.share)" }.joined(separator: ", ")
        },
    ]
}
