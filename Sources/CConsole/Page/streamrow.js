// @ts-check
// One stream: what arrives of it beside what is configured. It is drawn anew only where something has changed, so that
// what a person has opened, selected or focused stays.

import { askForText, get, has } from "/console/api.js"
import { byMinute, draw, drawing } from "/console/bars.js"
import { findingsList, isSerious } from "/console/check.js"
import { client, picture, shownConfiguration } from "/console/configuration.js"
import { button, cut, element, redraw, visible } from "/console/elements.js"
import { parse } from "/console/json.js"
import { schemaName } from "/console/schema.js"
import { sending } from "/console/sending.js"

/**
 * @typedef {object} Actions
 * @property {(stream: string) => void} events  shows the stream's events
 * @property {(stream: string) => void} missing  looks for one of its events
 */

/** @typedef {{ text: string, rule?: string }} Note  what is to be known of the stream, such as a finding of a report */

const maximumText = 200

export class StreamRow {
  #stream
  #plot = drawing()
  /** @type {Map<string, import("./bars.js").Counts>} */
  #minutes = new Map()
  #count = 0          // the events that the plot has to have
  #plotted = -1       // those that it had when its minutes were read
  #numbers = element("p")
  #notes = element("div")
  #findings = element("div")
  #sampling = element("div")
  #configuration = element("div")
  #fields = element("div")

  /** @param {string} stream  @param {Actions} actions */
  constructor(stream, actions) {
    this.#stream = stream
    const name = visible(cut(stream, maximumText))
    this.element = element("section", { "aria-label": name, "data-stream": stream },
      element("div", { className: "bar" }, element("h3", {}, name),
        button("Show events", () => actions.events(stream), { "aria-label": `Show events of ${name}` }),
        button("Event missing?", () => actions.missing(stream), { "aria-label": `Event missing? ${name}` })),
      this.#plot, this.#numbers, this.#notes, this.#findings, this.#sampling,
      element("details", {},
        element("summary", { "aria-label": `Configuration and fields of ${name}` }, "Configuration and fields"),
        this.#configuration, this.#fields, example(stream)))
    this.drawPlot()
  }

  /**
   * Shows what is known of the stream, its configuration if it has one, and what the check finds in that.
   * @param {Arriving} found
   * @param {Configuration | undefined} configuration
   * @param {CheckFinding[]} checked
   */
  show(found, configuration, checked) {
    const { accepted, invalid, error, findings, planned, forecast, perDay } = found
    /** @type {Note[]} */
    const notes = [...planned || findings.length ? [] : [{ text: "this stream is not configured" }], ...findings]
    this.#count = accepted + invalid + error
    const isNoted = invalid + error > 0 || notes.some(note => !isUnfilled(note)) || checked.some(isSerious)
    this.element.className = isNoted ? "stream-row noted" : "stream-row"
    this.#numbers.textContent = numbers(found)
    redraw(this.#notes, notes, () => shownNotes(notes))
    redraw(this.#findings, checked, () => findingsList(checked))
    redraw(this.#sampling, [configuration, forecast, perDay], () => [
      ...configuration ? [picture(client(configuration))] : [],
      ...forecast ? [element("p", {}, expected({ forecast, perDay }))] : [],
    ])
    redraw(this.#configuration, configuration, () => configuration ? [
      ...configuration.schema_title ? [element("p", {}, "Schema: ", schemaName(configuration.schema_title))] : [],
      shownConfiguration(configuration, this.#stream),
    ] : [])
    redraw(this.#fields, [found.neverFilled, found.enums], () => fields(found))
  }

  /** Whether events have arrived that the plot does not have. */
  get isPlotOld() { return this.#plotted !== this.#count }

  async readPlot() {
    const count = this.#count
    if (count) this.#minutes = byMinute(await get("/counts/minutes", { stream: this.#stream }))
    this.#plotted = count
    this.drawPlot()
  }

  drawPlot() {
    draw(this.#plot, this.#minutes)
  }
}

/** Findings of the report. Attributes without a value are folded up: a stream with little traffic has many. */
function shownNotes(/** @type {Note[]} */ notes) {
  const words = (/** @type {Note} */ { text }) => visible(cut(text, maximumText))
  const unfilled = notes.filter(isUnfilled)
  return [
    ...notes.filter(note => !isUnfilled(note)).map(note => element("p", { className: "note" }, words(note))),
    ...unfilled.length ? [element("details", {},
      element("summary", {}, `Attributes without a value: ${unfilled.length}`),
      element("ul", {}, ...unfilled.map(note => element("li", {}, words(note)))))] : [],
  ]
}

function isUnfilled(/** @type {Note} */ { rule }) {
  return rule === "unfilled"
}

/** A form that sends the example of a stream's schema, where the intake has one. */
function example(/** @type {string} */ stream) {
  const form = sending("Send an example, edited", async () => {
    const found = parse(await askForText("/explain", { stream })).at("example", "event")
    if (!found) throw new Error("The stream has no example: is it in the served folder, and its schema?")
    return found
  })
  form.hidden = true
  // The state of the connection is shown already.
  has("/explain").then(isThere => { form.hidden = !isThere }, () => {})
  return form
}

/** The counts of a stream in words. */
export function numbers(/** @type {Counts} */ { accepted, invalid, error, perSecond }) {
  const rejected = invalid + error
  if (accepted + rejected === 0) return "no event"
  const share = rejected ? `${percent(rejected / (accepted + rejected))} rejected` : "none rejected"
  return `${accepted} accepted, ${rejected} rejected: ${share}; ${rounded(60 * perSecond)} accepted in the last minute`
}

/**
 * The forecast of a stream beside what arrives.
 * @param {{ forecast: { low: number, high: number }, perDay?: number | null }} found
 */
export function expected({ forecast, perDay }) {
  const arriving = typeof perDay === "number" ? `${rounded(perDay)} a day arrive`
    : "less than a day has been seen, too little to compare"
  return `Forecast: ${rounded(forecast.low)} to ${rounded(forecast.high)} events a day; ${arriving}.`
}

/** The fields that are never filled, and the values that were seen of those with a closed list. */
function fields(/** @type {Partial<Report>} */ { neverFilled = [], enums = [] }) {
  /** @type {(title: string, texts: string[]) => Node[]} */
  const listed = (title, texts) => texts.length ? [element("h4", {}, title),
    element("ul", {}, ...texts.map(text => element("li", {}, visible(cut(text, maximumText)))))] : []
  return [
    ...listed("Fields that no event has", neverFilled),
    ...listed("Values seen", enums.map(({ field, seen, unseen }) => {
      const counts = Object.entries(seen).map(([value, count]) => `${value} (${count})`).join(", ") || "none"
      return `${field}: ${counts}${unseen.length ? `; never ${unseen.join(", ")}` : ""}`
    })),
  ]
}

function percent(/** @type {number} */ share) {
  return share < 0.01 ? "below 1 %" : `${Math.round(share * 100)} %`
}

function rounded(/** @type {number} */ number) {
  return String(number < 10 ? Number(number.toPrecision(2)) : Math.round(number))
}
