// Follows the received events: first the newest, then each that arrives. After a lost connection it goes on where it
// was, so that nothing is missing; an intake with another store begins anew.

import { get, Refused } from "/console/api.js"

const firstPage = 200
const wait = 25
// Several commits are read at once.
const pause = 100
const longestPause = 2000

/**
 * Follows the events that satisfy a filter.
 *
 * `handlers` has `begin()`, before the first events and when those that were shown are of another store;
 * `arrive(events)`, with the oldest first; `change(state, message)`, where the state is live, lost or refused.
 * Returns `stop()` and `older()`, which returns the events before those that were read, the newest first.
 */
export function follow(q, handlers) {
  const control = new AbortController()
  const signal = control.signal
  const feed = { stop: () => control.abort(), older }
  let after = null
  let before = null
  let store = null

  async function begin() {
    ({ store } = await get("/_info", {}, signal))
    const page = await get("/events", { q, order: "newest", limit: firstPage }, signal)
    handlers.begin()
    before = page.more ? page.next : null
    const events = page.events.reverse()
    after = events.at(-1)?.position ?? 0
    handlers.arrive(events)
  }

  async function read(seconds) {
    const page = await get("/events", { q, after, limit: 1000, ...(seconds ? { wait: seconds } : {}) }, signal)
    after = page.next
    if (page.events.length) handlers.arrive(page.events)
  }

  async function resume() {
    const current = await get("/_info", {}, signal)
    if (current.store !== store) return await begin()
    await read(0)
  }

  async function older() {
    if (before === null) return []
    const page = await get("/events", { q, order: "newest", before, limit: firstPage }, signal)
    before = page.more ? page.next : null
    return page.events
  }

  async function run() {
    let delay = pause
    let next = begin
    while (!signal.aborted) {
      try {
        await next()
        if (next !== readOn) handlers.change("live")
        ;[next, delay] = [readOn, pause]
      } catch (error) {
        if (signal.aborted) return
        const isRefused = error instanceof Refused && error.status < 500
        handlers.change(isRefused ? "refused" : "lost", error.message)
        if (isRefused) return
        next = after === null ? begin : resume
        delay = Math.min(delay * 2, longestPause)
      }
      await new Promise(resolve => setTimeout(resolve, delay))
    }
  }

  const readOn = () => read(wait)
  run()
  return feed
}
