import EventSchema
import Foundation

/// Remote configuration documents for tests.
enum RemoteDocuments {
    /// The example of the source's documentation, with an endpoint that can be used.
    static let source: JSONValue = [
        "$schema": "https://iglucentral.com/schemas/com.snowplowanalytics.mobile/remote_config/jsonschema/1-0-0",
        "configurationVersion": 1,
        "configurationBundle": [
            [
                "namespace": "testTracker1",
                "networkConfiguration": ["endpoint": "http://collector.example", "method": "get"],
                "trackerConfiguration": [
                    "appId": "app-identifier", "devicePlatform": "mob", "logLevel": "off", "sessionContext": false,
                    "applicationContext": false, "platformContext": false, "geoLocationContext": false,
                    "screenContext": false, "screenViewAutotracking": false, "lifecycleAutotracking": false,
                    "installAutotracking": false, "exceptionAutotracking": false, "diagnosticAutotracking": false,
                ],
                "subjectConfiguration": [
                    "userId": "example", "networkUserId": "example", "domainUserId": "example",
                    "useragent": "example", "ipAddress": "example", "timezone": "example", "language": "example",
                ],
                "sessionConfiguration": ["backgroundTimeout": 1800, "foregroundTimeout": 1800],
            ]
        ],
    ]

    /// A bundle with further settings.
    static func bundle(_ namespace: String, endpoint: String? = "https://intake.example", _ more: JSONObject = [:])
        -> JSONValue
    {
        var bundle: JSONObject = ["namespace": .string(namespace)]
        if let endpoint { bundle["networkConfiguration"] = ["endpoint": .string(endpoint)] }
        for (name, value) in more { bundle[name] = value }
        return .object(bundle)
    }

    /// A document.
    static func document(version: Int, _ bundles: JSONValue...) -> JSONValue {
        [
            "$schema": "http://iglucentral.com/schemas/com.snowplowanalytics.mobile/remote_config/jsonschema/1-0-0",
            "configurationVersion": .number(version), "configurationBundle": .array(bundles),
        ]
    }
}
