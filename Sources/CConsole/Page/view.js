// @ts-check
// The view is in the address: page, filter and whether it is switched off, columns with their widths, order, opened and
// compared event, minute or begin of the list, and stream of which an event is missing. A link to it opens the same.

/**
 * @typedef {object} View
 * @property {string} q  the filter
 * @property {boolean} off  whether the filter is switched off for a moment
 * @property {string[]} columns  the fields beside time and status
 * @property {number[]} widths  of the columns in pixels, by their place; 0 where the room is shared
 * @property {string} sort  the field by which the list is sorted, with - in front for descending; empty for arrival
 * @property {number | null} open  the position of the opened event
 * @property {number | null} compared  the position of the event with which opened ones are compared
 * @property {string | null} minute  the minute of which alone the events are shown
 * @property {string | null} since  the time of which on they are shown
 * @property {"events" | "streams" | "missing"} page
 * @property {string | null} missing  the stream of the event that does not arrive
 */

const usualColumns = ["stream", "action", "reason"]
const pages = ["events", "streams", "missing"]
const widest = 2000

/**
 * The view that an address shows; `usual` is the filter of an address that has none.
 * @returns {View}
 */
export function read(/** @type {string} */ hash, usual = "") {
  const given = new URLSearchParams(hash.replace(/^#/, ""))
  const list = (/** @type {string} */ name) => given.get(name)?.split(",")
  const columns = unique(list("columns")?.filter(Boolean) ?? usualColumns)
  const widths = list("widths") ?? []
  const page = given.get("page") ?? ""
  return {
    q: given.get("q") ?? usual,
    off: given.get("off") === "1",
    columns,
    widths: columns.map((_, place) => width(widths[place])),
    sort: given.get("sort") ?? "",
    open: position(given.get("open")),
    compared: position(given.get("compared")),
    minute: isMinute(given.get("minute")) ? given.get("minute") : null,
    since: isTime(given.get("since")) ? given.get("since") : null,
    page: /** @type {View["page"]} */ (pages.includes(page) ? page : "events"),
    missing: given.get("missing") || null,
  }
}

/** The address of a view; parts that are as by default are left out. */
export function write(/** @type {View} */ view, usual = "") {
  const parts = new URLSearchParams()
  if (view.q !== usual) parts.set("q", view.q)
  if (view.off) parts.set("off", "1")
  if (view.columns.join() !== usualColumns.join()) parts.set("columns", view.columns.join())
  if (view.widths.some(Boolean)) parts.set("widths", view.widths.join())
  if (view.sort) parts.set("sort", view.sort)
  if (view.open) parts.set("open", String(view.open))
  if (view.compared) parts.set("compared", String(view.compared))
  if (view.minute) parts.set("minute", view.minute)
  if (view.since) parts.set("since", view.since)
  if (view.page !== "events") parts.set("page", view.page)
  if (view.missing) parts.set("missing", view.missing)
  return `#${parts}`
}

function position(/** @type {string | null} */ text) {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

function width(/** @type {string | undefined} */ text) {
  const number = Math.round(Number(text))
  return number > 0 ? Math.min(number, widest) : 0
}

function isMinute(/** @type {string | null} */ text) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text ?? "") && !Number.isNaN(Date.parse(text ?? ""))
}

function isTime(/** @type {string | null} */ text) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text ?? "") && !Number.isNaN(Date.parse(text ?? ""))
}

function unique(/** @type {string[]} */ names) {
  return [...new Set(names)]
}
