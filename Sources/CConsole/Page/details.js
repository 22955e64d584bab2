// @ts-check
// One event: what became of it and why, its fields, and its JSON.

import { comparison } from "/console/compare.js"
import { configurationOf, shownConfiguration } from "/console/configuration.js"
import { curl, expectation, submitCall } from "/console/copies.js"
import { button, copying, counted, cut, element, messageOf, replace, visible, visibleLines } from "/console/elements.js"
import { dataPathOf, errors, exactText, nameOf, paths, status } from "/console/fields.js"
import { fieldButton } from "/console/fieldmenu.js"
import { journey } from "/console/journey.js"
import { pretty } from "/console/json.js"
import { comparing } from "/console/pasted.js"
import { rejection } from "/console/rejection.js"
import { schemaName } from "/console/schema.js"
import { sending } from "/console/sending.js"

/** @typedef {import("/console/json.js").Path} Path */
/** @typedef {import("/console/json.js").Value} Value */

/**
 * @typedef {object} Actions
 * @property {() => void} close
 * @property {(field: string) => void} column makes a field a column
 * @property {(term: string) => void} filter adds a term to the filter
 * @property {() => Promise<boolean>} errorEvent opens the error event about the event; whether there is one
 * @property {(position: number | null) => void} compare keeps an event, or none, to compare others with it
 */

const fieldsAtOnce = 200
const maximumText = 2000
const maximumJSON = 50_000

/**
 * What an element shows: the event, and how to compare it with another one.
 * @type {WeakMap<Element, { received: Received, compare: (compared: Received | undefined) => void }>}
 */
const shown = new WeakMap()

/**
 * Shows an event in an element, and how it differs from `compared`, if that is given. What a person has opened or
 * written there stays as long as it is the same event.
 * @param {HTMLElement} box
 * @param {Received} received
 * @param {Received | undefined} compared
 * @param {Actions} actions
 */
export function showDetails(box, received, compared, actions) {
  const last = box.hidden ? undefined : shown.get(box)
  if (last?.received.position === received.position) return last.compare(compared)
  box.hidden = false
  const [choice, differences] = [element("span"), element("div")]
  /** @param {Received | undefined} compared */
  const compare = compared => {
    replace(choice, comparingButton(received, compared, actions))
    differences.replaceChildren(
      ...compared && compared.position !== received.position ? [comparison(received, compared)] : [])
  }
  shown.set(box, { received, compare })
  compare(compared)
  refill(box,
    heading(`Event ${received.position}: ${status(received)}`, actions.close),
    element("div", { className: "beside" },
      element("div", { className: "verdict" }, facts(received),
        ...received.valid ? [] : [rejection(received, "Why it was rejected",
          ...received.status === "invalid" ? [openingErrorEvent(actions)] : [])]),
      element("div", { className: "event" }, copies(received.event, choice), differences, comparing(received),
        element("h3", {}, "Fields"), fields(received, actions), element("h3", {}, "JSON"), json(received.event),
        sending("Send again, edited", async () => received.event)),
      element("div", { className: "course" }, journey(received),
        ...received.stream ? [streamOf(received.stream)] : [])))
}

/**
 * Says in an element that there is no event at a position.
 * @param {HTMLElement} box
 * @param {number} position
 * @param {() => void} close
 */
export function showMissing(box, position, close) {
  box.hidden = false
  shown.delete(box)
  refill(box, heading(`Event ${position}`, close),
    element("p", { role: "alert" }, `No event has position ${position}: it was removed, or never received.`))
}

/**
 * Replaces the content of the pane. The focus, if it was inside, stays at the same button, or goes to the title.
 * @param {HTMLElement} box
 * @param {Node[]} children
 */
function refill(box, ...children) {
  const hadFocus = box.contains(document.activeElement)
  replace(box, ...children)
  if (hadFocus && !box.contains(document.activeElement)) box.querySelector("h2")?.focus()
}

/** @param {string} text  @param {() => void} close */
function heading(text, close) {
  return element("div", { className: "bar" }, element("h2", { id: "details-title", tabIndex: -1 }, text),
    button("Close", close, { "aria-keyshortcuts": "Escape", "data-key": "close" }))
}

/** @param {Value} event  @param {Node} choice */
function copies(event, choice) {
  return element("div", { className: "bar" },
    copying("Copy JSON", () => pretty(event)),
    copying("Copy as curl", () => curl(event)),
    copying("Copy as Swift", () => submitCall(event)),
    copying("Copy as expectation", () => expectation(event)), choice)
}

/** @param {Received} received  @param {Received | undefined} compared  @param {Actions} actions */
function comparingButton(received, compared, actions) {
  const key = { "data-key": "compare" }
  return compared ? button(`Stop comparing with event ${compared.position}`, () => actions.compare(null), key)
    : button("Compare with the next that I open", () => actions.compare(received.position), key)
}

/** @param {Received} received */
function facts(received) {
  /** @type {[name: string, given: string | Node][]} */
  const rows = [
    ["Received", received.receivedAt], ["Stream", received.stream ?? "none"],
    ["Schema", received.schema ? schemaName(received.schema) : "none"], ["Id", received.id ?? "none"],
  ]
  if (received.test) rows.push(["Test", received.test])
  if (received.repeats) rows.push(["Repeats", `${counted(received.repeats, "further arrival")} with the same id`])
  return element("dl", {}, ...rows.flatMap(([name, given]) => [element("dt", {}, name),
    element("dd", {}, typeof given === "string" ? visible(cut(given, maximumText)) : given)]))
}

/**
 * A button that opens the error event, which the list does not show beside its invalid event.
 * @param {Actions} actions
 */
function openingErrorEvent(actions) {
  const answer = element("span", { role: "status" })
  return element("p", {}, button("Open its error event", async () => {
    answer.textContent = await actions.errorEvent().then(isThere => isThere ? "" : " The intake has none.",
      error => ` ${messageOf(error)}`)
  }), answer)
}

/**
 * The configuration of a stream, which is read when it is opened.
 * @param {string} name
 */
function streamOf(name) {
  const content = element("div", { role: "status" })
  const box = element("details", { className: "stream" },
    element("summary", {}, `Stream ${visible(cut(name, 300))}: sampling, curation, attributes`), content)
  box.addEventListener("toggle", async () => {
    if (!box.open || content.hasChildNodes()) return
    content.append("Reading …")
    const made = await configurationOf(name).then(
      found => found ? shownConfiguration(found, name) : "The intake has no configuration of this stream.",
      error => `It cannot be read: ${messageOf(error)}`)
    content.replaceChildren(made)
  })
  return box
}

// MARK: - The event

/** @param {Received} received  @param {Actions} actions */
function fields(received, actions) {
  const answer = element("p", { role: "status", className: "spoken" })
  const found = errors(received)
  const left = [...paths(received.event)]
  const body = element("tbody")
  const more = button("", () => add())
  const add = () => {
    body.append(...left.splice(0, fieldsAtOnce).map(([path, value]) => field(path, value, found,
      fieldButton(visible(cut(nameOf(path), 300)), path, value, actions, answer))))
    more.hidden = left.length === 0
    more.textContent = `Show ${Math.min(left.length, fieldsAtOnce)} of ${counted(left.length, "further field")}`
  }
  add()
  return element("div", { className: "fields" }, element("table", {}, body), more, answer)
}

/** @param {Path} path  @param {Value} value  @param {SchemaError[]} found  @param {HTMLElement} name */
function field(path, value, found, name) {
  const place = dataPathOf(path)
  // A list is one field: what is found of its elements is shown at it.
  const messages = found.filter(({ dataPath }) => dataPath === place && place || dataPath.startsWith(`${place}[`))
  return element("tr", {},
    element("th", { scope: "row" }, name),
    element("td", {}, text(exactText(value)),
      ...messages.map(({ message = "" }) =>
        element("p", { className: "finding" }, visible(cut(message, maximumText))))))
}

/**
 * The text of a value in one line. A long one, or one of several lines, is shown as it is on demand.
 * @param {string} text
 */
function text(text) {
  const lines = text.split("\n").length
  const begin = element("span", {}, visible(cut(text, maximumText)))
  if (text.length <= maximumText && lines === 1) return begin
  return showingAll(begin, lines > 1 ? `Show all ${lines} lines` : `Show all ${text.length} characters`, text)
}

/** @param {Value} event */
function json(event) {
  const text = pretty(event)
  const begin = element("pre", { tabIndex: 0, "aria-label": "The event as JSON", role: "region" },
    visibleLines(cut(text, maximumJSON)))
  return text.length <= maximumJSON ? begin : showingAll(begin, `Show all ${text.length} characters`, text)
}

/** @param {HTMLElement} begin  @param {string} name  @param {string} text */
function showingAll(begin, name, text) {
  const all = button(name, () => {
    begin.textContent = visibleLines(text)
    begin.classList.add("lines")
    all.remove()
    begin.tabIndex = -1
    begin.focus()
  })
  return element("div", {}, begin, all)
}
