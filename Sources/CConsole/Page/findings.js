// The rejected events by what the intake has found: how many, since when, and the newest of each.

import { get } from "/console/api.js"
import { asked } from "/console/errorevents.js"
import { button, counted, cut, element, replace, visible } from "/console/elements.js"
import { clock, errors, reason } from "/console/fields.js"

const pageLength = 200
const maximumEvents = 2000
const maximumGroups = 200
const shownAtOnce = 50

/** What the findings of an event are counted by: each broken rule of its schema, or else the reason. */
export function keys(received) {
  const found = errors(received).map(({ dataPath, message, schemaPath }) => ({
    place: dataPath || "the event", message: message ?? "", rule: `${received.schema}${schemaPath}`,
  }))
  if (found.length === 0) found.push({ place: received.stream ?? "no stream", message: reason(received), rule: "" })
  return [...new Map(found.map(finding => [Object.values(finding).join("\n"), finding]))]
}

/** Groups of rejected events. Events are added once each, in any order. */
export class Groups {
  #groups = new Map()

  add(received) {
    const at = received.receivedAt
    for (const [key, finding] of keys(received)) {
      const group = this.#groups.get(key)
      if (!group) {
        if (this.#groups.size >= maximumGroups) continue
        this.#groups.set(key, { ...finding, count: 1, first: at, last: at, newest: received.position })
        continue
      }
      group.count += 1
      if (at < group.first) group.first = at
      if (received.position > group.newest) [group.last, group.newest] = [at, received.position]
    }
  }

  /** The groups, the one with the newest event first. */
  get sorted() { return [...this.#groups.values()].sort((a, b) => b.newest - a.newest) }
}

/** Shows the groups in a `details` element. `open(position)` is called with the newest event of one. */
export class Findings {
  #box
  #open
  #groups = new Groups()
  #newest = 0         // the position up to which rejected events are counted
  #isPartial = false
  #reading = null
  #content = element("div", { className: "findings" })

  constructor(box, open) {
    [this.#box, this.#open] = [box, open]
    box.append(this.#content)
    box.addEventListener("toggle", () => this.#draw())
  }

  /** Reads the rejected events among those that satisfy a filter. `arrive` adds those that arrive afterwards. */
  async read(q, range) {
    this.#reading?.abort()
    this.#reading = new AbortController()
    const { signal } = this.#reading
    const groups = new Groups()
    let [before, count, newest] = [range.before ?? null, 0, 0]
    do {
      const page = await get("/events", {
        ...range, q: asked(q), valid: false, order: "newest", before, limit: pageLength,
      }, signal)
      for (const received of page.events) groups.add(received)
      newest = Math.max(newest, page.events[0]?.position ?? 0)
      count += page.events.length
      before = page.more ? page.next : null
    } while (before !== null && count < maximumEvents)
    ;[this.#groups, this.#newest, this.#isPartial] = [groups, newest, before !== null]
    this.#draw()
  }

  arrive(events) {
    const rejected = events.filter(received => !received.valid && received.position > this.#newest)
    if (rejected.length === 0) return
    for (const received of rejected) this.#groups.add(received)
    this.#newest = rejected.at(-1).position
    this.#draw()
  }

  #draw() {
    const groups = this.#groups.sorted
    const count = groups.length ? counted(groups.length, "finding") : "none"
    this.#box.querySelector("summary").textContent = `Rejected events: ${count}`
    this.#box.querySelector("summary").className = groups.length ? "active" : ""
    if (!this.#box.open) return
    const names = ["finding", "events", "first", "newest", ""]
    const head = element("tr", {}, ...names.map(name => name ? element("th", { scope: "col" }, name) : element("td")))
    const note = this.#isPartial ? [element("p", {}, `Of the newest ${maximumEvents} rejected events, and later ones.`)]
      : []
    replace(this.#content, ...note, element("table", {}, element("thead", {}, head),
      element("tbody", {}, ...groups.slice(0, shownAtOnce).map(group => this.#row(group)))))
  }

  #row({ place, message, rule, count, first, last, newest }) {
    const [shownPlace, shownMessage] = [visible(cut(place, 100)), visible(cut(message, 300))]
    return element("tr", {},
      element("th", { scope: "row" }, element("code", {}, shownPlace), ` ${shownMessage} `,
        element("small", {}, visible(cut(rule, 200)))),
      element("td", {}, String(count)), element("td", {}, clock(first)), element("td", {}, clock(last)),
      element("td", {}, button("Open", () => this.#open(newest), {
        "aria-label": `Open the newest event: ${shownPlace} ${shownMessage}`,
        "data-key": `${place}\n${message}\n${rule}`,
      })))
  }
}
