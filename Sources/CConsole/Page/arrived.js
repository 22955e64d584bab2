// @ts-check
// What has arrived, as one state: a window of rows, which follows the newest events or stays where a person reads, and
// the counts of all that the filter chooses, which the intake makes. Whatever is shown of it is a view of this state.

import { get, Refused, Unreached } from "/console/api.js"
import { follow } from "/console/feed.js"

/** @typedef {import("./api.js").Parameters} Parameters */

const maximumRows = 2000
const pageLength = 200
const longestPage = 1000
const none = { accepted: 0, rejected: 0, errorEvents: 0 }
const errorStream = /\.error\.validation$/

// The counts follow what arrives after this time at the latest, while they cost little.
const leastPause = 500
const pausesPerCount = 4

/**
 * A view of what has arrived. Each of its functions is called after what it is about has changed.
 * @typedef {object} View
 * @property {() => void} [begin]  other events are asked for
 * @property {() => void} [rows]
 * @property {() => void} [tally]
 * @property {() => void} [remove]  events were removed, which need not be rows
 * @property {(events: Summary[]) => void} [arrive]  with events that were not there before
 * @property {(state: string, message: string) => void} [state]
 */

export class Arrived {
  /** @type {View[]} */
  #views = []
  /** @type {Parameters} */
  #question = {}
  #sort = ""
  #stop = () => {}
  /** @type {AbortSignal} */
  #signal = new AbortController().signal
  /**
   * The first is the one at the top.
   * @type {Summary[]}
   */
  #rows = []
  /**
   * What has arrived while the list was held, the oldest first.
   * @type {Summary[]}
   */
  #pending = []
  #unseen = 0
  #isHeld = false
  /** Whether events that arrived are neither rows nor pending. */
  #isAway = false
  #hasOlder = false
  #isReading = false
  /** The position up to which arrivals were counted. */
  #newest = 0
  /** @type {Removed} */
  #removed = none
  /** @type {Tally | null} */
  #tally = null
  #isStale = false
  #hasRemoved = false
  #isCounting = false

  /** Adds a view. */
  watch(/** @type {View} */ view) { this.#views.push(view) }

  /** The rows, the one at the top first. @returns {readonly Summary[]} */
  get rows() { return this.#rows }
  /** How many events have arrived that are no rows. */
  get unseen() { return this.#unseen }
  /** Whether the intake has events beyond the last row, as far as is known. */
  get hasOlder() { return this.#hasOlder }
  /** Whether the intake has events before the first row that must be read. */
  get isAway() { return this.#isAway }
  /** The counts of all events that are asked for; null until they were read. */
  get tally() { return this.#tally }
  /** The positions up to which events of each kind were removed. */
  get removed() { return this.#removed }
  /** The field by which the rows are sorted, as in the view; empty for arrival. */
  get sort() { return this.#sort }

  /** The row of the event at a position; undefined without one. */
  find(/** @type {number} */ position) { return this.#rows.find(row => row.position === position) }

  // MARK: - What is asked for

  /** Begins with the newest of other events: those that a question chooses, sorted by a field or by arrival. */
  ask(/** @type {Parameters} */ question, sort = "") {
    this.#stop()
    const control = new AbortController()
    this.#question = { form: "summary", errorEvents: false, ...question }
    this.#sort = sort
    this.#signal = control.signal
    this.#tally = null
    this.#removed = none
    this.#replace([], false)
    this.#tell("begin")
    this.#tell("tally")
    this.#count()
    const stopFollowing = follow(this.#question, {
      begin: page => this.#begin(page), arrive: page => this.#arrive(page),
      remove: () => this.#remove(),
      change: (state, message = "") => this.#tell("state", state, message),
    })
    this.#stop = () => {
      control.abort()
      stopFollowing()
    }
  }

  /** Reads the rows again with the texts of other fields. */
  showFields(/** @type {string} */ fields) {
    this.#question.fields = fields
    if (this.#rows.length) this.ask(this.#question, this.#sort)
  }

  /** Shows the newest events again. */
  restart() { this.ask(this.#question, this.#sort) }

  /** Goes to the oldest event that the intake holds, unless the rows have another order. */
  async oldest() {
    if (this.#sort || !this.#hasOlder) return
    const page = await this.#alone(() => this.#page({ order: "oldest", after: 0 }))
    if (!page) return
    this.#replace(page.events.reverse(), page.more)
    this.#tell("rows")
  }

  // MARK: - What arrives

  /** Keeps the rows as they are, or lets in what has arrived meanwhile. */
  hold(/** @type {boolean} */ isHeld) {
    if (this.#isHeld === isHeld) return
    this.#isHeld = isHeld
    if (isHeld || this.#isAway || !this.#pending.length) return
    this.#add(this.#pending)
    ;[this.#pending, this.#unseen] = [[], 0]
    this.#tell("rows")
  }

  #begin(/** @type {Page<Summary>} */ page) {
    this.#note(page)
    this.#newest = page.newest
    this.#count()
    if (this.#sort) return this.#settle(this.#readSorted())
    // Of another store: what was shown of the last one is gone.
    if (this.#rows.length) this.#tell("begin")
    this.#replace(page.events, false)
    this.#hasOlder = page.more
    this.#tell("rows")
  }

  #arrive(/** @type {Page<Summary>} */ page) {
    this.#note(page)
    this.#newest = page.next
    // A row that was read from the other side is not new.
    const events = page.events.filter(({ position }) => position > (this.#sort ? 0 : this.#rows[0]?.position ?? 0))
    if (this.#isHeld || this.#isAway) this.#wait(events)
    else this.#add(events)
    this.#tell("arrive", events)
    this.#tell("rows")
    this.#count()
  }

  #add(/** @type {Summary[]} */ events) {
    this.#rows = [...[...events].reverse(), ...this.#rows]
    this.#cutOldest()
  }

  #wait(/** @type {Summary[]} */ events) {
    this.#unseen += events.length
    if (this.#isAway) return
    this.#pending.push(...events)
    if (this.#pending.length > maximumRows) this.#goAway()
  }

  #goAway() {
    this.#isAway = true
    this.#pending = []
  }

  #cutOldest() {
    if (this.#rows.length <= maximumRows) return
    this.#rows.length = maximumRows
    this.#hasOlder = true
  }

  #replace(/** @type {Summary[]} */ rows, /** @type {boolean} */ isAway) {
    this.#rows = rows
    this.#isAway = isAway
    this.#hasOlder = false
    ;[this.#pending, this.#unseen] = [[], 0]
  }

  #note(/** @type {Page<Summary>} */ page) {
    this.#removed = page.removed ?? none
    // Pruned events go at once; others are found when the rows are read again.
    const isHeld = (/** @type {Summary} */ row) => row.position > this.#removed[kind(row)]
    if (!this.#rows.every(isHeld)) this.#rows = this.#rows.filter(isHeld)
  }

  // MARK: - What a person scrolls to

  /** Reads the events beyond the last row. */
  async older() {
    if (!this.#hasOlder || this.#sort) return
    const read = await this.#alone(() => this.#page({ order: "newest", before: this.#rows.at(-1)?.position }))
    if (!read) return
    this.#rows = [...this.#rows, ...read.events]
    this.#hasOlder = read.more
    const surplus = Math.max(this.#rows.length - maximumRows, 0)
    this.#rows = this.#rows.slice(surplus)
    if (surplus > 0) this.#goAway()
    this.#tell("rows")
  }

  /** Reads the events before the first row. */
  async newer() {
    if (!this.#isAway || this.#sort) return
    const read = await this.#alone(() => this.#page({ order: "oldest", after: this.#rows[0]?.position ?? 0 }))
    if (!read) return
    this.#add(read.events)
    this.#unseen = Math.max(this.#unseen - read.events.length, 0)
    // Otherwise events have arrived meanwhile, which were only counted.
    if (!read.more && read.next >= this.#newest) [this.#isAway, this.#unseen] = [false, 0]
    this.#tell("rows")
  }

  /**
   * What `read` returns; undefined while another reading is under way, if other events are asked for meanwhile, or if
   * the intake does not respond, which is shown already.
   * @param {() => Promise<Page<Summary>>} read
   */
  async #alone(read) {
    const signal = this.#signal
    if (this.#isReading) return undefined
    this.#isReading = true
    const page = await this.#settle(read()).finally(() => { this.#isReading = false })
    return signal.aborted ? undefined : page
  }

  /**
   * The value of a promise; undefined if it is rejected, which is told unless the connection shows it.
   * @template Value
   * @param {Promise<Value>} promise
   */
  async #settle(promise) {
    return await promise.catch(error => {
      if (error instanceof Refused) this.#tell("state", "refused", error.message)
      else if (error.name !== "AbortError" && !(error instanceof Unreached)) reportError(error)
      return undefined
    })
  }

  /** @returns {Promise<Page<Summary>>} */
  #page(/** @type {Parameters} */ parameters) {
    return get("/events", { ...this.#question, limit: pageLength, ...parameters }, this.#signal)
  }

  async #readSorted() {
    const signal = this.#signal
    const page = await this.#page({ sort: this.#sort, limit: longestPage })
    if (signal.aborted) return
    this.#replace(page.events, true)
    this.#hasOlder = page.more
    this.#tell("rows")
  }

  // MARK: - What is removed

  #remove() {
    this.#hasRemoved = true
    this.#count()
  }

  /** Reads the rows again, since some of them are gone. */
  async #readRemoved() {
    this.#hasRemoved = false
    this.#tell("remove")
    if (this.#sort) return await this.#readSorted()
    const signal = this.#signal
    const [first, last] = [this.#rows[0], this.#rows.at(-1)]
    if (!first || !last) return
    const held = new Set()
    for (let after = last.position - 1, hasMore = true; hasMore;) {
      const page = await this.#page({ after, before: first.position + 1, limit: longestPage, fields: "" })
      for (const { position } of page.events) held.add(position)
      ;[after, hasMore] = [page.next, page.more]
    }
    if (signal.aborted) return
    const isGone = (/** @type {Summary} */ { position }) =>
      position >= last.position && position <= first.position && !held.has(position)
    this.#rows = this.#rows.filter(row => !isGone(row))
    this.#tell("rows")
  }

  // MARK: - The counts

  /** Lets the intake count anew, soon: at most a fifth of the time is spent on it. */
  #count() {
    this.#isStale = true
    if (!this.#isCounting) this.#countWhileStale()
  }

  async #countWhileStale() {
    this.#isCounting = true
    while (this.#isStale) {
      this.#isStale = false
      const [start, signal] = [performance.now(), this.#signal]
      const { q, since, until, errorEvents, without } = this.#question
      if (this.#hasRemoved) await this.#settle(this.#readRemoved())
      try {
        const tally = await get("/counts/matching", { q, since, until, errorEvents, without }, signal)
        if (!signal.aborted) this.#tally = tally
        if (!signal.aborted) this.#tell("tally")
      } catch (error) {
        // What other events are asked for is counted next; the state of the connection is shown already.
        if (!signal.aborted && !(error instanceof Refused)) this.#isStale = true
      }
      if (signal.aborted) this.#isStale = true
      else await this.#pause(Math.max(leastPause, pausesPerCount * (performance.now() - start)), signal)
    }
    this.#isCounting = false
  }

  /**
   * Waits, but no longer than the same events are asked for.
   * @param {number} duration @param {AbortSignal} signal
   */
  #pause(duration, signal) {
    return new Promise(resolve => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener("abort", end)
        resolve(undefined)
      }
      const timer = setTimeout(end, duration)
      signal.addEventListener("abort", end)
    })
  }

  // MARK: - The views

  /**
   * Tells each view of a change. One that fails harms no other: its error is that of the page, not of the connection.
   * @param {keyof View} change
   * @param {...any} parts
   */
  #tell(change, ...parts) {
    for (const view of this.#views) {
      try {
        const handler = /** @type {((...parts: any[]) => void) | undefined} */ (view[change])
        handler?.apply(view, parts)
      } catch (error) {
        reportError(error)
      }
    }
  }
}

/** Which of the limits of the intake an event is held under. @returns {keyof Removed} */
function kind(/** @type {Summary} */ { valid, stream }) {
  if (!valid) return "rejected"
  return errorStream.test(stream ?? "") ? "errorEvents" : "accepted"
}
