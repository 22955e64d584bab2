// All that a filter shows, as a file with one event a line.

import { get } from "/console/api.js"
import { element } from "/console/elements.js"

const maximumLength = 200_000_000

/** Saves the events that satisfy a filter and arrived since a time, null for all, in the order of arrival. */
export async function download(q, since) {
  const parts = []
  let [after, length, hasMore] = [0, 0, true]
  while (hasMore) {
    const page = await get("/events", { q, since, after, limit: 1000 })
    for (const { event } of page.events) {
      const line = `${JSON.stringify(event)}\n`
      length += line.length
      parts.push(line)
    }
    if (length > maximumLength) throw new Error("That is too much for a browser: narrow the filter.")
    ;[after, hasMore] = [page.next, page.more]
  }
  const address = URL.createObjectURL(new Blob(parts, { type: "application/x-ndjson" }))
  element("a", { href: address, download: "events.ndjson" }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
