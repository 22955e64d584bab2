// An event as a command or as code, to be copied.

/** The properties that the client writes, or takes from the context: none of them is an argument of a call. */
const clientFields = ["$schema", "meta", "dt", "action", "agent", "page", "mediawiki", "performer", "http", "sample",
  "experiments", "test"]
/** The arguments of `InteractionData` in their order, by property. */
const interactionArguments = new Map([
  ["action_subtype", "subtype"], ["action_source", "source"], ["element_id", "elementID"],
  ["element_friendly_name", "elementFriendlyName"], ["funnel_name", "funnelName"],
  ["funnel_entry_token", "funnelEntryToken"], ["funnel_event_sequence_position", "funnelEventSequencePosition"],
])
// What a literal of Swift does not have as it is, and what would turn the direction of the text around it.
const odd = /["\\\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const defaultSchema = "/analytics/product_metrics/app/base/1.3.0"

/** A command that sends the event again. */
export function curl(event) {
  const quoted = JSON.stringify(event).replaceAll("'", "'\\''")
  return `curl -H 'Content-Type: application/json' -d '${quoted}' ${location.origin}/v1/events`
}

/** A call that submits the same interaction. */
export function submitCall(event) {
  const { action_context: context, ...fields } = ownFields(event)
  const data = []
  for (const [property, name] of interactionArguments) {
    if (property in fields) data.push(`${name}: ${literal(fields[property])}`)
    delete fields[property]
  }
  const parsed = object(context)
  if (parsed) data.push(`context: ${literal(parsed)}`)
  else if (context !== undefined) fields.action_context = context
  if (Object.keys(fields).length) data.push(`fields: ${literal(fields)}`)
  const parts = [`stream: ${literal(event.meta?.stream ?? "")}`]
  if (event.$schema !== defaultSchema) parts.push(`schema: ${literal(event.$schema ?? "")}`)
  parts.push(`action: ${literal(event.action ?? "")}`)
  if (data.length) parts.push(`interactionData: .init(${data.join(", ")})`)
  return `client.submitInteraction(\n    ${parts.join(",\n    ")})`
}

/** The expectation of a test that such an event was sent. */
export function expectation(event) {
  const properties = event.action === undefined ? ownFields(event) : { action: event.action, ...ownFields(event) }
  return `await platform.expectEvent(\n    stream: ${literal(event.meta?.stream ?? "")},\n    ${literal(properties)})`
}

function ownFields(event) {
  return Object.fromEntries(Object.entries(event).filter(([name]) => !clientFields.includes(name)))
}

/** The object whose JSON a text has; undefined for any other text. */
function object(text) {
  try {
    const value = JSON.parse(text)
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A JSON value as a literal of Swift. */
export function literal(value) {
  if (value === null) return ".null"
  if (typeof value === "string") return `"${value.replace(odd, escaped)}"`
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`
  if (typeof value !== "object") return String(value)
  const pairs = Object.entries(value).map(([name, part]) => `${literal(name)}: ${literal(part)}`)
  return pairs.length ? `[${pairs.join(", ")}]` : "[:]"
}

function escaped(character) {
  if (character === '"' || character === "\\") return `\\${character}`
  return `\\u{${character.charCodeAt(0).toString(16)}}`
}
