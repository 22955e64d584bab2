// The streams page: what arrives of each stream beside what is configured, and the clients that were seen.

import { get, has } from "/console/api.js"
import { byMinute, draw, drawing } from "/console/bars.js"
import { client, picture, shown as shownConfiguration } from "/console/configuration.js"
import { button, cut, element, visible } from "/console/elements.js"
import { term } from "/console/fields.js"

const maximumStreams = 300
const maximumPlots = 60
const maximumClients = 100
const readAtOnce = 6
const maximumText = 200

/** The streams that are configured or have events: what `GET /report` says of them, or else the counts alone. */
async function report(configurations) {
  if (await has("/report")) return await get("/report")
  const { streams } = await get("/counts")
  const names = [...new Set([...Object.keys(configurations), ...Object.keys(streams)])]
  return {
    streams: names.map(stream => ({
      stream, planned: stream in configurations, accepted: 0, invalid: 0, error: 0, ...streams[stream], findings: [],
    })),
  }
}

/** Shows the page in an element. `filter(q)` shows the events that satisfy a filter. */
export class Streams {
  #content = element("div", {})
  #problem = element("p", { role: "alert" })
  #filter
  #run = 0

  constructor(box, filter) {
    this.#filter = filter
    box.append(element("div", { className: "bar" }, element("h2", {}, "Streams"),
      button("Read again", () => this.show())), this.#problem, this.#content)
  }

  /** Reads and shows everything. */
  async show() {
    const run = ++this.#run
    try {
      const configurations = await get("/v1/stream-configs")
      const { streams } = await report(configurations)
      const clients = await has("/clients") ? (await get("/clients")).clients : null
      if (run !== this.#run) return
      this.#problem.textContent = ""
      const plots = []
      const rows = streams.slice(0, maximumStreams).map(found => this.#row(found, configurations[found.stream], plots))
      this.#content.replaceChildren(...rows, ...clients ? [this.#clients(clients)] : [])
      await this.#drawPlots(plots.slice(0, maximumPlots), run)
    } catch (error) {
      if (run === this.#run) this.#problem.textContent = error.message
    }
  }

  async #drawPlots(plots, run) {
    while (plots.length && run === this.#run) {
      await Promise.all(plots.splice(0, readAtOnce).map(async ({ stream, box }) =>
        draw(box, byMinute(await get("/counts/minutes", { stream })))))
    }
  }

  #row(found, configuration, plots) {
    const { stream, accepted, invalid, error, findings, planned } = found
    const rejected = invalid + error
    const name = visible(cut(stream, maximumText))
    const share = rejected ? `${percent(rejected / (accepted + rejected))} rejected` : "none rejected"
    const numbers = accepted + rejected ? `${accepted} accepted, ${rejected} rejected: ${share}` : "no event"
    const plot = drawing()
    plot.setAttribute("aria-label", numbers)
    if (accepted + rejected) plots.push({ stream, box: plot })
    const notes = [...planned || findings.length ? [] : [{ text: "this stream is not configured" }], ...findings]
    return element("section", { className: rejected || notes.length ? "stream-row noted" : "stream-row" },
      element("div", { className: "bar" }, element("h3", {}, name),
        button("Show events", () => this.#filter(term("stream", stream)), { "aria-label": `Show events of ${name}` })),
      plot, element("p", {}, numbers),
      ...notes.map(({ text }) => element("p", { className: "note" }, visible(cut(text, maximumText)))),
      ...configuration ? [picture(client(configuration))] : [],
      element("details", {}, element("summary", { "aria-label": `More about ${name}` }, "Configuration and fields"),
        ...configuration ? [shownConfiguration(configuration)] : [], ...fields(found)))
  }

  #clients(clients) {
    const names = ["client", "platform", "version", "last heard", "events", "missing", "duplicates", ""]
    const head = element("tr", {}, ...names.map(name => name ? element("th", { scope: "col" }, name) : element("td")))
    const rows = clients.slice(0, maximumClients).map(seen => {
      const name = visible(cut(seen.client ?? "without an id", maximumText))
      const sum = part => String(seen.streams.reduce((total, stream) => total + stream[part], 0))
      const cells = [seen.platform ?? "", seen.version ?? "", seen.last.slice(11, 19), String(seen.events),
        sum("missing"), sum("duplicates")]
      const only = [
        ...seen.client ? [["Only this client", JSON.stringify(seen.client)]] : [],
        ...seen.tests.map(tag => [`Only test ${cut(tag, 40)}`, term("test", tag)]),
      ]
      return element("tr", {}, element("th", { scope: "row" }, name),
        ...cells.map(text => element("td", {}, visible(cut(text, maximumText)))),
        element("td", {}, ...only.map(([text, q]) => button(visible(text), () => this.#filter(q),
          { "aria-label": `${visible(text)}: ${name}` }))))
    })
    return element("section", {}, element("h2", {}, "Clients"), rows.length
      ? element("div", { className: "scrolled", tabIndex: 0, role: "region", "aria-label": "Clients" },
        element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)))
      : element("p", {}, "No client was seen."))
  }
}

/** The fields that are never filled, and the values that were seen of those with a closed list. */
function fields({ neverFilled = [], enums = [] }) {
  const list = (title, texts) => texts.length ? [element("h4", {}, title),
    element("ul", {}, ...texts.map(text => element("li", {}, visible(cut(text, maximumText)))))] : []
  return [
    ...list("Fields that no event has", neverFilled),
    ...list("Values seen", enums.map(({ field, seen, unseen }) => {
      const counts = Object.entries(seen).map(([value, count]) => `${value} (${count})`).join(", ") || "none"
      return `${field}: ${counts}${unseen.length ? `; never ${unseen.join(", ")}` : ""}`
    })),
  ]
}

function percent(share) {
  return share < 0.01 ? "below 1 %" : `${Math.round(share * 100)} %`
}
