// @ts-check
// The console: puts together the view in the address, what has arrived and what shows it.

import { forgetToken, giveToken, hasToken } from "/console/api.js"
import { Arrived } from "/console/arrived.js"
import { Check } from "/console/check.js"
import { complete, KnownFields, missingFields } from "/console/completion.js"
import { showDetails, showMissing } from "/console/details.js"
import { download } from "/console/download.js"
import { counted, cut, visible } from "/console/elements.js"
import { errorEvent } from "/console/errorevents.js"
import { Faults } from "/console/faults.js"
import { intakeFields, moment } from "/console/fields.js"
import { NamedFilters, usualFilter } from "/console/filters.js"
import { Findings } from "/console/findings.js"
import { goFrom } from "/console/going.js"
import { Headers } from "/console/headers.js"
import { HiddenStreams, hiddenStreams } from "/console/hidden.js"
import { listenToKeys, switchLetters } from "/console/keys.js"
import { EventList } from "/console/list.js"
import { menuButton } from "/console/menu.js"
import { Minutes } from "/console/minutes.js"
import { Missing } from "/console/missing.js"
import { News } from "/console/news.js"
import { Pane } from "/console/pane.js"
import { eventAt } from "/console/received.js"
import { Streams } from "/console/streams.js"
import { hasTerm, withTerm, withoutTerm } from "/console/terms.js"
import { read, write } from "/console/view.js"

/** @typedef {import("./view.js").View} View */

const find = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id))
const rejectedOnly = "valid:false"
const names = { events: "Events", streams: "Streams", missing: "Event missing?" }
const states = {
  hidden: "Read every few seconds while hidden", lost: "Connection lost, trying again", refused: "Refused",
}
/** The parts of the view that choose the events. */
const choosing = /** @type {const} */ (["q", "off", "minute", "since", "sort"])
// These are not about the list: they work on every page.
const pageKeys = ["?", "m"]

class Console {
  /** The filter of an address without one. */
  #usual = ""
  #view = read(location.hash)
  #arrived = new Arrived()
  #known = new KnownFields()
  #news = new News(find("news"), this.#arrived)
  #minutes = new Minutes(find("minutes"), find("minutes-text"), find("minute"), this.#arrived,
    minute => this.#change({ minute }))
  #headers = new Headers(find("list"), parts => this.#change(parts), () => find("adding").showModal())
  #list = new EventList(find("list"), this.#headers.element, this.#arrived, {
    open: row => this.#change({ open: row.position }), pause: isPaused => this.#showPause(isPaused),
  })
  #pane = new Pane(find("details"), find("events"), find("edge"))
  #hidden = new HiddenStreams(find("hidden-streams"), () => this.#ask())
  #check = new Check((/** @type {string} */ text) => this.#checked(text))
  /** @type {Record<string, any>} */
  #pages
  #opening = new AbortController()
  #closeCompletions = complete(find("filter"), find("completions"), this.#known)

  constructor() {
    const showEvents = (/** @type {string} */ q) => {
      this.#change({ page: "events", q, minute: null, open: null })
      find("list").focus()
    }
    this.#pages = {
      streams: new Streams(find("page-streams"), this.#check, {
        filter: showEvents, missing: (/** @type {string} */ missing) => this.#change({ page: "missing", missing }),
      }),
      missing: new Missing(find("page-missing"), {
        filter: showEvents, ask: (/** @type {string} */ missing) => this.#change({ missing }),
      }),
    }
    new Findings(find("findings"), this.#arrived, open => this.#change({ open }))
    new Faults(find("faults"))
    this.#arrived.watch({
      rows: () => this.#showEmpty(), state: (state, message) => this.#showState(state, message),
      arrive: () => this.#showPause(this.#list.isPaused),
      remove: () => { if (this.#view.open !== null) this.#showOpened() },
    })
    this.#listen()
  }

  /** Shows the view of the address; the filter of an address that has none comes from a file. */
  async start() {
    this.#show(this.#view, true)
    this.#usual = await usualFilter()
    this.#show(read(location.hash, this.#usual))
  }

  // MARK: - The view

  /** Changes parts of the view, and its address. */
  #change(/** @type {Partial<View>} */ parts) {
    const next = { ...this.#view, ...parts }
    const isSameList = next.page === this.#view.page && choosing.every(part => next[part] === this.#view[part])
    history[isSameList ? "replaceState" : "pushState"](null, "", write(next, this.#usual))
    this.#show(next)
  }

  #show(/** @type {View} */ next, isFirst = false) {
    const last = this.#view
    this.#view = next
    const isOther = (/** @type {(keyof View)[]} */ ...parts) =>
      isFirst || parts.some(part => String(next[part]) !== String(last[part]))
    if (isOther("page")) this.#showPage()
    if (isOther("columns", "widths", "sort")) this.#headers.show(next)
    if (isOther("columns")) this.#list.showColumns(next.columns)
    if (isOther(...choosing)) this.#ask()
    else if (isOther("columns")) this.#arrived.showFields(this.#fields)
    if (isOther("open", "compared")) this.#showOpened()
  }

  #showPage() {
    for (const page of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".page"))) {
      page.hidden = page.id !== `page-${this.#view.page}`
    }
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-page]"))) {
      if (link.dataset.page === this.#view.page) link.setAttribute("aria-current", "page")
      else link.removeAttribute("aria-current")
    }
    this.#news.showPage(names[this.#view.page])
    this.#pages[this.#view.page]?.show(this.#view.missing)
  }

  // MARK: - What is asked for

  /** The fields of the event that rows need. */
  get #fields() {
    return this.#view.columns.filter(field => !["time", ...intakeFields].includes(field)).join(",")
  }

  /** The parameters that choose the events: all that the list, the counts and a download are about. */
  get #question() {
    const { q, off, minute, since } = this.#view
    const start = minute?.replace("Z", ":00Z")
    return {
      q: off ? "" : q, since: start ?? since, errorEvents: false, without: hiddenStreams().join("|"),
      until: start && new Date(Date.parse(start) + 60_000).toISOString(),
    }
  }

  #ask() {
    const { q, off, minute, sort } = this.#view
    find("filter").value = q
    find("filter").classList.toggle("off", off)
    find("filter-problem").textContent = ""
    find("off").setAttribute("aria-pressed", String(off))
    find("off").disabled = !q
    find("rejected").setAttribute("aria-pressed", String(hasTerm(q, rejectedOnly)))
    this.#showState("", "Reading …")
    this.#minutes.chosen = minute
    find("empty").hidden = true
    this.#arrived.ask({ ...this.#question, fields: this.#fields }, sort)
  }

  // MARK: - What is shown of it

  #showState(/** @type {string} */ state, message = "") {
    find("state").className = state
    find("state").textContent = this.#inWords(state) ?? message
    find("token-button").hidden = !hasToken() && state !== "refused"
    if (state !== "refused") return
    find("empty").hidden = true
    find("filter-problem").textContent = message
  }

  /** The state of the connection, and which events are shown; undefined for one without words of its own. */
  #inWords(/** @type {string} */ state) {
    const { minute, since, sort } = this.#view
    if (state !== "live") return /** @type {Record<string, string>} */ (states)[state]
    if (sort) return `Sorted by ${sort.replace(/^-/, "")}`
    if (minute) return `Events of ${moment(minute).slice(0, 16)} UTC`
    return since ? `Live since ${moment(since)} UTC` : "Live"
  }

  #showPause(/** @type {boolean} */ isPaused) {
    const { unseen, sort } = this.#arrived
    find("resume").hidden = !isPaused || sort !== "" && unseen === 0
    find("resume").textContent = unseen ? `Show ${counted(unseen, "new event")}` : "Stopped: continue"
  }

  #showEmpty() {
    const isEmpty = this.#arrived.rows.length === 0 && this.#arrived.unseen === 0
    if (find("empty").hidden === !isEmpty) return
    find("empty").hidden = !isEmpty
    const { q, off, since, minute } = this.#view
    const isChosen = q && !off || since || minute
    find("empty").textContent = isChosen
      ? "No event satisfies the filter. New ones that do appear here by themselves."
      : "The intake holds no event. New ones appear here by themselves."
    const hidden = hiddenStreams().length
    if (hidden) find("empty").append(` You have hidden ${counted(hidden, "stream")}: the button above shows them again.`)
    if (isEmpty && isChosen) this.#explainEmpty(q)
  }

  /** Says which fields of a filter no event has, such as a misspelt one. */
  async #explainEmpty(/** @type {string} */ q) {
    const missing = (await missingFields(q)).map(field => visible(cut(field, 100)))
    if (missing.length === 0 || this.#view.q !== q || this.#arrived.rows.length) return
    find("empty").append(` No event here has a field ${missing.join(" or ")}.`)
  }

  async #showOpened() {
    this.#opening.abort()
    this.#opening = new AbortController()
    const { signal } = this.#opening
    const { open, compared } = this.#view
    if (open === null) return this.#pane.show(false)
    this.#list.select(open)
    try {
      const [received, other] = await Promise.all([open, compared].map(position =>
        position === null ? undefined : eventAt(position, signal)))
      if (signal.aborted) return
      if (received) showDetails(find("details"), received, other, this.#actionsOn(received))
      else showMissing(find("details"), open, () => this.#close())
      this.#news.say(received ? `Event ${open} is open` : `No event has position ${open}`)
      this.#pane.show(true)
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) return
      find("filter-problem").textContent = `Event ${open} cannot be read: ${error.message}`
    }
  }

  #actionsOn(/** @type {any} */ received) {
    const { stream } = received
    return {
      close: () => this.#close(), compare: (/** @type {number | null} */ compared) => this.#change({ compared }),
      column: (/** @type {string} */ field) => this.#addColumn(field),
      filter: (/** @type {string} */ term) => this.#change({ q: withTerm(this.#view.q, term), off: false }),
      hide: () => stream && this.#hidden.hide(stream),
      errorEvent: async () => {
        const found = await errorEvent(received)
        if (found) this.#change({ open: found.position })
        return found !== undefined
      },
    }
  }

  #close() {
    this.#change({ open: null })
    find("list").focus()
  }

  #checked(/** @type {string} */ text) {
    if (text || find("check-count").textContent) this.#news.say(`The check finds: ${text || "no mistake"}`)
    find("check-count").textContent = text
    this.#pages.streams.checked()
  }

  // MARK: - What a person does

  #listen() {
    find("search").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault()
      this.#closeCompletions()
      this.#change({ q: find("filter").value.trim(), off: false })
    })
    find("filter").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") find("list").focus()
    })
    const filters = new NamedFilters(find("keeping"), q => this.#change({ q, off: false }), () => this.#view.q)
    find("menus").append(filters.element, menuButton("More", () => this.#items()))
    find("off").addEventListener("click", () => this.#toggleOff())
    find("rejected").addEventListener("click", () => this.#toggleRejected())
    find("resume").addEventListener("click", () => {
      this.#list.resume()
      find("list").focus()
    })
    find("help").addEventListener("click", () => find("help-text").showModal())
    find("token-button").addEventListener("click", () => this.#giveToken())
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-page]"))) {
      link.addEventListener("click", () => this.#change({ page: /** @type {View["page"]} */ (link.dataset.page) }))
    }
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close())
    }
    goFrom(find("going"), {
      since: since => this.#change({ since, minute: null }), open: open => this.#change({ open }),
      now: () => Date.parse(this.#arrived.tally?.now ?? new Date().toISOString()),
    })
    this.#listenToAdding()
    this.#listenToKeys()
    addEventListener("popstate", () => this.#show(read(location.hash, this.#usual)))
  }

  #listenToAdding() {
    const field = find("add-column")
    field.addEventListener("focus", async () => {
      const names = (await this.#known.names()).filter(name => !this.#view.columns.includes(name))
      find("field-names").replaceChildren(...names.map(name => new Option(name, name)))
    })
    find("adding").addEventListener("submit", () => {
      this.#addColumn(field.value.trim())
      field.value = ""
    })
  }

  #listenToKeys() {
    switchLetters(find("letters"))
    const list = this.#list
    const [next, last] = [() => list.move(1), () => list.move(-1)]
    const inList = (/** @type {() => void} */ action) => () => {
      action()
      find("list").focus()
    }
    listenToKeys(find("list"), {
      "/": () => find("filter").focus(), g: () => this.#goTo(), j: inList(next), k: inList(last),
      ArrowDown: next, ArrowUp: last, PageDown: () => list.move(10), PageUp: () => list.move(-10),
      Home: () => this.#goToNewest(), End: () => this.#goToOldest(),
      Enter: () => list.selected && this.#change({ open: list.selected.position }),
      Escape: () => this.#view.open && this.#close(), p: () => this.#togglePause(), x: () => this.#toggleRejected(),
      c: () => this.#toggleSince(), o: () => this.#toggleOff(), m: () => this.#change({ page: "missing" }),
      "?": () => find("help-text").showModal(),
    }, key => this.#view.page === "events" || pageKeys.includes(key))
  }

  /** @returns {import("./menu.js").Item[]} */
  #items() {
    const stream = this.#list.selected?.stream
    return [
      { text: "Newest event", action: () => this.#goToNewest() },
      { text: "Oldest event", action: () => this.#goToOldest() },
      { text: "Go to a time or an id …", action: () => this.#goTo() },
      { text: "From now on", isOn: this.#view.since !== null, action: () => this.#toggleSince() },
      ...stream ? [{ text: `Hide stream ${visible(cut(stream, 60))}`, action: () => this.#hidden.hide(stream) }] : [],
      { text: "Download as NDJSON", action: () => this.#download() },
    ]
  }

  #addColumn(/** @type {string} */ field) {
    const { columns, widths } = this.#view
    if (!field || field.includes(",") || columns.includes(field)) return
    this.#change({ columns: [...columns, field], widths: [...widths, 0] })
  }

  #toggleRejected() {
    const { q } = this.#view
    this.#change({ q: (hasTerm(q, rejectedOnly) ? withoutTerm : withTerm)(q, rejectedOnly), off: false })
  }

  #toggleOff() {
    if (this.#view.q) this.#change({ off: !this.#view.off })
  }

  /** Hides what has arrived until now, without a loss: again, or the browser's Back, shows it. */
  #toggleSince() {
    const newest = this.#arrived.rows[0]
    if (this.#view.since) this.#change({ since: null })
    else if (newest) this.#change({ since: new Date(Date.parse(newest.receivedAt) + 1).toISOString(), open: null })
  }

  #togglePause() {
    if (this.#list.isPaused) this.#list.resume()
    else this.#list.stop()
  }

  #goTo() {
    find("going").showModal()
    find("go-to").select()
  }

  #goToNewest() {
    this.#list.resume()
    this.#list.moveToEnd(false)
  }

  async #goToOldest() {
    await this.#arrived.oldest()
    this.#list.moveToEnd(true)
  }

  #giveToken() {
    if (hasToken()) forgetToken()
    else giveToken()
    this.#ask()
  }

  async #download() {
    const problem = find("filter-problem")
    problem.textContent = ""
    await download({ ...this.#question, form: "ndjson" }).catch(error => { problem.textContent = error.message })
  }
}

await new Console().start()
