// The numbers of accepted and rejected events a minute in the last hour, as bars. One minute of them can be chosen: with
// a click on its bar, or in a list, which also serves the keyboard and a screen reader.

import { get } from "/console/api.js"
import { element } from "/console/elements.js"
import { asked } from "/console/errorevents.js"
import { startOf } from "/console/feed.js"

const minutes = 60
const height = 40
const namespace = "http://www.w3.org/2000/svg"

export class Minutes {
  #text
  #drawing
  #list
  #chosen = null
  #counts = new Map()

  /** `choose(minute)` is called with a minute, such as `2026-01-31T12:00Z`, or null for all. */
  constructor(figure, text, choose) {
    this.#text = text
    this.#list = figure.querySelector("select")
    this.#list.addEventListener("change", () => choose(this.#list.value || null))
    this.#drawing = shape("svg", { viewBox: `0 0 ${minutes * 4} ${height}`, preserveAspectRatio: "none", role: "img" })
    this.#drawing.addEventListener("click", event => {
      const { left, width } = this.#drawing.getBoundingClientRect()
      const minute = this.#shown()[Math.floor((event.clientX - left) / width * minutes)]
      if (this.#counts.has(minute)) choose(minute === this.#chosen ? null : minute)
    })
    figure.append(this.#drawing)
    setInterval(() => this.#draw(), 10_000)
  }

  /** The minute whose events are shown; null for all. */
  set chosen(minute) {
    this.#chosen = minute
    this.#draw()
  }

  /** Reads the counts of what satisfies a filter. Those events that arrive afterwards are added by `arrive`. */
  async read(q) {
    const counts = await get("/counts/minutes", { q: asked(q) })
    this.#counts = new Map(counts.map(({ minute, accepted, rejected }) => [minute, { accepted, rejected }]))
    this.#draw()
  }

  arrive(events) {
    for (const event of events) {
      const minute = startOf(event)
      const counts = this.#counts.get(minute) ?? { accepted: 0, rejected: 0 }
      counts[event.valid ? "accepted" : "rejected"] += 1
      this.#counts.set(minute, counts)
    }
    this.#draw()
  }

  /** The minutes of the last hour. */
  #shown() {
    const now = Math.floor(Date.now() / 60_000)
    const name = back => `${new Date((now - back) * 60_000).toISOString().slice(0, 16)}Z`
    return Array.from({ length: minutes }, (_, place) => name(minutes - 1 - place))
  }

  #draw() {
    const shown = this.#shown()
    for (const minute of this.#counts.keys()) if (minute < shown[0]) this.#counts.delete(minute)
    const of = minute => this.#counts.get(minute) ?? { accepted: 0, rejected: 0 }
    const highest = Math.max(1, ...shown.map(minute => of(minute).accepted + of(minute).rejected))
    const bars = shown.flatMap((minute, place) => {
      const { accepted, rejected } = of(minute)
      const [low, high] = [accepted, rejected].map(count => count / highest * height)
      const bar = (className, y, tall) => tall > 0 ? [shape("rect", {
        class: minute === this.#chosen ? `${className} chosen` : className, x: place * 4, y, width: 3, height: tall,
      }, title(minute, accepted, rejected))] : []
      return [...bar("accepted", height - low, low), ...bar("rejected", height - low - high, high)]
    })
    this.#drawing.replaceChildren(...bars)
    const sum = part => shown.reduce((total, minute) => total + of(minute)[part], 0)
    this.#text.textContent = `${sum("accepted")} accepted, ${sum("rejected")} rejected`
    this.#drawing.setAttribute("aria-label", `${this.#text.textContent}; at most ${highest} a minute`)
    this.#drawList(shown.filter(minute => this.#counts.has(minute)).reverse())
  }

  #drawList(filled) {
    // While a person chooses, the choices stay.
    if (document.activeElement === this.#list && this.#list.value === (this.#chosen ?? "")
      && this.#list.options.length > filled.length) return
    const isOld = this.#chosen !== null && !filled.includes(this.#chosen)
    const choices = (isOld ? [...filled, this.#chosen] : filled).map(minute => {
      const { accepted = 0, rejected = 0 } = this.#counts.get(minute) ?? {}
      return element("option", { value: minute }, words(minute, accepted, rejected))
    })
    this.#list.replaceChildren(element("option", { value: "" }, "every minute"), ...choices)
    this.#list.value = this.#chosen ?? ""
  }
}

function words(minute, accepted, rejected) {
  return `${minute.slice(11, 16)} UTC: ${accepted} accepted, ${rejected} rejected`
}

function title(minute, accepted, rejected) {
  const made = shape("title", {})
  made.textContent = words(minute, accepted, rejected)
  return made
}

function shape(name, attributes, ...children) {
  const made = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.append(...children)
  return made
}
