// @ts-check
// The list of received events, the newest first: a view of what has arrived. Only the rows in sight are elements. It
// holds still while a person scrolls, aims or presses, so that a click opens what was under it.

import { cut, element, visible } from "/console/elements.js"
import { moment, status } from "/console/fields.js"

/** @typedef {Summary | { mark: string }} Entry  a row, or what is said between two rows */

const rowHeight = 34
const beyond = 8
const maximumText = 200
// Whoever aims at a row has moved the pointer a moment ago.
const aiming = 1000
const page = 10
/** @type {Record<string, string>} */
const kinds = { accepted: "accepted events", rejected: "rejected events", errorEvents: "error events of the intake" }

/**
 * A list in an element, of what has arrived. `handlers` has `open(row)`, and `pause(isPaused)`, which is called if the
 * list stops following, or follows again.
 */
export class EventList {
  #box
  #arrived
  #handlers
  #body = element("div", { className: "rows", role: "rowgroup" })
  /** @type {Entry[]} */
  #entries = []
  /** @type {string[]} */
  #columns = []
  /** @type {Map<Entry, HTMLElement>} */
  #elements = new Map()
  /** @type {number | null} */
  #selected = null
  /** What is at the top of the window of the list, and how far above it begins. */
  #anchor = { entry: /** @type {Entry | undefined} */ (undefined), offset: 0 }
  #isStopped = false
  #isAiming = 0
  /**
   * The position of the row on which the pointer went down.
   * @type {number | null}
   */
  #pressed = null
  #isDrawing = false
  #wasAway = false

  /**
   * @param {HTMLElement} box
   * @param {HTMLElement} head
   * @param {import("./arrived.js").Arrived} arrived
   * @param {{ open(row: Summary): void, pause(isPaused: boolean): void }} handlers
   */
  constructor(box, head, arrived, handlers) {
    this.#box = box
    this.#arrived = arrived
    this.#handlers = handlers
    box.append(head, this.#body)
    box.addEventListener("scroll", () => this.#scrolled(), { passive: true })
    this.#listenToPointer()
    new ResizeObserver(() => this.#draw()).observe(box)
    arrived.watch({ begin: () => this.#begin(), rows: () => this.#changed() })
  }

  /** Shows the texts of fields as columns, beside time and status. */
  showColumns(/** @type {string[]} */ columns) {
    this.#columns = columns
    this.#box.setAttribute("aria-colcount", String(columns.length + 2))
    this.#forgetElements()
    this.#draw()
  }

  /** Whether the list shows nothing new: it was stopped, or scrolled. */
  get isPaused() { return this.#isStopped || this.#box.scrollTop > 0 || this.#arrived.isAway }

  /** The row that is selected; undefined without one. */
  get selected() { return this.#selected === null ? undefined : this.#arrived.find(this.#selected) }

  stop() {
    this.#isStopped = true
    this.#hold()
  }

  /** Follows the newest events again. */
  resume() {
    this.#isStopped = false
    this.#box.scrollTop = 0
    if (this.#arrived.isAway) this.#arrived.restart()
    this.#hold()
  }

  /** Selects the row that is a number of rows further down, and shows it. */
  move(/** @type {number} */ rows) {
    const all = this.#arrived.rows
    const place = all.findIndex(({ position }) => position === this.#selected)
    const wanted = place < 0 && Number.isFinite(rows) ? this.#firstInSight : place + rows
    const row = all[Math.min(Math.max(wanted, 0), all.length - 1)]
    if (!row) return
    this.select(row.position)
    this.#show(this.#entries.indexOf(row))
  }

  /** The place of the first row that is wholly in sight. */
  get #firstInSight() {
    const place = Math.ceil(this.#box.scrollTop / rowHeight)
    return this.#arrived.rows.indexOf(/** @type {Summary} */ (this.#entries.slice(place).find(isRow)))
  }

  /** Goes to the first row, or to the last one there is. */
  moveToEnd(/** @type {boolean} */ isLast) {
    this.move(isLast ? Infinity : -Infinity)
  }

  /** Selects the event at a position, which may be none of the rows. */
  select(/** @type {number | null} */ position) {
    this.#selected = position
    this.#draw()
  }

  // MARK: - What has arrived

  #begin() {
    this.#isStopped = false
    this.#box.scrollTop = 0
    this.#forgetElements()
    this.#hold()
  }

  #changed() {
    // What is read above the first row moves nothing, even if it leads to the newest.
    const isKept = this.isPaused || this.#wasAway
    this.#wasAway = this.#arrived.isAway
    this.#entries = entries(this.#arrived)
    this.#body.style.height = `${this.#entries.length * rowHeight}px`
    if (isKept) this.#keepPlace()
    this.#handlers.pause(this.isPaused)
    this.#draw()
    this.#readBeyond()
  }

  #noteAnchor() {
    const top = this.#box.scrollTop
    this.#anchor = { entry: this.#entries[Math.floor(top / rowHeight)], offset: top % rowHeight }
  }

  /** Lets what a person looks at stay where it is, whatever was added or removed above it. */
  #keepPlace() {
    const { entry, offset } = this.#anchor
    const place = entry ? this.#entries.indexOf(entry) : -1
    if (place >= 0) this.#box.scrollTop = place * rowHeight + offset
  }

  #hold() {
    this.#arrived.hold(this.#isStopped || this.#box.scrollTop > 0 || this.#isAiming > 0 || this.#pressed !== null)
    this.#handlers.pause(this.isPaused)
  }

  #scrolled() {
    this.#noteAnchor()
    this.#hold()
    this.#draw()
    this.#readBeyond()
  }

  /** Reads what is beyond an end of the rows that is near, also if rows were removed there. */
  #readBeyond() {
    const { scrollTop, clientHeight, scrollHeight } = this.#box
    if (scrollTop > 0 && scrollTop + clientHeight > scrollHeight - page * rowHeight) this.#arrived.older()
    if (scrollTop < page * rowHeight && !this.#isStopped) this.#arrived.newer()
  }

  #show(/** @type {number} */ place) {
    const top = place * rowHeight
    const head = /** @type {HTMLElement} */ (this.#box.firstElementChild).offsetHeight
    const height = this.#box.clientHeight - head
    if (top < this.#box.scrollTop) this.#box.scrollTop = top
    else if (top + rowHeight > this.#box.scrollTop + height) this.#box.scrollTop = top + rowHeight - height
  }

  // MARK: - The pointer

  #listenToPointer() {
    this.#body.addEventListener("pointermove", event => { if (event.pointerType === "mouse") this.#aim() })
    this.#body.addEventListener("pointerdown", event => {
      this.#pressed = positionOf(event.target)
      this.#hold()
    })
    addEventListener("pointercancel", () => this.#release())
    // A click comes after the pointer went up.
    addEventListener("pointerup", () => setTimeout(() => this.#release()))
    this.#body.addEventListener("click", event => {
      const position = this.#pressed ?? positionOf(event.target)
      const row = position === null ? undefined : this.#arrived.find(position)
      if (row) this.#handlers.open(row)
    })
  }

  #aim() {
    clearTimeout(this.#isAiming)
    this.#isAiming = setTimeout(() => {
      this.#isAiming = 0
      this.#hold()
    }, aiming)
    this.#hold()
  }

  #release() {
    this.#pressed = null
    this.#hold()
  }

  // MARK: - Drawing

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
    this.#noteAnchor()
    const count = this.#entries.length
    const isWhole = !this.#arrived.isAway && !this.#arrived.hasOlder
    this.#box.setAttribute("aria-rowcount", String(isWhole ? count + 1 : -1))
    const first = Math.max(Math.floor(this.#box.scrollTop / rowHeight) - beyond, 0)
    const last = Math.min(first + Math.ceil(this.#box.clientHeight / rowHeight) + 2 * beyond, count)
    /** @type {Map<Entry, HTMLElement>} */
    const inSight = new Map()
    for (let place = first; place < last; place++) {
      const entry = this.#entries[place]
      const shown = this.#elements.get(entry) ?? this.#made(entry)
      shown.style.transform = `translateY(${place * rowHeight}px)`
      shown.setAttribute("aria-rowindex", String(place + 2))
      if ("position" in entry) shown.setAttribute("aria-selected", String(entry.position === this.#selected))
      inSight.set(entry, shown)
    }
    for (const [entry, shown] of this.#elements) if (!inSight.has(entry)) shown.remove()
    this.#insert([...inSight.values()])
    this.#elements = inSight
    const active = this.#selected === null ? null : document.getElementById(`row-${this.#selected}`)
    if (active) this.#box.setAttribute("aria-activedescendant", active.id)
    else this.#box.removeAttribute("aria-activedescendant")
  }

  /** Puts rows into the document in the order in which they are read. */
  #insert(/** @type {HTMLElement[]} */ rows) {
    let next = this.#body.firstElementChild
    for (const row of rows) {
      if (row === next) next = next.nextElementSibling
      else this.#body.insertBefore(row, next)
    }
  }

  #made(/** @type {Entry} */ entry) {
    if ("mark" in entry) {
      return element("div", { role: "row", className: "row mark" },
        element("span", { role: "gridcell", "aria-colspan": String(this.#columns.length + 2) }, entry.mark))
    }
    const cell = (/** @type {string} */ text, /** @type {string} */ className) =>
      element("span", { role: "gridcell", className, title: "" }, visible(cut(text, maximumText)))
    const [day, time] = moment(entry.receivedAt, true).split(" ")
    return element("div", {
      role: "row", className: `row ${status(entry)}`, id: `row-${entry.position}`,
      "data-position": String(entry.position),
    }, element("span", { role: "gridcell", className: "time" }, element("small", {}, day), " ", time),
    cell(status(entry), "status"), ...this.#columns.map(field => cell(textIn(entry, field), "")))
  }
}

/** The text of a field in a row. */
function textIn(/** @type {Summary} */ row, /** @type {string} */ field) {
  switch (field) {
  case "time": return row.receivedAt
  case "status": return status(row)
  case "valid": case "stream": case "schema": case "id": case "test": case "reason": return String(row[field] ?? "")
  default: return new Map(Object.entries(row.fields ?? {})).get(field) ?? ""
  }
}

/** The rows, with what is missing between them, and where they end. @returns {Entry[]} */
function entries(/** @type {import("./arrived.js").Arrived} */ { rows, removed, hasOlder, sort }) {
  if (rows.length === 0) return []
  if (sort) return hasOlder ? [...rows, mark("These are the first in this order: a filter finds others.")] : [...rows]
  const all = /** @type {Entry[]} */ ([...rows])
  const gone = Object.entries(removed).filter(([, position]) => position > 0)
  for (const [kind, position] of gone) {
    const place = all.findIndex(entry => "position" in entry && entry.position <= position)
    if (place >= 0) all.splice(place, 0, mark(`Older ${kinds[kind]} were removed to make room.`))
  }
  if (hasOlder) return all
  const isAny = gone.some(([, position]) => position < (rows.at(-1)?.position ?? 0))
  return [...all, mark(isAny ? "Older events were removed to make room." : "The first event.")]
}

const marks = new Map()

/** What is said between rows, the same one for the same text: it stays while rows move. @returns {Entry} */
function mark(/** @type {string} */ text) {
  if (!marks.has(text)) marks.set(text, { mark: text })
  return marks.get(text)
}

function isRow(/** @type {Entry} */ entry) { return "position" in entry }

function positionOf(/** @type {EventTarget | null} */ target) {
  const row = target instanceof Element ? target.closest("[data-position]") : null
  return row ? Number(/** @type {HTMLElement} */ (row).dataset.position) : null
}
