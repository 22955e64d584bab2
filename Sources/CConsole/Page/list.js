// The list of received events, the newest first. Only the rows in sight are elements, and only the newest events are
// kept: the list has the same cost whatever has arrived.

import { cut, element, visible } from "/console/elements.js"
import { status, valueOf, textOf } from "/console/fields.js"

const rowHeight = 32
const beyond = 10
const maximumEvents = 5000
const maximumLength = 50_000_000
const maximumText = 200

/**
 * A list in an element. `handlers` has `open(received)`, `pause(isPaused, unseen)` and `older()`, which returns a
 * promise of older events, the newest first.
 */
export class EventList {
  #box
  #body = element("div", { className: "rows", role: "rowgroup" })
  #head = element("div", { className: "head", role: "rowgroup" })
  #handlers
  #events = []        // in the order of arrival
  #pending = []       // what has arrived while the list was stopped
  #length = 0         // of the texts of #events
  #unseen = 0
  #isStopped = false
  #elements = new Map()
  #columns = []
  #selected = null
  #isDrawing = false
  #isReadingOlder = false

  constructor(box, handlers) {
    [this.#box, this.#handlers] = [box, handlers]
    box.append(this.#head, this.#body)
    box.addEventListener("scroll", () => this.#scrolled(), { passive: true })
    box.addEventListener("click", event => this.#clicked(event.target))
    new ResizeObserver(() => this.#draw()).observe(box)
  }

  /** Shows fields as columns, beside time and status. Those of `wide` get three times the width. */
  showColumns(columns, wide) {
    this.#columns = columns
    const tracks = columns.map(field => wide.includes(field) ? "minmax(27rem, 3fr)" : "minmax(9rem, 1fr)")
    this.#box.style.setProperty("--columns", tracks.join(" "))
    this.#forgetElements()
    const names = ["time", "status", ...columns]
    this.#head.replaceChildren(element("div", { role: "row", className: "row", "aria-rowindex": "1" },
      ...names.map(name => element("span", { role: "columnheader", title: name }, visible(cut(name, maximumText))))))
    this.#box.setAttribute("aria-colcount", String(names.length))
    this.#draw()
  }

  /** Whether the list shows nothing new. It is stopped by scrolling too. */
  get isPaused() { return this.#isStopped || this.#box.scrollTop > 0 }

  /** The event that is selected; undefined without one. */
  get selected() { return this.#events[this.#index(this.#selected)] }

  /** The event that has arrived last; undefined without any. */
  get newest() { return this.#pending.at(-1) ?? this.#events.at(-1) }

  get isEmpty() { return this.#events.length + this.#pending.length === 0 }

  /** The event at a position; undefined when the list does not have it. */
  find(position) { return this.#events[this.#index(position)] ?? this.#pending.find(e => e.position === position) }

  clear() {
    [this.#events, this.#pending, this.#length, this.#unseen] = [[], [], 0, 0]
    this.#forgetElements()
    this.#report()
    this.#draw()
  }

  /** Adds events that have arrived, the oldest first. */
  arrive(events) {
    if (this.isPaused) {
      this.#pending = [...this.#pending, ...events].slice(-maximumEvents)
      this.#unseen += events.length
      this.#report()
    } else {
      this.#add(events)
    }
  }

  stop() {
    this.#isStopped = true
    this.#report()
  }

  /** Shows what has arrived meanwhile. */
  resume() {
    this.#isStopped = false
    this.#box.scrollTop = 0
    this.#add(this.#pending)
    ;[this.#pending, this.#unseen] = [[], 0]
    this.#report()
  }

  /** Selects the event that is a number of rows further down. */
  move(rows) {
    const index = this.#index(this.#selected)
    const wanted = index < 0 ? this.#events.length - 1 : index - rows
    const event = this.#events[Math.min(Math.max(wanted, 0), this.#events.length - 1)]
    if (event) this.select(event.position)
  }

  select(position) {
    this.#selected = position
    const row = this.#events.length - 1 - this.#index(position)
    if (row < this.#events.length) {
      const top = row * rowHeight
      const height = this.#box.clientHeight - this.#head.offsetHeight
      if (top < this.#box.scrollTop) this.#box.scrollTop = top
      else if (top + rowHeight > this.#box.scrollTop + height) this.#box.scrollTop = top + rowHeight - height
    }
    this.#draw()
  }

  // MARK: -

  #add(events) {
    this.#measure(events)
    this.#events.push(...events)
    let surplus = Math.max(this.#events.length - maximumEvents, 0)
    for (const event of this.#events.slice(0, surplus)) this.#length -= event.length
    while (this.#length > maximumLength && surplus < this.#events.length - 1) {
      this.#length -= this.#events[surplus++].length
    }
    this.#events.splice(0, surplus)
    this.#draw()
  }

  /** Notes the length of the text of events: what a browser holds of an event grows with it. */
  #measure(events) {
    for (const event of events) this.#length += event.length = JSON.stringify(event.event).length
  }

  /** The place of an event in the order of arrival; -1 when the list does not have it. */
  #index(position) {
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#events[middle].position < position) low = middle + 1
      else high = middle
    }
    return this.#events[low]?.position === position ? low : -1
  }

  #report() {
    this.#handlers.pause(this.isPaused, this.#unseen)
  }

  #scrolled() {
    if (!this.isPaused && this.#unseen > 0) this.resume()
    this.#report()
    this.#draw()
    this.#readOlder()
  }

  async #readOlder() {
    const isAtEnd = this.#box.scrollTop + this.#box.clientHeight > this.#box.scrollHeight - 10 * rowHeight
    if (!isAtEnd || this.#isReadingOlder || this.#events.length >= maximumEvents) return
    this.#isReadingOlder = true
    try {
      const events = await this.#handlers.older()
      this.#measure(events)
      this.#events.unshift(...events.reverse())
    } finally {
      this.#isReadingOlder = false
    }
    this.#draw()
  }

  #clicked(target) {
    const row = target.closest("[data-position]")
    const event = row && this.#events[this.#index(Number(row.dataset.position))]
    if (!event) return
    this.select(event.position)
    this.#handlers.open(event)
  }

  #forgetElements() {
    this.#elements.clear()
    this.#body.replaceChildren()
  }

  /** Draws the rows in sight before the next frame. */
  #draw() {
    if (this.#isDrawing) return
    this.#isDrawing = true
    requestAnimationFrame(() => {
      this.#isDrawing = false
      this.#drawNow()
    })
  }

  #drawNow() {
    const count = this.#events.length
    this.#body.style.height = `${count * rowHeight}px`
    this.#box.setAttribute("aria-rowcount", String(count + 1))
    const first = Math.max(Math.floor(this.#box.scrollTop / rowHeight) - beyond, 0)
    const last = Math.min(first + Math.ceil(this.#box.clientHeight / rowHeight) + 2 * beyond, count)
    const inSight = new Map()
    for (let row = first; row < last; row++) {
      const event = this.#events[count - 1 - row]
      const shown = this.#elements.get(event.position) ?? this.#row(event)
      shown.style.transform = `translateY(${row * rowHeight}px)`
      shown.setAttribute("aria-rowindex", String(row + 2))
      shown.setAttribute("aria-selected", String(event.position === this.#selected))
      inSight.set(event.position, shown)
    }
    for (const [position, shown] of this.#elements) if (!inSight.has(position)) shown.remove()
    for (const shown of inSight.values()) if (!shown.isConnected) this.#body.append(shown)
    this.#elements = inSight
    if (inSight.has(this.#selected)) this.#box.setAttribute("aria-activedescendant", `row-${this.#selected}`)
    else this.#box.removeAttribute("aria-activedescendant")
  }

  #row(received) {
    const cell = text => element("span", { role: "gridcell" }, visible(cut(text, maximumText)))
    const time = received.receivedAt.slice(11, 23)
    const columns = this.#columns.map(field => cell(textOf(valueOf(received, field))))
    return element("div", {
      role: "row", className: `row ${status(received)}`, id: `row-${received.position}`,
      "data-position": String(received.position),
    }, cell(time), cell(status(received)), ...columns)
  }
}
