// @ts-check
// The fields of a received event: those of the intake, and paths in the event itself.

import { Repeated } from "/console/json.js"

/** @typedef {import("/console/json.js").Value} Value */
/** @typedef {import("/console/json.js").Path} Path */

/** The fields that the intake knows beside the event. They are those of `q` in `GET /events`. */
export const intakeFields = ["stream", "schema", "id", "test", "status", "valid", "reason"]
// Those that a list can have in addition.
const ownNames = [...intakeFields, "time", "position"]

/**
 * accepted, invalid or error.
 * @param {Pick<Verdict, "valid" | "status">} received
 */
export function status(received) {
  return received.valid ? "accepted" : received.status ?? "error"
}

/**
 * Why an event was rejected, in words; empty for an accepted one.
 * @param {Pick<Verdict, "valid" | "context">} received
 */
export function reason(received) {
  return received.valid ? "" : received.context?.errorsText ?? received.context?.message ?? ""
}

/**
 * The findings of the intake about an invalid event.
 * @param {Pick<Verdict, "context">} received
 */
export function errors(received) {
  return received.context?.errors ?? []
}

/**
 * A value of JavaScript in words: a string without its quotation marks.
 * @param {any} value
 */
export function textOf(value) {
  if (value === undefined) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

/**
 * A value as it stands among the fields and in a filter: a string without its quotation marks, others as written.
 * @param {Value} value
 */
export function exactText(value) {
  return value.string ?? value.text
}

/**
 * The values of an event that are no objects with members, with their paths, in the order of the event. Lists are
 * values. An event that is no object, such as `null`, is one value at an empty path.
 * @param {Value} value
 * @param {Path} path
 * @returns {Generator<[path: Path, value: Value]>}
 */
export function* paths(value, path = []) {
  if (value.members.length === 0) yield [path, value]
  for (const [step, part] of steps(value)) yield* paths(part, [...path, step])
}

/**
 * The members of an object: each with its name, or with the name and its number if that has come before.
 * @param {Value} value
 * @returns {Generator<[step: string | Repeated, value: Value]>}
 */
export function* steps(value) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const [name, part] of value.members) {
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    yield [count ? new Repeated(name, count) : name, part]
  }
}

/**
 * A path in words: `page.id`, `groups[0]`. A name that has a dot or a bracket is in quotation marks.
 * @param {Path} path
 */
export function nameOf(path) {
  if (path.length === 0) return "the event"
  return path.map((step, place) => {
    if (typeof step === "number") return `[${step}]`
    const name = typeof step === "string" ? step : step.name
    const shown = /[.[\]"]|^$/.test(name) ? JSON.stringify(name) : name
    const dot = place ? "." : ""
    return dot + (typeof step === "string" ? shown : `${shown} (the ${step.count + 1}. of this name)`)
  }).join("")
}

/**
 * The field that a filter or a column has for a path; undefined if there is none: for a name with a dot, a name that
 * the object has twice, and a name at the root that the intake uses itself.
 * @param {Path} path
 */
export function fieldOf(path) {
  const names = path.filter(step => typeof step === "string" && step !== "" && !/[."]/.test(step))
  if (names.length < path.length || names.length === 0) return undefined
  return names.length === 1 && ownNames.includes(String(names[0])) ? undefined : names.join(".")
}

/**
 * A path as ajv writes it: `.page.id`, `['a-b'][0]`.
 * @param {Path} path
 */
export function dataPathOf(path) {
  return path.map(step => {
    if (typeof step === "number") return `[${step}]`
    const name = typeof step === "string" ? step : step.name
    return /^[a-z$_][a-z$_0-9]*$/i.test(name) ? `.${name}` : `['${name.replace(/['\\]/g, "\\$&")}']`
  }).join("")
}

/** A time of the intake in UTC, such as `2026-01-31 12:51:47`, or with its milliseconds. */
export function moment(/** @type {string} */ time, hasMilliseconds = false) {
  return time.slice(0, hasMilliseconds ? 23 : 19).replace("T", " ").replace("Z", "")
}

/**
 * A term of a filter for exactly this text, such as stream:app.search or action:"two words". An asterisk, which would
 * stand for any characters, and the beginning of a comparison are quoted.
 * @param {string} field
 * @param {string} text
 */
export function term(field, text) {
  const isPlain = text !== "" && !/^[<>]|[\s\u0085"\\*]/.test(text)
  return `${nameInFilter(field)}:${isPlain ? text : `"${text.replace(/["\\*]/g, "\\$&")}"`}`
}

/**
 * A term of a filter for events that have a field, whatever its value.
 * @param {string} field
 */
export function presence(field) {
  return `${nameInFilter(field)}:*`
}

/** @param {string} field */
function nameInFilter(field) {
  return /[\s:"\\-]/.test(field) ? `"${field.replace(/["\\]/g, "\\$&")}"` : field
}
