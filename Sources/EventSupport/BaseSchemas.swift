/// The base schemas, compiled in so that an app validates its interactions without files and network, and that an
/// intake takes them without files.
///
/// They are the version files of `Schemas/` without descriptions and examples; a test compares them with those files.
package enum BaseSchemas {
    /// The schemas' JSON by the URI in the `$schema` of events.
    package static let documents = [
        "/analytics/product_metrics/app/base/1.3.0": appBase,
        "/analytics/product_metrics/server/base/1.0.0": serverBase,
    ]

    private static let appBase = #"""
        {
          "title": "analytics/product_metrics/app/base",
          "$id": "/analytics/product_metrics/app/base/1.3.0",
          "$schema": "https://json-schema.org/draft-07/schema#",
          "type": "object",
          "additionalProperties": false,
          "required": ["$schema","action","agent","meta"],
          "properties": {
            "$schema": {"type":"string"},
            "meta": {
              "type": "object",
              "required": ["dt","stream"],
              "properties": {
                "stream": {"type":"string","minLength":1},
                "dt": {"type":"string","format":"date-time","maxLength":128},
                "id": {"type":"string"},
                "domain": {"type":"string","minLength":1},
                "request_id": {"type":"string"},
                "uri": {"type":"string","maxLength":8192,"format":"uri-reference"}
              }
            },
            "dt": {"type":"string","format":"date-time","maxLength":128},
            "action": {"type":"string","maxLength":64},
            "action_subtype": {"type":"string","maxLength":64},
            "action_source": {"type":"string","maxLength":64},
            "action_context": {"type":"string","maxLength":8192},
            "element_id": {"type":"string","maxLength":64},
            "element_friendly_name": {"type":"string","maxLength":64},
            "funnel_name": {"type":"string","maxLength":64},
            "funnel_entry_token": {"type":"string","maxLength":80},
            "funnel_event_sequence_position": {"type":"integer","minimum":1,"maximum":9007199254740991},
            "instrument_name": {"type":"string","maxLength":255},
            "experiments": {
              "type": "object",
              "properties": {
                "enrolled": {"type":"array","items":{"type":"string","minLength":1}},
                "assigned": {"type":"object","additionalProperties":{"type":"string","minLength":1}}
              }
            },
            "agent": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "app_flavor": {"type":"string","minLength":1,"maxLength":255},
                "app_install_id": {
                  "type": "string",
                  "minLength": 36,
                  "maxLength": 36,
                  "pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"
                },
                "app_theme": {"type":"string","minLength":1,"maxLength":255},
                "app_version": {"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},
                "app_version_name": {"type":"string","minLength":1,"maxLength":255},
                "client_platform": {"type":"string","enum":["mediawiki_php","mediawiki_js","kaios","android","ios"]},
                "client_platform_family": {"type":"string","enum":["mobile_browser","desktop_browser","app"]},
                "device_family": {"type":"string","minLength":1,"maxLength":255},
                "device_language": {"type":"string","minLength":1,"maxLength":255},
                "release_status": {"type":"string","enum":["prod","dev","debug"]}
              }
            },
            "page": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "id": {"type":"integer","minimum":-1,"maximum":9007199254740991},
                "title": {"type":"string","minLength":1},
                "namespace_id": {"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},
                "namespace_name": {"type":"string","minLength":0},
                "revision_id": {"type":"integer","minimum":0,"maximum":9007199254740991},
                "wikidata_qid": {"type":"string"},
                "content_language": {"type":"string","minLength":1,"maxLength":255}
              }
            },
            "mediawiki": {"type":"object","additionalProperties":false,"properties":{"database":{"type":"string"}}},
            "performer": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "id": {"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},
                "name": {"type":"string"},
                "is_logged_in": {"type":"boolean"},
                "is_temp": {"type":"boolean"},
                "is_bot": {"type":"boolean"},
                "session_id": {"type":"string","minLength":20,"maxLength":20,"pattern":"^[0-9a-z]{20}$"},
                "pageview_id": {"type":"string","minLength":20,"maxLength":20,"pattern":"^[0-9a-z]{20}$"},
                "groups": {"type":"array","items":{"type":"string","minLength":1}},
                "registration_dt": {"type":"string","format":"date-time","maxLength":128},
                "language_primary": {"type":"string","minLength":1,"maxLength":255},
                "language_groups": {"type":"string","minLength":1,"maxLength":255}
              }
            },
            "sample": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "unit": {"type":"string","enum":["pageview","session","device"]},
                "rate": {"type":"number","minimum":0,"maximum":1}
              }
            },
            "http": {
              "type": "object",
              "properties": {
                "client_ip": {"type":"string"},
                "has_cookies": {"type":"boolean"},
                "method": {"type":"string"},
                "protocol": {"type":"string"},
                "request_headers": {"type":"object","additionalProperties":{"type":"string"}},
                "response_headers": {"type":"object","additionalProperties":{"type":"string"}},
                "status_code": {"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}
              }
            }
          }
        }
        """#

    private static let serverBase = #"""
        {
          "title": "analytics/product_metrics/server/base",
          "$id": "/analytics/product_metrics/server/base/1.0.0",
          "$schema": "https://json-schema.org/draft-07/schema#",
          "type": "object",
          "additionalProperties": false,
          "required": ["$schema","action","agent","meta"],
          "properties": {
            "$schema": {"type":"string"},
            "meta": {
              "type": "object",
              "required": ["dt","stream"],
              "properties": {
                "stream": {"type":"string","minLength":1},
                "dt": {"type":"string","format":"date-time","maxLength":128},
                "id": {"type":"string"},
                "domain": {"type":"string","minLength":1},
                "request_id": {"type":"string"},
                "uri": {"type":"string","maxLength":8192,"format":"uri-reference"}
              }
            },
            "dt": {"type":"string","format":"date-time","maxLength":128},
            "action": {"type":"string","maxLength":64},
            "action_subtype": {"type":"string","maxLength":64},
            "action_source": {"type":"string","maxLength":64},
            "action_context": {"type":"string","maxLength":8192},
            "element_id": {"type":"string","maxLength":64},
            "element_friendly_name": {"type":"string","maxLength":64},
            "funnel_name": {"type":"string","maxLength":64},
            "funnel_entry_token": {"type":"string","maxLength":80},
            "funnel_event_sequence_position": {"type":"integer","minimum":1,"maximum":9007199254740991},
            "instrument_name": {"type":"string","maxLength":255},
            "experiments": {
              "type": "object",
              "properties": {
                "enrolled": {"type":"array","items":{"type":"string","minLength":1}},
                "assigned": {"type":"object","additionalProperties":{"type":"string","minLength":1}}
              }
            },
            "agent": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "app_flavor": {"type":"string","minLength":1,"maxLength":255},
                "app_version": {"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},
                "app_version_name": {"type":"string","minLength":1,"maxLength":255},
                "client_platform": {"type":"string","enum":["swift_server","swift_command_line"]},
                "client_platform_family": {"type":"string","enum":["server","command_line"]},
                "release_status": {"type":"string","enum":["prod","dev","debug"]}
              }
            },
            "page": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "id": {"type":"integer","minimum":-1,"maximum":9007199254740991},
                "title": {"type":"string","minLength":1},
                "namespace_id": {"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},
                "namespace_name": {"type":"string","minLength":0},
                "revision_id": {"type":"integer","minimum":0,"maximum":9007199254740991},
                "wikidata_qid": {"type":"string"},
                "content_language": {"type":"string","minLength":1,"maxLength":255}
              }
            },
            "mediawiki": {"type":"object","additionalProperties":false,"properties":{"database":{"type":"string"}}},
            "performer": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "id": {"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},
                "name": {"type":"string"},
                "is_logged_in": {"type":"boolean"},
                "is_temp": {"type":"boolean"},
                "is_bot": {"type":"boolean"},
                "session_id": {"type":"string","minLength":20,"maxLength":20,"pattern":"^[0-9a-z]{20}$"},
                "pageview_id": {"type":"string","minLength":20,"maxLength":20,"pattern":"^[0-9a-z]{20}$"},
                "groups": {"type":"array","items":{"type":"string","minLength":1}},
                "registration_dt": {"type":"string","format":"date-time","maxLength":128},
                "language_primary": {"type":"string","minLength":1,"maxLength":255},
                "language_groups": {"type":"string","minLength":1,"maxLength":255}
              }
            },
            "sample": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "unit": {"type":"string","enum":["pageview","session","device"]},
                "rate": {"type":"number","minimum":0,"maximum":1}
              }
            },
            "http": {
              "type": "object",
              "properties": {
                "client_ip": {"type":"string"},
                "has_cookies": {"type":"boolean"},
                "method": {"type":"string"},
                "protocol": {"type":"string"},
                "request_headers": {"type":"object","additionalProperties":{"type":"string"}},
                "response_headers": {"type":"object","additionalProperties":{"type":"string"}},
                "status_code": {"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}
              }
            }
          }
        }
        """#
}
