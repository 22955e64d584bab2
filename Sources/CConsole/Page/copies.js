// @ts-check
// An event as a command or as code, to be copied. Values are as they were sent.

import { hasToken } from "/console/api.js"
import { unseenEscaped } from "/console/elements.js"
import { isSameNumber, parse } from "/console/json.js"

/** @typedef {import("/console/json.js").Value} Value */
/** @typedef {Map<string, Value>} Members */

/** The properties that the client writes, or takes from the context: none of them is an argument of a call. */
const clientFields = ["$schema", "meta", "dt", "action", "agent", "page", "mediawiki", "performer", "http", "sample",
  "experiments", "test"]
/** The arguments of `InteractionData` in their order, by property. */
const interactionArguments = new Map([
  ["action_subtype", "subtype"], ["action_source", "source"], ["element_id", "elementID"],
  ["element_friendly_name", "elementFriendlyName"], ["funnel_name", "funnelName"],
  ["funnel_entry_token", "funnelEntryToken"], ["funnel_event_sequence_position", "funnelEventSequencePosition"],
])
const numericArgument = "funnel_event_sequence_position"
const defaultSchema = "/analytics/product_metrics/app/base/1.3.0"

/**
 * A command that sends the event again. The shell takes the token from its environment: a copy never has it.
 * @param {Value} event
 */
export function curl(event) {
  const token = hasToken() ? ' -H "Authorization: Bearer $TOKEN"' : ""
  const quoted = event.text.replaceAll("'", "'\\''")
  return `curl -H 'Content-Type: application/json'${token} -d '${quoted}' ${location.origin}/v1/events`
}

/**
 * A call that submits the same interaction.
 * @param {Value} event
 */
export function submitCall(event) {
  const fields = ownFields(event)
  /** @type {string[]} */
  const data = []
  for (const [property, name] of interactionArguments) {
    const value = fields.get(property)
    if (!value || !isArgument(property, value)) continue
    data.push(`${name}: ${literal(value)}`)
    fields.delete(property)
  }
  const context = object(fields.get("action_context")?.string)
  if (context) data.push(`context: ${literal(context)}`)
  if (context) fields.delete("action_context")
  if (fields.size) data.push(`fields: ${dictionary([...fields])}`)
  const parts = [`stream: ${string(event.at("meta", "stream")?.string ?? "")}`]
  const schema = event.at("$schema")?.string ?? ""
  if (schema !== defaultSchema) parts.push(`schema: ${string(schema)}`)
  // An action of another type, with which an event is invalid, is no argument.
  parts.push(`action: ${string(event.at("action")?.string ?? event.at("action")?.text ?? "")}`)
  if (data.length) parts.push(`interactionData: .init(${data.join(", ")})`)
  return `client.submitInteraction(\n    ${parts.join(",\n    ")})`
}

/**
 * The expectation of a test that such an event was sent.
 * @param {Value} event
 */
export function expectation(event) {
  const action = event.at("action")
  const properties = [...action ? [/** @type {const} */ (["action", action])] : [], ...ownFields(event)]
  const stream = string(event.at("meta", "stream")?.string ?? "")
  return `await platform.expectEvent(\n    stream: ${stream},\n    ${dictionary(properties)})`
}

/**
 * @param {Value} event
 * @returns {Members}
 */
function ownFields(event) {
  return new Map(event.members.filter(([name]) => !clientFields.includes(name)).map(([name, value]) => [name, value]))
}

/** @param {string} property  @param {Value} value */
function isArgument(property, value) {
  return property === numericArgument ? isInteger(value.text) : value.kind === "string"
}

/**
 * The object whose JSON a text has; undefined for any other text.
 * @param {string | undefined} text
 */
function object(text) {
  try {
    const value = parse(text ?? "")
    return value.kind === "object" ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * A value as a literal of Swift.
 * @param {Value} value
 * @returns {string}
 */
export function literal(value) {
  switch (value.kind) {
  case "null": return ".null"
  case "string": return string(value.string ?? "")
  case "number": return numberLiteral(value.text)
  case "array": return `[${value.elements.map(literal).join(", ")}]`
  case "object": return dictionary(value.members.map(([name, part]) => [name, part]))
  default: return value.text
  }
}

/** @param {(readonly [name: string, value: Value])[]} pairs */
function dictionary(pairs) {
  return pairs.length ? `[${pairs.map(([name, part]) => `${string(name)}: ${literal(part)}`).join(", ")}]` : "[:]"
}

/**
 * As a literal of Swift, a number of `JSONValue` is an `Int64` or a `Double`. One that these cannot hold, such as 1e400
 * or one of 30 digits, is made from its text: `JSONNumber` of the module EventSchema keeps that.
 * @param {string} text
 */
function numberLiteral(text) {
  const fits = isInteger(text) || !/^-?\d+$/.test(text) && isSameNumber(text, String(Number(text)))
  return fits ? text : `.number(JSONNumber(literal: "${text}")!)`
}

/** @param {string} text */
function isInteger(text) {
  return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
}

/**
 * What cannot be seen, or is no part of a literal as it is, is written as its code. Swift has no half of a surrogate
 * pair: it becomes the character that stands for what cannot be read, so that the code compiles.
 * @param {string} text
 */
function string(text) {
  const quoted = text.replace(/["\\]/g, "\\$&").replace(/\p{Cs}/gu, "\ufffd")
  return `"${unseenEscaped(quoted, code => `\\u{${code}}`)}"`
}
