// @ts-check
// The clients that were seen, what is missing of their events, and what they count themselves.

import { button, cut, element, visible } from "/console/elements.js"
import { moment, term } from "/console/fields.js"
import { inWords, reportOf } from "/console/ledger.js"

const maximumClients = 100
const maximumText = 200
const names = ["client", "platform", "version", "last heard", "events", "missing", "duplicates",
  "its ledger, before its latest request", ""]

/**
 * Shows the clients. `filter(q)` shows the events that satisfy a filter.
 * @param {Clients} found
 * @param {(q: string) => void} filter
 */
export function clientsTable(found, filter) {
  const clients = withSilent(found)
  if (clients.length === 0) return element("p", {}, "No client was seen.")
  const head = element("tr", {}, ...names.map(name => name ? element("th", { scope: "col" }, name) : element("td")))
  return element("div", { className: "scrolled", tabIndex: 0, role: "region", "aria-label": "Clients" },
    element("table", {}, element("thead", {}, head),
      element("tbody", {}, ...clients.slice(0, maximumClients).map(seen =>
        row(seen, reportOf(found.ledgers, seen.client), filter)))))
}

/**
 * The clients, and those of which the intake holds no event, but a report.
 * @returns {Client[]}
 */
export function withSilent(/** @type {Clients} */ { clients, ledgers }) {
  const silent = ledgers.filter(({ ids }) => !clients.some(({ client }) => client !== null && ids.includes(client)))
  return [...clients, ...silent.map(({ ids, time }) =>
    ({ client: ids[0], platform: null, version: null, tests: [], events: 0, last: time, streams: [] }))]
}

/** @param {Client} seen  @param {Reported | undefined} report  @param {(q: string) => void} filter */
function row(seen, report, filter) {
  const name = visible(cut(seen.client ?? "without an id", maximumText))
  const heard = `${moment(seen.last)} UTC`
  const cells = [seen.platform ?? "", seen.version ?? "", heard, String(seen.events), ...gaps(seen),
    report ? `${moment(report.time)} UTC by its clock: ${inWords(report.ledger)}` : ""]
  const buttons = filters(seen).map(([text, q]) => button(visible(text), () => filter(q),
    { "aria-label": `${visible(text)}: ${name}`, "data-key": `${q} ${name}` }))
  return element("tr", {}, element("th", { scope: "row" }, name),
    ...cells.map(text => element("td", {}, visible(cut(text, maximumText)))), element("td", {}, ...buttons))
}

/** How many events are missing, and which, and how many are duplicates; empty without sequence numbers. */
export function gaps(/** @type {Pick<Client, "streams">} */ { streams }) {
  const numbered = streams.filter(stream => "missing" in stream)
  if (numbered.length === 0) return ["", ""]
  /** @type {(part: "missing" | "duplicates") => number} */
  const sum = part => numbered.reduce((total, stream) => total + (stream[part] ?? 0), 0)
  const places = numbered.filter(({ gaps }) => gaps?.length).map(({ stream, gaps = [] }) =>
    `${stream} ${gaps.map(([first, last]) => first === last ? first : `${first}–${last}`).join(", ")}`)
  return [`${sum("missing")}${places.length ? ` (${places.join("; ")})` : ""}`, String(sum("duplicates"))]
}

/** The filters that show a client alone: by its id, and by each of its tests. */
function filters(/** @type {Client} */ { client, tests }) {
  return [
    ...client ? [["Only this client", JSON.stringify(client)]] : [],
    ...tests.map(tag => [`Only test ${cut(tag, 40)}`, term("test", tag)]),
  ]
}
