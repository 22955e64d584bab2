// @ts-check
// What the intake did with an event, and when.

import { counted, cut, element, visible } from "/console/elements.js"
import { errors, reason } from "/console/fields.js"

const maximumText = 300

/**
 * The steps of an event, as sentences.
 * @param {Received} received
 */
export function steps(received) {
  const { event, position, receivedAt, repeats, schema, sent, stream } = received
  const dt = event.at("dt")?.string ?? ""
  const made = Date.parse(dt)
  const left = sent ? Date.parse(sent.at) : NaN
  const broken = errors(received).length
  return [
    ...Number.isNaN(made) ? [] : [`${dt}: happened, by the clock of the client (dt).`],
    ...sent ? [`${sent.at}: sent, by the clock of the client${later(made, left)}, at attempt ${sent.attempt}.`] : [],
    `${receivedAt}: received${later(sent ? left : made, Date.parse(receivedAt))}.`,
    ...received.status === "error" ? [`Rejected: ${reason(received)}`] : [
      `The stream ${stream} is configured; fields that it has the intake fill in were added.`,
      broken ? `Checked against ${schema}: ${broken === 1 ? "one rule is" : `${broken} rules are`} broken.`
        : `Checked against ${schema}: satisfied.`,
      received.valid ? `Accepted and stored at position ${position}.`
        : `Rejected, kept at position ${position}, and an error event was made about it.`,
    ],
    ...repeats
      ? [`Arrived ${counted(repeats, "more time")} with the same id: each is a duplicate, answered as accepted.`] : [],
  ]
}

/**
 * How long a time is after another, behind a comma; empty if either is not known.
 * @param {number} from
 * @param {number} to
 */
function later(from, to) {
  const seconds = (to - from) / 1000
  if (Number.isNaN(seconds)) return ""
  if (seconds < 0) return ", before that: the client's clock is fast"
  if (seconds < 120) return `, ${seconds.toFixed(1)} s later`
  return seconds < 7200 ? `, ${Math.round(seconds / 60)} minutes later` : `, ${Math.round(seconds / 3600)} hours later`
}

/**
 * Shows the steps.
 * @param {Received} received
 */
export function journey(received) {
  return element("section", {}, element("h3", {}, "What the intake did"),
    element("ol", {}, ...steps(received).map(step => element("li", {}, visible(cut(step, maximumText))))))
}
