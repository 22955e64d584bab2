// An invalid event has an error event, which informs the owners of its stream. Both are one row: that of the invalid
// event, from which the error event opens. A filter that names the stream of error events shows these themselves.

import { get } from "/console/api.js"
import { term } from "/console/fields.js"

const streamEnd = ".error.validation"
const streams = `stream:*${streamEnd}`

/** The filter that the intake evaluates for one that a person writes. */
export function asked(q) {
  // A mistake of a person's filter, such as an open quotation mark, is cited with what follows it.
  return q.includes(streamEnd) ? q : `-${streams} ${q}`.trim()
}

/** The error event about an invalid event; undefined when the intake has none, as for one without an id. */
export async function errorEvent(received) {
  if (received.status !== "invalid" || !received.id) return undefined
  const q = `${streams} ${term("raw_event", `*${JSON.stringify(received.id)}*`)}`
  const page = await get("/events", { q, order: "newest", limit: 1 })
  return page.events[0]
}
