// @ts-check
// Follows the received events: first the newest, then each that arrives. After a lost connection it goes on where it
// was, so that nothing is missing; an intake with another store begins anew.

import { get, Refused } from "/console/api.js"
import { inSight, untilInSight } from "/console/live.js"


const firstPage = 200
const longestPage = 1000
const longestWait = 25
// Several commits are read at once.
const pause = 100
const longestPause = 2000
const pauseOutOfSight = 5000

/** @type {(signals: AbortSignal[]) => AbortSignal} */
const any = signals => /** @type {any} */ (AbortSignal).any(signals)

/**
 * Follows the events that a question chooses: parameters of `GET /events`.
 *
 * `handlers` has `begin(page)`, with the newest first, before any other and if those that were shown are of another
 * store; `arrive(page)`, with the oldest first; `remove()`, if events were removed; and `change(state, message)`, where
 * the state is live, hidden (read now and then, without a request that waits), lost or refused.
 * Returns a function that stops it.
 * @param {import("./api.js").Parameters} question
 * @param {{ begin(page: Page<Summary>): void, arrive(page: Page<Summary>): void, remove(): void,
 *   change(state: string, message?: string): void }} handlers
 */
export function follow(question, handlers) {
  const control = new AbortController()
  const { signal } = control
  /** @type {Page<Summary> | null} */
  let last = null

  async function begin() {
    /** @type {Page<Summary>} */
    const page = await get("/events", { ...question, order: "newest", limit: firstPage }, signal)
    handlers.begin(page)
    last = { ...page, next: page.newest }
    return false
  }

  /**
   * Reads what has arrived, and returns whether there is more.
   * @param {number | null} wait @param {AbortSignal} signal
   */
  async function read(wait, signal) {
    if (!last) return await begin()
    const { next: after, removals, store } = last
    /** @type {Page<Summary>} */
    const page = await get("/events", { ...question, after, removals, limit: longestPage, wait }, signal)
    if (page.store !== store) return await begin()
    last = page
    if (page.events.length) handlers.arrive(page)
    if (page.removals !== removals) handlers.remove()
    return page.more
  }

  const resume = () => read(null, signal)
  const readOn = () => read(longestWait, any([signal, inSight()]))

  async function run() {
    let delay = pause
    let next = resume
    while (!signal.aborted) {
      try {
        const hasMore = await next()
        const isHidden = inSight().aborted
        if (isHidden || next !== readOn) handlers.change(isHidden ? "hidden" : "live")
        ;[next, delay] = isHidden ? [resume, hasMore ? pause : pauseOutOfSight] : [readOn, pause]
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof Error)) throw error
        if (error.name === "AbortError") {
          handlers.change("hidden")
          ;[next, delay] = [resume, pauseOutOfSight]
        } else {
          const isRefused = error instanceof Refused && error.status < 500
          handlers.change(isRefused ? "refused" : "lost", error.message)
          if (isRefused) return
          ;[next, delay] = [resume, Math.min(delay * 2, longestPause)]
        }
      }
      await (delay === pauseOutOfSight ? untilInSight(delay) : new Promise(resolve => setTimeout(resolve, delay)))
    }
  }

  run()
  return () => control.abort()
}
