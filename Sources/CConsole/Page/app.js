// The console: puts together the view in the address, the feed and what shows it.

import { get } from "/console/api.js"
import { Check } from "/console/check.js"
import { showColumns } from "/console/columns.js"
import { complete, fieldsOf, SeenFields } from "/console/completion.js"
import { showDetails } from "/console/details.js"
import { download } from "/console/download.js"
import { counted, cut, visible } from "/console/elements.js"
import { asked, errorEvent } from "/console/errorevents.js"
import { Faults } from "/console/faults.js"
import { follow } from "/console/feed.js"
import { showNamedFilters, usualFilter } from "/console/filters.js"
import { clock, term } from "/console/fields.js"
import { Findings } from "/console/findings.js"
import { goFrom } from "/console/going.js"
import { EventList } from "/console/list.js"
import { Minutes } from "/console/minutes.js"
import { Missing } from "/console/missing.js"
import { News } from "/console/news.js"
import { Streams } from "/console/streams.js"
import { read, write } from "/console/view.js"

const find = id => document.getElementById(id)
const seen = new SeenFields()
const news = new News(find("news"))
const minutes = new Minutes(find("minutes"), find("minutes-text"), minute => change({ minute }))
const findings = new Findings(find("findings"), position => change({ open: position }))
const rejectedOnly = "valid:false"
const showEvents = q => {
  change({ page: "events", q, minute: null, open: null })
  find("list").focus()
}
const check = new Check(text => {
  if (text || find("check-count").textContent) news.say(`The check finds: ${text || "no mistake"}`)
  find("check-count").textContent = text
  pages.streams.checked()
})
const pages = {
  streams: new Streams(find("page-streams"), check, {
    filter: showEvents, missing: stream => change({ page: "missing", missing: stream }),
  }),
  missing: new Missing(find("page-missing"), { filter: showEvents, ask: stream => change({ missing: stream }) }),
}
const states = {
  live: "Live", hidden: "Read every few seconds while hidden", lost: "Connection lost, trying again",
  refused: "Filter refused",
}

let usual = ""
let view = read(location.hash)
let feed = null

const list = new EventList(find("list"), {
  open: received => change({ open: received.position }),
  older: () => feed?.older() ?? Promise.resolve([]),
  pause(isPaused, unseen) {
    find("resume").hidden = !isPaused
    find("resume").textContent = unseen ? `Show ${counted(unseen, "new event")}` : "Stopped: continue"
  },
})

// MARK: - The view

/** Changes parts of the view, and its address. */
function change(parts) {
  const next = { ...view, ...parts }
  const isSameList = ["page", "q", "minute", "since"].every(part => next[part] === view[part])
  history[isSameList ? "replaceState" : "pushState"](null, "", write(next, usual))
  show(next)
}

function show(next, isFirst = false) {
  const last = view
  view = next
  if (isFirst || view.page !== last.page) showPage()
  if (isFirst || ["q", "minute", "since"].some(part => view[part] !== last[part])) startFeed()
  if (isFirst || ["columns", "wide"].some(part => view[part].join() !== last[part].join())) {
    list.showColumns(view.columns, view.wide)
    showColumns(find("columns"), view, seen, change)
  }
  if (isFirst || view.open !== last.open || view.compared !== last.compared) showOpened()
}

function showPage() {
  for (const page of document.querySelectorAll(".page")) page.hidden = page.id !== `page-${view.page}`
  for (const link of document.querySelectorAll("[data-page]")) {
    if (link.dataset.page === view.page) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
  }
  pages[view.page]?.show(view.missing)
}

async function showOpened() {
  const position = view.open
  if (position === null) {
    find("details").hidden = true
    return
  }
  const { compared } = view
  const [received, other] = await Promise.all([position, compared].map(one))
  if (!received || view.open !== position || view.compared !== compared) return
  list.select(position)
  news.say(`Event ${position} is open`)
  showDetails(find("details"), received, other, {
    close, compare: compared => change({ compared }),
    column: field => change({ columns: [...new Set([...view.columns, field])] }),
    filter: term => change({ q: `${view.q} ${term}`.trim() }),
    errorEvent: async () => {
      const found = await errorEvent(received)
      if (found) change({ open: found.position })
      return found !== undefined
    },
  })
  // On a phone it is below the list.
  find("details").scrollIntoView({ block: "nearest" })
}

/** The event at a position; undefined when there is none. */
async function one(position) {
  if (position === null) return undefined
  const listed = list.find(position)
  if (listed) return listed
  const page = await get("/events", { after: position - 1, limit: 1 })
  return page.events.find(received => received.position === position)
}

function close() {
  change({ open: null })
  find("list").focus()
}

// MARK: - The feed

function startFeed() {
  feed?.stop()
  find("filter").value = view.q
  find("filter-problem").textContent = ""
  find("rejected").setAttribute("aria-pressed", String(isRejectedOnly()))
  setState("", "Reading …")
  minutes.chosen = view.minute
  find("since").setAttribute("aria-pressed", String(view.since !== null))
  find("since").textContent = view.since ? `Since ${clock(view.since)}: show all` : "From now on"
  feed = follow(view.q, view, { begin, arrive, change: setState })
}

function begin(range) {
  list.clear()
  news.clear()
  isFirstPage = true
  const report = error => { if (error.name !== "AbortError") setState("lost", error.message) }
  minutes.read(view.q, view.since).catch(report)
  findings.read(view.q, range).catch(report)
}

let isFirstPage = true

function arrive(events) {
  list.arrive(events)
  // More than one can tell apart in a burst teaches no further field.
  for (const received of events.slice(-50)) seen.add(received)
  news.arrive(events, !isFirstPage)
  showEmpty()
  if (!isFirstPage) {
    minutes.arrive(events)
    findings.arrive(events)
  }
  isFirstPage = false
}

function showEmpty() {
  find("empty").hidden = !list.isEmpty
  find("empty").textContent = view.q || view.since
    ? "No event satisfies the filter. New ones that do appear here by themselves."
    : "No event has arrived. Events appear here by themselves."
  if (list.isEmpty) explainEmpty(view.q, find("empty").textContent)
}

/** Says which fields of a filter no event has, such as a misspelt one: the intake knows also what the list has not. */
async function explainEmpty(q, text) {
  const unseen = seen.missing(fieldsOf(q))
  const counts = await Promise.all(unseen.map(field =>
    get("/events", { q: term(field, "*"), limit: 1 }).then(page => page.events.length, () => 1)))
  const missing = unseen.filter((_, place) => counts[place] === 0).map(field => visible(cut(field, 100)))
  if (missing.length === 0 || view.q !== q || !list.isEmpty) return
  find("empty").textContent = `${text} No event here has a field ${missing.join(" or ")}.`
}

function setState(state, message = "") {
  find("state").className = state
  find("state").textContent = states[state] ?? message
  if (state === "still") find("state").textContent = `Events of ${view.minute.slice(11, 16)} UTC`
  if (state === "refused") {
    list.clear()
    find("empty").hidden = true
    find("filter-problem").textContent = message
  }
}

// MARK: - What a person does

function isRejectedOnly() {
  return view.q.split(/\s+/).includes(rejectedOnly)
}

function toggleRejected() {
  const rest = view.q.split(/\s+/).filter(word => word && word !== rejectedOnly)
  change({ q: (isRejectedOnly() ? rest : [...rest, rejectedOnly]).join(" ") })
}

/** Hides what has arrived until now, without a loss: again, or the browser's Back, shows it. */
function toggleSince() {
  if (view.since) return change({ since: null })
  if (list.newest) change({ since: new Date(Date.parse(list.newest.receivedAt) + 1).toISOString(), open: null })
}

function togglePause() {
  if (list.isPaused) list.resume()
  else list.stop()
}

function openSelected() {
  if (list.selected) change({ open: list.selected.position })
}

const keys = {
  "/": () => find("filter").focus(), g: () => find("go-to").focus(),
  j: () => list.move(1), ArrowDown: () => list.move(1), k: () => list.move(-1), ArrowUp: () => list.move(-1),
  PageDown: () => list.move(10), PageUp: () => list.move(-10),
  Enter: openSelected, Escape: () => view.open && close(), p: togglePause, x: toggleRejected, c: toggleSince,
  m: () => change({ page: "missing" }),
  "?": () => find("help-text").showModal(),
}
// These are not about the list: they work on every page.
const pageKeys = ["?", "m"]
// These belong to the list only when it has the focus, since other elements use them.
const listKeys = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Enter"]

document.addEventListener("keydown", event => {
  const isWriting = event.target.matches("input, textarea, select") || document.querySelector("dialog[open]")
  const isListKey = listKeys.includes(event.key)
  if (view.page !== "events" && !pageKeys.includes(event.key)) return
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting || !Object.hasOwn(keys, event.key)) return
  if (isListKey && document.activeElement !== find("list")) return
  event.preventDefault()
  keys[event.key]()
  if (["j", "k"].includes(event.key)) find("list").focus()
})

const closeCompletions = complete(find("filter"), find("completions"), seen)
find("search").addEventListener("submit", event => {
  event.preventDefault()
  closeCompletions()
  change({ q: find("filter").value.trim() })
})
find("filter").addEventListener("keydown", event => {
  if (event.key === "Escape") find("list").focus()
})
goFrom(find("go"), { since: since => change({ since, minute: null }), open: open => change({ open }), one })
for (const link of document.querySelectorAll("[data-page]")) {
  link.addEventListener("click", () => change({ page: link.dataset.page }))
}
find("since").addEventListener("click", toggleSince)
find("rejected").addEventListener("click", toggleRejected)
find("download").addEventListener("click", async () => {
  find("download").disabled = true
  await download(asked(view.q), view.since).catch(error => { find("filter-problem").textContent = error.message })
  find("download").disabled = false
})
find("resume").addEventListener("click", () => {
  list.resume()
  find("list").focus()
})
find("help").addEventListener("click", () => find("help-text").showModal())
addEventListener("popstate", () => show(read(location.hash, usual)))

new Faults(find("faults"))
showNamedFilters(find("named-filters"), q => change({ q }), () => view.q)
show(view, true)
usual = await usualFilter()
show(read(location.hash, usual))
