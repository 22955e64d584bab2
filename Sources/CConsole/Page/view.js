// The view is in the address: page, filter, columns and which of them are wide, opened and compared event, minute or
// begin of the list, and stream of which an event is missing. A link to it opens the same view.

const defaults = {
  q: "", columns: ["stream", "action", "reason"], wide: [], open: null, minute: null, compared: null, page: "events",
  missing: null, since: null,
}
const pages = ["events", "streams", "missing"]

/** The view that an address shows; `usual` is the filter of an address that has none. */
export function read(hash, usual = defaults.q) {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""))
  const list = name => unique(parameters.get(name)?.split(",").filter(Boolean) ?? defaults[name])
  return {
    q: parameters.get("q") ?? usual,
    columns: list("columns"),
    wide: list("wide"),
    open: position(parameters.get("open")) ?? defaults.open,
    minute: isMinute(parameters.get("minute")) ? parameters.get("minute") : defaults.minute,
    compared: position(parameters.get("compared")) ?? defaults.compared,
    page: pages.includes(parameters.get("page")) ? parameters.get("page") : defaults.page,
    missing: parameters.get("missing") || defaults.missing,
    since: isTime(parameters.get("since")) ? parameters.get("since") : defaults.since,
  }
}

/** The address of a view; parts that are as by default are left out. */
export function write(view, usual = defaults.q) {
  const parameters = new URLSearchParams()
  if (view.q !== usual) parameters.set("q", view.q)
  if (view.columns.join() !== defaults.columns.join()) parameters.set("columns", view.columns.join())
  const wide = view.wide.filter(field => view.columns.includes(field))
  if (wide.length) parameters.set("wide", wide.join(","))
  if (view.open) parameters.set("open", view.open)
  if (view.compared) parameters.set("compared", view.compared)
  if (view.minute) parameters.set("minute", view.minute)
  if (view.page !== defaults.page) parameters.set("page", view.page)
  if (view.missing) parameters.set("missing", view.missing)
  if (view.since) parameters.set("since", view.since)
  return `#${parameters}`
}

function position(text) {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function isMinute(text) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text ?? "") && !Number.isNaN(Date.parse(text))
}

function isTime(text) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text ?? "") && !Number.isNaN(Date.parse(text))
}

function unique(names) {
  return [...new Set(names)]
}
