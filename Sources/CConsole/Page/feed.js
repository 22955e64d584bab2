// Follows the received events: first the newest, then each that arrives. After a lost connection it goes on where it
// was, so that nothing is missing; an intake with another store begins anew.

import { get, Refused } from "/console/api.js"
import { asked } from "/console/errorevents.js"
import { inSight, untilInSight } from "/console/live.js"

const firstPage = 200
const longestWait = 25
// Several commits are read at once.
const pause = 100
const longestPause = 2000
const pauseOutOfSight = 5000

/**
 * Follows the events that satisfy a filter, or those of them that arrived in a minute, such as `2026-01-31T12:00Z`, or
 * since a time; null for all.
 *
 * `handlers` has `begin(range)`, before the first events and when those that were shown are of another store, with the
 * parameters that choose the minute or the time; `arrive(events)`, with the oldest first; `change(state, message)`,
 * where the state is live, hidden (read now and then, without a request that waits), still (of a minute that has
 * passed), lost or refused.
 * Returns `stop()` and `older()`, which returns the events before those that were read, the newest first.
 */
export function follow(filter, { minute, since }, handlers) {
  const q = asked(filter)
  const control = new AbortController()
  const signal = control.signal
  const feed = { stop: () => control.abort(), older }
  let after = null
  let before = null
  let store = null
  let range = {}

  async function begin() {
    ({ store } = await get("/_info", {}, signal))
    range = minute ? await rangeOf(minute, signal) : { since }
    const page = await get("/events", { ...range, q, order: "newest", limit: firstPage }, signal)
    handlers.begin(range)
    before = page.more ? page.next : null
    const events = page.events.reverse()
    after = events.at(-1)?.position ?? 0
    handlers.arrive(events)
  }

  /** Reads what has arrived, and returns whether there is more. */
  async function read(wait, signal) {
    const page = await get("/events", { q, after, since: range.since ?? null, limit: 1000, wait }, signal)
    after = page.next
    const events = page.events.filter(received => !minute || startOf(received) === minute)
    if (events.length) handlers.arrive(events)
    return page.more
  }

  async function resume() {
    const current = await get("/_info", {}, signal)
    if (current.store !== store) return await begin()
    return await read(null, signal)
  }

  async function older() {
    if (before === null) return []
    const page = await get("/events", { ...range, q, order: "newest", before, limit: firstPage }, signal)
    before = page.more ? page.next : null
    return page.events
  }

  async function run() {
    let delay = pause
    let next = begin
    while (!signal.aborted) {
      try {
        const hasMore = await next()
        if (range.before) return handlers.change("still")
        const isHidden = inSight().aborted
        if (isHidden || next !== readOn) handlers.change(isHidden ? "hidden" : "live")
        ;[next, delay] = isHidden ? [resume, hasMore ? pause : pauseOutOfSight] : [readOn, pause]
      } catch (error) {
        if (signal.aborted) return
        if (error.name === "AbortError") {
          handlers.change("hidden")
          ;[next, delay] = [resume, pauseOutOfSight]
        } else {
          const isRefused = error instanceof Refused && error.status < 500
          handlers.change(isRefused ? "refused" : "lost", error.message)
          if (isRefused) return
          next = after === null ? begin : resume
          delay = Math.min(delay * 2, longestPause)
        }
      }
      await (delay === pauseOutOfSight ? untilInSight(delay) : new Promise(resolve => setTimeout(resolve, delay)))
    }
  }

  const readOn = () => read(longestWait, AbortSignal.any([signal, inSight()]))
  run()
  return feed
}

/** The minute in which an event arrived. */
export function startOf(received) {
  return `${received.receivedAt.slice(0, 16)}Z`
}

/** The parameters that choose the events of a minute. Its end is the first event after it, if there is one yet. */
async function rangeOf(minute, signal) {
  const since = minute.replace("Z", ":00Z")
  const end = new Date(Date.parse(since) + 60_000).toISOString()
  const [later] = (await get("/events", { since: end, limit: 1 }, signal)).events
  return later ? { since, before: later.position } : { since }
}
