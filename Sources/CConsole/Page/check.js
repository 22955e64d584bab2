// What `eventctl check` finds in the folders that the intake serves, as they are edited.

import { get, has } from "/console/api.js"
import { counted, cut, element, visible } from "/console/elements.js"
import { repeat } from "/console/live.js"

const maximumFindings = 100
const maximumText = 1000

/** The newest findings. */
export class Check {
  /** In the order of the intake, the most serious first. */
  findings = []
  #last = null

  /** `changed(text)` is called when there are others, with their number in words: empty without errors and warnings. */
  constructor(changed) {
    repeat(() => this.#read(changed).catch(() => {}))  // The state of the connection is shown already.
  }

  async #read(changed) {
    if (!await has("/findings")) return
    const { checked, errors, warnings, findings } = await get("/findings")
    if (checked === null || checked === this.#last) return
    this.#last = checked
    this.findings = findings
    changed(inWords(errors, warnings))
  }
}

/** The numbers of errors and of warnings in words; empty for none. */
export function inWords(errors, warnings) {
  return [[errors, "error"], [warnings, "warning"]].filter(([count]) => count)
    .map(([count, noun]) => counted(count, noun)).join(", ")
}

/** The findings by stream, of those that are shown; all others at `null`. */
export function byStream(findings, streams) {
  return Map.groupBy(findings, ({ stream }) => streams.has(stream) ? stream : null)
}

/** Whether a finding lets a check fail, at least where it is strict. */
export function isSerious({ severity }) {
  return severity !== "note"
}

/** Shows findings; notes are folded up. */
export function list(findings) {
  const notes = findings.filter(finding => !isSerious(finding))
  const serious = findings.filter(isSerious)
  return [
    ...serious.length ? [items(serious)] : [],
    ...notes.length ? [element("details", {}, element("summary", {}, `${counted(notes.length, "note")} of the check`),
      items(notes))] : [],
  ]
}

function items(findings) {
  const made = findings.slice(0, maximumFindings).map(item)
  const rest = findings.length - made.length
  return element("ul", { className: "check" }, ...made, ...rest ? [element("li", {}, `and ${rest} more`)] : [])
}

function item({ severity, file, line, column, problem, reason, remedy, rule, edits = [] }) {
  const place = [file, line, column].filter(part => part !== undefined).join(":")
  const fixes = edits.map(({ text, replacement }) => ` “${text}” becomes “${replacement}”.`).join("")
  const text = words => visible(cut(words, maximumText))
  return element("li", { className: severity }, element("strong", {}, severity), " ", element("code", {}, text(place)),
    ` ${text(problem)}`, element("span", { className: "fix" }, text(`${remedy}${fixes}`)),
    element("small", {}, text(`${reason} (${rule})`)))
}
