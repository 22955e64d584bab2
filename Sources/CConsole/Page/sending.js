// @ts-check
// A form that sends an event, edited. What the intake responds is its verdict.

import { submit } from "/console/api.js"
import { cut, element, messageOf, noteOfUnseen, visible } from "/console/elements.js"
import { parse, pretty } from "/console/json.js"

/** @typedef {import("/console/json.js").Value} Value */

const maximumText = 2000
// The intake and the client give each event its own.
const ownNames = ["id", "dt", "request_id"]

/**
 * A form that is folded up under a summary. When it is opened, `read()` returns a promise of the event to edit.
 * @param {string} summary
 * @param {() => Promise<Value>} read
 */
export function sending(summary, read) {
  const text = element("textarea", { rows: "12", spellcheck: "false", required: true })
  const { note, draw } = noteOfUnseen(text)
  const answer = element("p", { role: "status" })
  const form = element("form", {}, element("label", {}, "The event, without id and time of the first", text), note,
    element("button", { type: "submit" }, "Send"), answer)
  form.addEventListener("submit", async submitted => {
    submitted.preventDefault()
    answer.textContent = "Sending …"
    answer.textContent = await submit(text.value).then(verdict, error => `Not sent: ${messageOf(error)}`)
  })
  const box = element("details", { className: "again" }, element("summary", {}, summary), form)
  box.addEventListener("toggle", async () => {
    if (!box.open || text.value) return
    try {
      text.value = another(await read())
      draw()
    } catch (error) {
      answer.textContent = messageOf(error)
    }
  })
  return box
}

/**
 * The text of an event without what makes it that one; all else is as it was sent.
 * @param {Value} event
 */
export function another(event) {
  const members = event.members.map(([name, value, written]) =>
    `${written}:${name === "meta" ? withoutOwn(value) : value.text}`)
  return pretty(event.kind === "object" ? parse(`{${members}}`) : event)
}

/** @param {Value} meta */
function withoutOwn(meta) {
  if (meta.kind !== "object") return meta.text
  const kept = meta.members.filter(([name]) => !ownNames.includes(name))
  return `{${kept.map(([, value, written]) => `${written}:${value.text}`)}}`
}

/**
 * The words for the response to a submitted event.
 * @param {{ status: number, body: any }} response
 */
function verdict({ status, body }) {
  if (status === 201) return "Accepted."
  const rejection = [...body?.invalid ?? [], ...body?.error ?? []][0]
  const why = rejection?.context?.errorsText ?? rejection?.context?.message ?? body?.detail ?? "no reason is given"
  return visible(cut(`Status ${status}: ${why}`, maximumText))
}
