// The clients that were seen, and what is missing of their events.

import { button, cut, element, visible } from "/console/elements.js"
import { clock, term } from "/console/fields.js"

const maximumClients = 100
const maximumText = 200
const names = ["client", "platform", "version", "last heard", "events", "missing", "duplicates", ""]

/** Shows the clients. `filter(q)` shows the events that satisfy a filter. */
export function table(clients, filter) {
  if (clients.length === 0) return element("p", {}, "No client was seen.")
  const head = element("tr", {}, ...names.map(name => name ? element("th", { scope: "col" }, name) : element("td")))
  return element("div", { className: "scrolled", tabIndex: 0, role: "region", "aria-label": "Clients" },
    element("table", {}, element("thead", {}, head),
      element("tbody", {}, ...clients.slice(0, maximumClients).map(seen => row(seen, filter)))))
}

function row(seen, filter) {
  const name = visible(cut(seen.client ?? "without an id", maximumText))
  const cells = [seen.platform ?? "", seen.version ?? "", clock(seen.last), String(seen.events), ...gaps(seen)]
  const buttons = filters(seen).map(([text, q]) => button(visible(text), () => filter(q),
    { "aria-label": `${visible(text)}: ${name}`, "data-key": `${q} ${name}` }))
  return element("tr", {}, element("th", { scope: "row" }, name),
    ...cells.map(text => element("td", {}, visible(cut(text, maximumText)))), element("td", {}, ...buttons))
}

/** How many events are missing, and which, and how many are duplicates; empty without sequence numbers. */
export function gaps({ streams }) {
  const numbered = streams.filter(stream => "missing" in stream)
  if (numbered.length === 0) return ["", ""]
  const sum = part => numbered.reduce((total, stream) => total + stream[part], 0)
  const places = numbered.filter(({ gaps }) => gaps.length).map(({ stream, gaps }) =>
    `${stream} ${gaps.map(([first, last]) => first === last ? first : `${first}–${last}`).join(", ")}`)
  return [`${sum("missing")}${places.length ? ` (${places.join("; ")})` : ""}`, String(sum("duplicates"))]
}

/** The filters that show a client alone: by its id, and by each of its tests. */
function filters({ client, tests }) {
  return [
    ...client ? [["Only this client", JSON.stringify(client)]] : [],
    ...tests.map(tag => [`Only test ${cut(tag, 40)}`, term("test", tag)]),
  ]
}
