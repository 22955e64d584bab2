// The view is in the address: filter, columns, opened event and minute of the list. A link to it opens the same view.

const defaults = { q: "", columns: ["stream", "action", "reason"], open: null }

/** The view that an address shows. */
export function read(hash) {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""))
  const columns = parameters.get("columns")
  const open = Number(parameters.get("open"))
  return {
    q: parameters.get("q") ?? defaults.q,
    columns: columns === null ? [...defaults.columns] : unique(columns.split(",").filter(Boolean)),
    open: Number.isSafeInteger(open) && open > 0 ? open : defaults.open,
  }
}

/** The address of a view; parts that are as by default are left out. */
export function write(view) {
  const parameters = new URLSearchParams()
  if (view.q) parameters.set("q", view.q)
  if (view.columns.join() !== defaults.columns.join()) parameters.set("columns", view.columns.join())
  if (view.open) parameters.set("open", view.open)
  return `#${parameters}`
}

function unique(names) {
  return [...new Set(names)]
}
