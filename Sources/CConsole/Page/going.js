// @ts-check
// Goes to a time, or to an event by its id or its position.

import { get } from "/console/api.js"
import { cut, visible } from "/console/elements.js"
import { eventAt } from "/console/received.js"

const pattern = /^(\d{4}-\d\d-\d\d)?[T ]?(\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?(Z|[+-]\d\d:\d\d)?$/
const day = 86_400_000

/**
 * What a text means at a time `now`: `since` for a time, which is in UTC unless it has an offset, and without a date
 * the last one before now; `id` for anything else.
 * @param {string} text
 * @param {number} now
 * @returns {{ since?: string, id?: string }}
 */
export function target(text, now) {
  const [, date, time, zone = "Z"] = pattern.exec(text) ?? []
  const given = date ?? new Date(now).toISOString().slice(0, 10)
  const at = date || time ? Date.parse(`${given}T${time ?? "00:00"}${zone}`) : NaN
  if (Number.isNaN(at)) return { id: text }
  return { since: new Date(!date && at > now ? at - day : at).toISOString() }
}

/**
 * Lets a dialog go where its field says: `actions` has `since(time)` and `open(position)`; `now()` returns the time of
 * the intake.
 * @param {HTMLDialogElement} dialog
 * @param {{ since(time: string): void, open(position: number): void, now(): number }} actions
 */
export function goFrom(dialog, actions) {
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"))
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input"))
  const problem = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"))
  dialog.addEventListener("toggle", () => { problem.textContent = "" })
  form.addEventListener("submit", async event => {
    event.preventDefault()
    problem.textContent = ""
    const { since, id = "" } = target(field.value.trim(), actions.now())
    try {
      const position = since ? null : await withID(id) ?? await atPosition(id)
      if (since) actions.since(since)
      else if (position) actions.open(position)
      else {
        problem.textContent = `No event has the id or the position ${visible(cut(id, 100))}.`
        return
      }
      dialog.close()
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error)
    }
  })
}

/** @returns {Promise<number | undefined>} */
async function withID(/** @type {string} */ id) {
  return (await get("/events", { id, form: "summary", order: "newest", limit: 1 })).events[0]?.position
}

async function atPosition(/** @type {string} */ text) {
  return /^[1-9]\d{0,14}$/.test(text) ? (await eventAt(Number(text)))?.position : undefined
}
