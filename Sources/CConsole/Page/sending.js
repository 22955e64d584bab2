// A form that sends an event, edited. What the intake responds is its verdict.

import { submit } from "/console/api.js"
import { cut, element, visible } from "/console/elements.js"

const maximumText = 2000

/**
 * A form that is folded up under a summary. When it is opened, `read()` returns a promise of the event to edit.
 */
export function sending(summary, read) {
  const text = element("textarea", { rows: "12", spellcheck: "false", required: true })
  const answer = element("p", { role: "status" })
  const form = element("form", {}, element("label", {}, "The event, without id and time of the first", text),
    element("button", { type: "submit" }, "Send"), answer)
  form.addEventListener("submit", async submitted => {
    submitted.preventDefault()
    answer.textContent = "Sending …"
    answer.textContent = await submit(text.value).then(verdict, error => `Not sent: ${error.message}`)
  })
  const box = element("details", { className: "again" }, element("summary", {}, summary), form)
  box.addEventListener("toggle", async () => {
    if (!box.open || text.value) return
    const event = await read().catch(error => { answer.textContent = error.message })
    if (event) text.value = JSON.stringify(another(event), null, 2)
  })
  return box
}

/** An event without what makes it that one: the intake and the client give each event its own. */
export function another(event) {
  const { id, dt, request_id, ...meta } = event.meta ?? {}
  return { ...event, meta }
}

/** The words for the response to a submitted event. */
function verdict({ status, body }) {
  if (status === 201) return "Accepted."
  const rejection = [...body?.invalid ?? [], ...body?.error ?? []][0]
  const why = rejection?.context?.errorsText ?? rejection?.context?.message ?? body?.detail ?? "no reason is given"
  return visible(cut(`Status ${status}: ${why}`, maximumText))
}
