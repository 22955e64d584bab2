// The bars of the minutes above the list. One minute can be chosen: with a click on its bar, or in a list, which also
// serves the keyboard and a screen reader.

import { get } from "/console/api.js"
import { byMinute, draw, drawing, lastHour, words } from "/console/bars.js"
import { element } from "/console/elements.js"
import { asked } from "/console/errorevents.js"
import { startOf } from "/console/feed.js"

export class Minutes {
  #text
  #drawing = drawing()
  #list
  #chosen = null
  #counts = new Map()
  #reading = null

  /** `choose(minute)` is called with a minute, such as `2026-01-31T12:00Z`, or null for all. */
  constructor(figure, text, choose) {
    this.#text = text
    this.#list = figure.querySelector("select")
    this.#list.addEventListener("change", () => choose(this.#list.value || null))
    this.#drawing.addEventListener("click", event => {
      const { left, width } = this.#drawing.getBoundingClientRect()
      const shown = lastHour()
      const minute = shown[Math.floor((event.clientX - left) / width * shown.length)]
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

  /** Reads the counts of what satisfies a filter and arrived since a time. `arrive` adds what arrives afterwards. */
  async read(q, since) {
    // The response to an earlier filter may come after the one to this.
    this.#reading?.abort()
    this.#reading = new AbortController()
    this.#counts = byMinute(await get("/counts/minutes", { q: asked(q), since }, this.#reading.signal))
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

  #draw() {
    const shown = lastHour()
    for (const minute of this.#counts.keys()) if (minute < shown[0]) this.#counts.delete(minute)
    this.#text.textContent = draw(this.#drawing, this.#counts, this.#chosen)
    this.#drawList(shown.filter(minute => this.#counts.has(minute)).reverse())
  }

  #drawList(filled) {
    // While a person chooses, the choices stay.
    if (document.activeElement === this.#list && this.#list.value === (this.#chosen ?? "")
      && this.#list.options.length > filled.length) return
    const isOld = this.#chosen !== null && !filled.includes(this.#chosen)
    const choices = (isOld ? [...filled, this.#chosen] : filled)
      .map(minute => element("option", { value: minute }, words(minute, this.#counts.get(minute))))
    this.#list.replaceChildren(element("option", { value: "" }, "every minute"), ...choices)
    this.#list.value = this.#chosen ?? ""
  }
}
