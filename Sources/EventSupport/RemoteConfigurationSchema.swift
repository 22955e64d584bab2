/// The JSON Schema of the remote configuration document of clients, compiled in for `eventctl check`.
///
/// It is the version file of `Schemas/client/remote_configuration` without descriptions and examples; a test compares
/// the two.
package enum RemoteConfigurationSchema {
    /// The schema's URI.
    package static let uri = "/client/remote_configuration/1.1.0"

    /// The schema's JSON.
    package static let document = #"""
        {
          "title": "client/remote_configuration",
          "$id": "/client/remote_configuration/1.1.0",
          "$schema": "https://json-schema.org/draft-07/schema#",
          "type": "object",
          "additionalProperties": true,
          "required": ["$schema", "configurationVersion", "configurationBundle"],
          "properties": {
            "$schema": {
              "type": "string",
              "maxLength": 2048,
              "pattern": "com\\.snowplowanalytics\\.mobile/remote_config/jsonschema/1-"
            },
            "configurationBundle": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["namespace"],
                "properties": {
                  "clientConfiguration": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                      "bufferOption": {
                        "oneOf": [
                          {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                          {
                            "type": "string",
                            "enum": ["single", "defaultGroup", "largeGroup"]
                          }
                        ]
                      },
                      "byteLimitGet": {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                      "byteLimitPost": {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                      "consent": {"type": "string", "enum": ["granted", "pending", "declined"]},
                      "customRetryForStatusCodes": {
                        "type": "object",
                        "additionalProperties": {"type": "boolean"},
                        "propertyNames": {"maxLength": 3, "pattern": "^[1-5][0-9][0-9]$"}
                      },
                      "dispatchMode": {
                        "type": "object",
                        "additionalProperties": false,
                        "required": ["mode"],
                        "properties": {
                          "idle": {"type": "number", "maximum": 1000000000, "minimum": 0},
                          "interval": {"type": "number", "maximum": 1000000000, "minimum": 0},
                          "max": {"type": "number", "maximum": 1000000000, "minimum": 0},
                          "min": {"type": "number", "maximum": 1000000000, "minimum": 0},
                          "mode": {
                            "type": "string",
                            "enum": ["periodic", "immediate", "manual", "piggyback"]
                          }
                        }
                      },
                      "emitRange": {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                      "maximumAge": {"type": "number", "maximum": 1000000000, "minimum": 0},
                      "maximumAttempts": {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                      "maximumBytes": {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                      "maximumConcurrentRequests": {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                      "maximumEvents": {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                      "schemas": {"type": "string", "maxLength": 2048, "pattern": "^https?://"},
                      "streamConfigurations": {"type": "string", "maxLength": 2048, "pattern": "^https?://"},
                      "streamThrottles": {
                        "type": "object",
                        "additionalProperties": {
                          "type": "object",
                          "additionalProperties": false,
                          "required": ["share"],
                          "properties": {
                            "includesStored": {"type": "boolean"},
                            "share": {"type": "number", "maximum": 1, "minimum": 0}
                          }
                        }
                      },
                      "throttle": {
                        "type": "object",
                        "additionalProperties": false,
                        "required": ["share"],
                        "properties": {
                          "includesStored": {"type": "boolean"},
                          "share": {"type": "number", "maximum": 1, "minimum": 0}
                        }
                      }
                    }
                  },
                  "emitterConfiguration": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                      "bufferOption": {
                        "oneOf": [
                          {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                          {
                            "type": "string",
                            "maxLength": 32,
                            "pattern": "^([Ss]ingle|([Ss]mall|[Dd]efault|[Ll]arge|[Hh]eavy) ?[Gg]roup)$"
                          }
                        ]
                      },
                      "byteLimitGet": {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                      "byteLimitPost": {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                      "customRetryForStatusCodes": {
                        "type": "object",
                        "additionalProperties": {"type": "boolean"},
                        "propertyNames": {"maxLength": 3, "pattern": "^[1-5][0-9][0-9]$"}
                      },
                      "emitRange": {"type": "integer", "maximum": 9007199254740991, "minimum": 1},
                      "serverAnonymisation": {"type": "boolean"},
                      "threadPoolSize": {"type": "integer", "maximum": 9007199254740991, "minimum": 1}
                    }
                  },
                  "namespace": {"type": "string", "maxLength": 255, "minLength": 1},
                  "networkConfiguration": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["endpoint"],
                    "properties": {
                      "customPostPath": {"type": "string", "maxLength": 2048},
                      "endpoint": {
                        "type": "string",
                        "maxLength": 2048,
                        "pattern": "^(https?://[^/]+|[A-Za-z0-9][^:/]*(:[0-9]+)?|\\[[0-9A-Fa-f:.]+\\](:[0-9]+)?)(/|$)"
                      },
                      "method": {"type": "string", "enum": ["get", "post"]}
                    }
                  },
                  "sessionConfiguration": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                      "backgroundTimeout": {"type": "number", "maximum": 1000000000, "minimum": 0},
                      "foregroundTimeout": {"type": "number", "maximum": 1000000000, "minimum": 0}
                    }
                  },
                  "subjectConfiguration": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                      "domainUserId": {"type": "string"},
                      "ipAddress": {"type": "string"},
                      "language": {"type": "string"},
                      "networkUserId": {"type": "string"},
                      "timezone": {"type": "string"},
                      "useragent": {"type": "string"},
                      "userId": {"type": "string"}
                    }
                  },
                  "trackerConfiguration": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                      "appId": {"type": "string"},
                      "applicationContext": {"type": "boolean"},
                      "base64encoding": {"type": "boolean"},
                      "devicePlatform": {"type": "string"},
                      "diagnosticAutotracking": {"type": "boolean"},
                      "exceptionAutotracking": {"type": "boolean"},
                      "geoLocationContext": {"type": "boolean"},
                      "installAutotracking": {"type": "boolean"},
                      "lifecycleAutotracking": {"type": "boolean"},
                      "logLevel": {"type": "string", "enum": ["off", "error", "debug", "verbose"]},
                      "platformContext": {"type": "boolean"},
                      "screenContext": {"type": "boolean"},
                      "screenViewAutotracking": {"type": "boolean"},
                      "sessionContext": {"type": "boolean"},
                      "userAnonymisation": {"type": "boolean"}
                    }
                  }
                }
              },
              "maxItems": 64
            },
            "configurationVersion": {
              "type": "integer",
              "maximum": 9007199254740991,
              "minimum": -9007199254740991
            }
          },
          "definitions": {
            "throttle": {
              "type": "object",
              "additionalProperties": false,
              "required": ["share"],
              "properties": {
                "includesStored": {"type": "boolean"},
                "share": {"type": "number", "maximum": 1, "minimum": 0}
              }
            }
          }
        }
        """#
}
