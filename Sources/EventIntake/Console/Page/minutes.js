// The numbers of accepted and rejected events a minute in the last hour, as bars.

import { get } from "/console/api.js"

const minutes = 60
const height = 40
const namespace = "http://www.w3.org/2000/svg"

export class Minutes {
  #figure
  #text
  #drawing
  #counts = new Map()

  constructor(figure, text) {
    [this.#figure, this.#text] = [figure, text]
    this.#drawing = shape("svg", { viewBox: `0 0 ${minutes * 4} ${height}`, preserveAspectRatio: "none", role: "img" })
    figure.append(this.#drawing)
    setInterval(() => this.#draw(), 10_000)
  }

  /** Reads the counts of what satisfies a filter. Those events that arrive afterwards are added by `arrive`. */
  async read(q) {
    const counts = await get("/counts/minutes", { q })
    this.#counts = new Map(counts.map(({ minute, accepted, rejected }) => [minute, { accepted, rejected }]))
    this.#draw()
  }

  arrive(events) {
    for (const event of events) {
      const minute = `${event.receivedAt.slice(0, 16)}Z`
      const counts = this.#counts.get(minute) ?? { accepted: 0, rejected: 0 }
      counts[event.valid ? "accepted" : "rejected"] += 1
      this.#counts.set(minute, counts)
    }
    this.#draw()
  }

  #draw() {
    const now = Math.floor(Date.now() / 60_000)
    const name = back => `${new Date((now - back) * 60_000).toISOString().slice(0, 16)}Z`
    const shown = Array.from({ length: minutes }, (_, place) => name(minutes - 1 - place))
    for (const minute of this.#counts.keys()) if (minute < shown[0]) this.#counts.delete(minute)
    const of = minute => this.#counts.get(minute) ?? { accepted: 0, rejected: 0 }
    const highest = Math.max(1, ...shown.map(minute => of(minute).accepted + of(minute).rejected))
    const bars = shown.flatMap((minute, place) => {
      const { accepted, rejected } = of(minute)
      const [low, high] = [accepted, rejected].map(count => count / highest * height)
      const bar = (className, y, tall) => tall > 0 ? [shape("rect", {
        class: className, x: place * 4, y, width: 3, height: tall,
      }, title(minute, accepted, rejected))] : []
      return [...bar("accepted", height - low, low), ...bar("rejected", height - low - high, high)]
    })
    this.#drawing.replaceChildren(...bars)
    const sum = part => shown.reduce((total, minute) => total + of(minute)[part], 0)
    this.#text.textContent = `${sum("accepted")} accepted, ${sum("rejected")} rejected`
    this.#drawing.setAttribute("aria-label", `${this.#text.textContent}; at most ${highest} a minute`)
  }
}

function title(minute, accepted, rejected) {
  const made = shape("title", {})
  made.textContent = `${minute.slice(11, 16)} UTC: ${accepted} accepted, ${rejected} rejected`
  return made
}

function shape(name, attributes, ...children) {
  const made = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.append(...children)
  return made
}
