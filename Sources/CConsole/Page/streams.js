// The streams page: what arrives of each stream beside what is configured and what the check finds, as it arrives and
// is edited, and the clients that were seen. Its cost is bounded: counts are read every few seconds, plots only of
// streams in sight and a few at once.

import { get, has } from "/console/api.js"
import { byStream, list as findingsList } from "/console/check.js"
import { table as clientsTable } from "/console/clients.js"
import { element, redraw } from "/console/elements.js"
import { term } from "/console/fields.js"
import { repeat } from "/console/live.js"
import { StreamRow } from "/console/streamrow.js"

const maximumStreams = 300
const plotsAtOnce = 6

/**
 * The streams that are configured or have events, each as it is in a report, with its newest counts: those of the
 * report first, in its order.
 */
export function merged(reported, counts, configurations) {
  const known = new Map(reported.map(found => [found.stream, found]))
  const names = new Set([...known.keys(), ...Object.keys(configurations), ...Object.keys(counts)])
  return [...names].map(stream => ({
    stream, planned: Object.hasOwn(configurations, stream), accepted: 0, invalid: 0, error: 0, perSecond: 0,
    findings: [], ...known.get(stream), ...counts[stream],
  }))
}

/**
 * Shows the page in an element, with the findings of a check. `actions` has `filter(q)`, which shows the events that
 * satisfy a filter, and `missing(stream)`, which looks for an event of a stream.
 */
export class Streams {
  #findings = element("section", { "aria-label": "Findings about no single stream" })
  #list = element("div")
  #clients = element("div")
  #problem = element("p", { role: "alert" })
  #check
  #actions
  #configurations = {}
  #reported = []
  #counts = {}
  #rows = new Map()
  #inSight = new Set()
  #sight
  #readCounts
  #readReport

  constructor(box, check, actions) {
    this.#check = check
    this.#actions = { events: stream => actions.filter(term("stream", stream)), ...actions }
    box.append(element("h2", {}, "Streams"), this.#problem, this.#findings, this.#list,
      element("section", {}, element("h2", {}, "Clients"), this.#clients))
    const isShown = () => !box.hidden
    this.#readCounts = repeat(() => this.#try(() => this.#countAndPlot()), isShown)
    this.#readReport = repeat(() => this.#try(() => this.#report()), isShown)
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

  async #try(read) {
    try {
      await read()
      this.#problem.textContent = ""
    } catch (error) {
      this.#problem.textContent = error.message
    }
  }

  // MARK: - What is read

  async #countAndPlot() {
    this.#counts = (await get("/counts")).streams
    this.#draw()
    const rows = [...this.#inSight]
    for (const row of rows) row.drawPlot()
    await Promise.all(rows.filter(row => row.isPlotOld).slice(0, plotsAtOnce).map(row => row.readPlot()))
  }

  /** Reads what costs the more, the more events there are: `repeat` makes it rare then. */
  async #report() {
    this.#configurations = await get("/v1/stream-configs")
    this.#draw()
    if (await has("/report")) this.#reported = (await get("/report")).streams
    this.#draw()
    if (!await has("/clients")) return
    const { clients } = await get("/clients")
    redraw(this.#clients, clients, () => [clientsTable(clients, this.#actions.filter)])
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
      row.show(found, this.#configurations[found.stream], findings.get(found.stream) ?? [])
      // An element that is inserted again loses the focus.
      if (children[place] !== row.element) this.#list.insertBefore(row.element, children[place] ?? null)
    }
    while (children.length > streams.length) this.#list.lastChild.remove()
  }

  #row(stream) {
    if (!this.#rows.has(stream)) {
      const row = new StreamRow(stream, this.#actions)
      this.#rows.set(stream, row)
      this.#sight.observe(row.element)
    }
    return this.#rows.get(stream)
  }

  #seen(changes) {
    for (const { target, isIntersecting } of changes) {
      const row = this.#rows.get(target.dataset.stream)
      if (isIntersecting) this.#inSight.add(row)
      else this.#inSight.delete(row)
    }
    if ([...this.#inSight].some(row => row.isPlotOld)) this.#readCounts()
  }
}
