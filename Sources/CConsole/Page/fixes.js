// @ts-check
// What to change so that a finding goes away, in words. The findings are the intake's; this only reads them.

import { textOf } from "/console/fields.js"

/** @type {Record<string, string>} */
const limits = {
  maxLength: "characters at most", minLength: "characters at least", maxItems: "elements at most",
  minItems: "elements at least", maxProperties: "properties at most", minProperties: "properties at least",
}
/** @type {Record<string, string>} */
const formats = {
  "date-time": "2026-01-31T12:00:00Z", "uri-reference": "/a/path", uri: "https://example.org/", email: "a@example.org",
}

/**
 * The fix of a finding of ajv; undefined where its message says all there is.
 * @param {SchemaError} error
 */
export function fix({ keyword, dataPath, params = {} }) {
  const field = dataPath ? dataPath.replace(/^\./, "") : "the event"
  switch (keyword) {
  case "required": return `Add ${params.missingProperty} to ${field}.`
  case "additionalProperties":
    return `Remove ${params.additionalProperty} from ${field}, correct its name, or declare it in a new version of the `
      + "schema."
  case "type": return `Give ${field} a value of type ${params.type}.`
  case "enum": return `Give ${field} one of: ${(params.allowedValues ?? []).map(textOf).join(", ")}.`
  case "const": return `Give ${field} the value ${textOf(params.allowedValue)}.`
  case "format": {
    const example = Object.hasOwn(formats, params.format) ? `, such as ${formats[params.format]}` : ""
    return `Write ${field} as ${params.format}${example}.`
  }
  case "pattern": return `Write ${field} so that it matches ${params.pattern}.`
  case "minimum": case "maximum": case "exclusiveMinimum": case "exclusiveMaximum":
    return `Give ${field} a number ${params.comparison} ${params.limit}.`
  default:
    return keyword && Object.hasOwn(limits, keyword) ? `Give ${field} ${params.limit} ${limits[keyword]}.` : undefined
  }
}

/**
 * The fix of a rejection that is no finding about the schema, by the intake's message.
 * @param {Partial<Pick<Verdict, "stream" | "schema">>} received
 * @param {string} message
 */
export function fixOfReason({ stream, schema }, message) {
  if (/is not configured/.test(message)) {
    return `Correct meta.stream, or declare ${stream} in a file of the streams' folder: an edit is live within a `
      + "second."
  }
  if (/There is no schema/.test(message)) return `Correct $schema, or add ${schema} to the schemas' folder.`
  return undefined
}
