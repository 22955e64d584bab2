// @ts-check
// An invalid event has an error event, which informs the owners of its stream. Both are one row: that of the invalid
// event, from which the error event opens. A filter that names the stream of error events shows these themselves.

import { get } from "/console/api.js"

const streams = "stream:*.error.validation"

/**
 * The error event about an invalid event; undefined when the intake has none, as for one without an id.
 * @param {Received} received
 * @returns {Promise<Verdict | undefined>}
 */
export async function errorEvent(received) {
  if (received.status !== "invalid" || !received.id) return undefined
  // The error event has the invalid one as a text.
  const id = JSON.stringify(received.id).replace(/["\\*]/g, "\\$&")
  const page = await get("/events", { q: `${streams} raw_event:"*${id}*"`, order: "newest", limit: 1 })
  return page.events[0]
}
