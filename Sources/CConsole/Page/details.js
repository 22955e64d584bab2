// One event: what became of it and why, its fields, and its JSON.

import { comparison } from "/console/compare.js"
import { read as configurationOf, shown as shownConfiguration } from "/console/configuration.js"
import { curl, expectation, submitCall } from "/console/copies.js"
import { button, copying, counted, cut, element, visible } from "/console/elements.js"
import { errors, paths, status, term, textOf } from "/console/fields.js"
import { journey } from "/console/journey.js"
import { comparing } from "/console/pasted.js"
import { rejection } from "/console/rejection.js"
import { schemaName } from "/console/schema.js"
import { sending } from "/console/sending.js"

const maximumFields = 200
const maximumText = 2000
const maximumJSON = 50_000

/**
 * Shows an event in an element, and how it differs from `compared`, if that is given. `actions` has:
 * - `close()`;
 * - `column(field)`, which makes a field a column;
 * - `filter(term)`, which adds a term to the filter;
 * - `errorEvent()`, which opens the error event about the event, and returns a promise of whether there is one;
 * - `compare(position)`, which keeps the event at a position, or none for null, to compare others with it.
 */
export function showDetails(box, received, compared, actions) {
  box.hidden = false
  box.replaceChildren(
    element("div", { className: "bar" },
      element("h2", { id: "details-title", tabIndex: -1 }, `Event ${received.position}: ${status(received)}`),
      button("Close", actions.close, { "aria-keyshortcuts": "Escape" })),
    facts(received),
    ...received.valid ? [] : [rejection(received, "Why it was rejected",
      ...received.status === "invalid" ? [openingErrorEvent(actions)] : [])],
    element("div", { className: "bar" },
      copying("Copy JSON", () => JSON.stringify(received.event, null, 2)),
      copying("Copy as curl", () => curl(received.event)),
      copying("Copy as Swift", () => submitCall(received.event)),
      copying("Copy as expectation", () => expectation(received.event)),
      compared
        ? button(`Stop comparing with event ${compared.position}`, () => actions.compare(null))
        : button("Compare with the next that I open", () => actions.compare(received.position))),
    ...compared && compared.position !== received.position ? [comparison(received, compared)] : [],
    comparing(received),
    element("h3", {}, "Fields"), fields(received, actions),
    journey(received), ...received.stream ? [streamOf(received.stream)] : [],
    element("h3", {}, "JSON"), shortened(JSON.stringify(received.event, null, 2), maximumJSON, "pre"),
    sending("Send again, edited", async () => received.event))
}

function facts(received) {
  const rows = [
    ["Received", received.receivedAt], ["Stream", received.stream ?? "none"],
    ["Schema", received.schema ? schemaName(received.schema) : "none"], ["Id", received.id ?? "none"],
    ...received.test ? [["Test", received.test]] : [],
    ...received.repeats ? [["Repeats", `${counted(received.repeats, "further arrival")} with the same id`]] : [],
  ]
  return element("dl", {}, ...rows.flatMap(([name, given]) => [element("dt", {}, name),
    element("dd", {}, typeof given === "string" ? visible(cut(given, maximumText)) : given)]))
}

/** A button that opens the error event, which the list does not show beside its invalid event. */
function openingErrorEvent(actions) {
  const answer = element("span", { role: "status" })
  return element("p", {}, button("Open its error event", async () => {
    answer.textContent = await actions.errorEvent().then(isThere => isThere ? "" : " The intake has none.",
      error => ` ${error.message}`)
  }), answer)
}

/** The configuration of a stream, which is read when it is opened. */
function streamOf(name) {
  const content = element("div", { role: "status" })
  const box = element("details", { className: "stream" },
    element("summary", {}, `Stream ${visible(cut(name, 300))}: sampling, curation, attributes`), content)
  box.addEventListener("toggle", async () => {
    if (!box.open || content.hasChildNodes()) return
    content.append("Reading …")
    const made = await configurationOf(name).then(
      found => found ? shownConfiguration(found) : "The intake has no configuration of this stream.",
      error => `It cannot be read: ${error.message}`)
    content.replaceChildren(made)
  })
  return box
}

function fields(received, actions) {
  const messages = new Map(errors(received).map(({ dataPath, message }) => [dataPath, message]))
  const rows = [...paths(received.event, maximumFields)].map(([path, value]) => {
    const text = textOf(value)
    const name = visible(cut(path, 300))
    const isShort = text.length <= 100
    const message = messages.get(`.${path}`)
    return element("tr", {}, element("th", { scope: "row" }, name),
      element("td", {}, shortened(visible(text), maximumText, "span"),
        ...message ? [element("p", { className: "finding" }, visible(cut(message, maximumText)))] : []),
      element("td", { className: "actions" },
        button("Column", () => actions.column(path), { "aria-label": `Show ${name} as a column` }),
        ...isShort ? [
          button("Only", () => actions.filter(term(path, text)), { "aria-label": `Only events with this ${name}` }),
          button("Without", () => actions.filter(`-${term(path, text)}`),
            { "aria-label": `Only events without this ${name}` }),
        ] : []))
  })
  const note = rows.length < maximumFields ? [] : [element("p", {}, `The first ${maximumFields} fields.`)]
  return element("div", { className: "fields" }, element("table", {}, element("tbody", {}, ...rows)), ...note)
}

/** A text of at most a length, with a button that shows the rest. */
function shortened(text, limit, name) {
  const shown = element(name, name === "pre" ? { tabIndex: 0, "aria-label": "The event as JSON", role: "region" } : {},
    cut(text, limit))
  if (text.length <= limit) return shown
  const all = button(`Show all ${text.length} characters`, () => {
    shown.textContent = text
    all.remove()
  })
  return element("div", {}, shown, all)
}
