// Goes to a time, or to an event by its id or its position.

import { get } from "/console/api.js"
import { cut, visible } from "/console/elements.js"

const pattern = /^(\d{4}-\d\d-\d\d)?[T ]?(\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?(Z|[+-]\d\d:\d\d)?$/
const day = 86_400_000

/**
 * What a text means at a time `now`: `since` for a time, which is in UTC unless it has an offset, and without a date
 * the last one before now; `id` for anything else.
 */
export function target(text, now) {
  const [, date, time, zone = "Z"] = pattern.exec(text) ?? []
  const given = date ?? new Date(now).toISOString().slice(0, 10)
  const at = date || time ? Date.parse(`${given}T${time ?? "00:00"}${zone}`) : NaN
  if (Number.isNaN(at)) return { id: text }
  return { since: new Date(!date && at > now ? at - day : at).toISOString() }
}

/**
 * Lets a form go where its field says. `actions` has `since(time)`, `open(position)`, and `one(position)`, which
 * returns a promise of the event there.
 */
export function goFrom(form, actions) {
  const [field, problem] = ["input", "[role=alert]"].map(part => form.querySelector(part))
  form.addEventListener("submit", async event => {
    event.preventDefault()
    problem.textContent = ""
    const { since, id } = target(field.value.trim(), Date.now())
    try {
      if (since) return actions.since(since)
      const found = await withID(id) ?? await actions.one(positionOf(id))
      if (found) actions.open(found.position)
      else problem.textContent = `No event has the id or the position ${visible(cut(id, 100))}.`
    } catch (error) {
      problem.textContent = error.message
    }
  })
}

async function withID(id) {
  return (await get("/events", { id, order: "newest", limit: 1 })).events[0]
}

function positionOf(text) {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
