// @ts-check
// Reads one event exactly, to be opened.

import { getText } from "/console/api.js"
import { parse, plain } from "/console/json.js"

/**
 * The event at a position; undefined if there is none.
 * @param {number} position
 * @param {AbortSignal} [signal]
 * @returns {Promise<Received | undefined>}
 */
export async function eventAt(position, signal) {
  const [first] = await eventsOf({ after: position - 1, limit: 1 }, signal)
  return first?.position === position ? first : undefined
}

/**
 * The events of a page of `GET /events`.
 * @param {import("/console/api.js").Parameters} parameters
 * @param {AbortSignal} [signal]
 * @returns {Promise<Received[]>}
 */
export async function eventsOf(parameters, signal) {
  return parse(await getText("/events", parameters, signal)).at("events")?.elements.map(received) ?? []
}

/**
 * A received event of a response.
 * @param {import("/console/json.js").Value} value
 * @returns {Received}
 */
export function received(value) {
  const parts = Object.fromEntries(value.members.map(([name, part]) => {
    if (name === "event") return [name, part]
    return [name, name === "context" ? readable(part) : plain(part)]
  }))
  return /** @type {Received} */ (parts)
}

/**
 * A value of JavaScript. A number that JavaScript would round or write otherwise is a text: it is only shown.
 * @param {import("/console/json.js").Value} value
 * @returns {any}
 */
function readable(value) {
  if (value.kind === "object") return Object.fromEntries(value.members.map(([name, part]) => [name, readable(part)]))
  if (value.kind === "array") return value.elements.map(readable)
  const made = plain(value)
  return value.kind === "number" && String(made) !== value.text ? value.text : made
}
