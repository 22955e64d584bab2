// @ts-check
// All that a filter shows, as a file with one event a line.

import { getResponse } from "/console/api.js"
import { element } from "/console/elements.js"

const maximumLength = 200_000_000
const newline = 10

/**
 * Saves the events that satisfy parameters of `GET /events`, in the order of arrival, as the intake holds them. Returns
 * their number, with which `report` is called while they come.
 * @param {Record<string, any>} parameters
 * @param {(count: number) => void} [report]
 */
export async function download(parameters, report = () => {}) {
  const control = new AbortController()
  const response = await getResponse("/events", { ...parameters, form: "ndjson" }, control.signal)
  /** @type {Uint8Array[]} */
  const parts = []
  let [length, count] = [0, 0]
  for (const reader = response.body?.getReader(); reader;) {
    const { done, value } = await reader.read().catch(endedEarly)
    if (done) break
    parts.push(value)
    length += value.length
    for (const byte of value) if (byte === newline) count += 1
    report(count)
    if (length <= maximumLength) continue
    control.abort()
    throw new Error("That is too much for a browser: narrow the filter.")
  }
  const address = URL.createObjectURL(new Blob(parts, { type: "application/x-ndjson" }))
  element("a", { href: address, download: "events.ndjson" }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return count
}

/** @returns {never} */
function endedEarly() {
  throw new Error("The connection ended before the last event. Nothing was saved.")
}
