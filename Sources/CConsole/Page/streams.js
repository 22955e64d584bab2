// @ts-check
// The streams page: what arrives of each stream beside what is configured and what the check finds, as it arrives and
// is edited, and the clients that were seen. Its cost is bounded: counts are read every few seconds, plots only of
// streams in sight and a few at once.

import { get, has } from "/console/api.js"
import { byStream, findingsList } from "/console/check.js"
import { clientsTable } from "/console/clients.js"
import { element, messageOf, redraw } from "/console/elements.js"
import { term } from "/console/fields.js"
import { own } from "/console/foreign.js"
import { repeat } from "/console/live.js"
import { StreamRow } from "/console/streamrow.js"

const maximumStreams = 300
const plotsAtOnce = 6

/**
 * The streams that are configured or have events, each as it is in a report, with its newest counts: those of the
 * report first, in its order.
 * @param {Report[]} reported
 * @param {Record<string, Counts>} counts
 * @param {Record<string, Configuration>} configurations
 * @returns {Arriving[]}
 */
export function merged(reported, counts, configurations) {
  const known = new Map(reported.map(found => [found.stream, found]))
  const names = new Set([...known.keys(), ...Object.keys(configurations), ...Object.keys(counts)])
  return [...names].map(stream => ({
    stream, planned: Object.hasOwn(configurations, stream), accepted: 0, invalid: 0, error: 0, perSecond: 0,
    findings: [], ...known.get(stream), ...own(counts, stream),
  }))
}

/**
 * @typedef {object} Actions
 * @property {(q: string) => void} filter  shows the events that satisfy a filter
 * @property {(stream: string) => void} missing  looks for an event of a stream
 */

/** Shows the page in an element, with the findings of a check. */
export class Streams {
  #findings = element("section", { "aria-label": "Findings about no single stream" })
  #list = element("div")
  #clients = element("div")
  #problem = element("p", { role: "alert" })
  #check
  #actions
  /** @type {Record<string, Configuration>} */
  #configurations = {}
  /** @type {Report[]} */
  #reported = []
  #read = ""
  /** @type {Record<string, Counts>} */
  #counts = {}
  /** @type {Map<string, StreamRow>} */
  #rows = new Map()
  /** @type {Set<StreamRow>} */
  #inSight = new Set()
  #sight
  #readCounts
  #readReport

  /**
   * @param {HTMLElement} box
   * @param {import("./check.js").Check} check
   * @param {Actions} actions
   */
  constructor(box, check, actions) {
    this.#check = check
    this.#actions = { events: (/** @type {string} */ stream) => actions.filter(term("stream", stream)), ...actions }
    box.append(element("h2", {}, "Streams"), this.#problem, this.#findings, this.#list,
      element("section", {}, element("h2", {}, "Clients"), this.#clients))
    const isShown = () => !box.hidden
    this.#readCounts = repeat(() => this.#try(() => this.#countAndPlot()), { isWanted: isShown, longest: 4000 })
    this.#readReport = repeat(() => this.#try(() => this.#report()), { isWanted: isShown, longest: 10_000 })
    this.#sight = new IntersectionObserver(changes => this.#seen(changes))
  }

  /** Reads everything at once, instead of a few seconds later. */
  show() {
    this.#readReport()
    this.#readCounts()
  }

  /** Shows that the check has found something else, and reads the streams that were edited. */
  checked() {
    this.#draw()
    this.#readReport()
  }

  /** Whether anything has changed. */
  async #try(/** @type {() => Promise<boolean>} */ read) {
    try {
      const isNew = await read()
      this.#problem.textContent = ""
      return isNew
    } catch (error) {
      this.#problem.textContent = messageOf(error)
      return false
    }
  }

  // MARK: - What is read

  async #countAndPlot() {
    const { streams } = await get("/counts")
    const isNew = JSON.stringify(streams) !== JSON.stringify(this.#counts)
    this.#counts = streams
    this.#draw()
    const rows = [...this.#inSight]
    for (const row of rows) row.drawPlot()
    await Promise.all(rows.filter(row => row.isPlotOld).slice(0, plotsAtOnce).map(row => row.readPlot()))
    return isNew
  }

  /** Reads what costs the more, the more events there are: `repeat` makes it rare then. */
  async #report() {
    const last = this.#read
    this.#configurations = await get("/v1/stream-configs")
    this.#draw()
    if (await has("/report")) this.#reported = (await get("/report")).streams
    this.#draw()
    const seen = await has("/clients") ? await get("/clients") : null
    if (seen) redraw(this.#clients, seen, () => [clientsTable(seen, this.#actions.filter)])
    this.#read = JSON.stringify([this.#configurations, this.#reported, seen])
    return this.#read !== last
  }

  // MARK: - What is shown

  #draw() {
    const streams = merged(this.#reported, this.#counts, this.#configurations).slice(0, maximumStreams)
    const findings = byStream(this.#check.findings, new Set(streams.map(({ stream }) => stream)))
    const others = findings.get(null) ?? []
    redraw(this.#findings, others, () => findingsList(others))
    const { children } = this.#list
    for (const [place, found] of streams.entries()) {
      const row = this.#row(found.stream)
      row.show(found, own(this.#configurations, found.stream), findings.get(found.stream) ?? [])
      // An element that is inserted again loses the focus.
      if (children[place] !== row.element) this.#list.insertBefore(row.element, children[place] ?? null)
    }
    while (children.length > streams.length) this.#list.lastChild?.remove()
  }

  #row(/** @type {string} */ stream) {
    const known = this.#rows.get(stream)
    if (known) return known
    const row = new StreamRow(stream, this.#actions)
    this.#rows.set(stream, row)
    this.#sight.observe(row.element)
    return row
  }

  #seen(/** @type {IntersectionObserverEntry[]} */ changes) {
    for (const { target, isIntersecting } of changes) {
      const row = this.#rows.get(target.getAttribute("data-stream") ?? "")
      if (row && isIntersecting) this.#inSight.add(row)
      else if (row) this.#inSight.delete(row)
    }
    if ([...this.#inSight].some(row => row.isPlotOld)) this.#readCounts()
  }
}
