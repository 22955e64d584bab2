// @ts-check
// What `eventctl check` finds in the folders that the intake serves, as they are edited.

import { get, has } from "/console/api.js"
import { counted, cut, element, visible } from "/console/elements.js"
import { repeat } from "/console/live.js"

const maximumFindings = 100
const maximumText = 1000

/** The newest findings. */
export class Check {
  /**
   * In the order of the intake, the most serious first.
   * @type {CheckFinding[]}
   */
  findings = []
  /** When they were found; empty before that. */
  #last = ""

  /**
   * `changed(text)` is called when there are others, with their number in words: empty without errors and warnings.
   * @param {(text: string) => void} changed
   */
  constructor(changed) {
    // The state of the connection is shown already.
    repeat(() => this.#read(changed).catch(() => false), { longest: 4000 })
  }

  /** Whether anything has changed. */
  async #read(/** @type {(text: string) => void} */ changed) {
    if (!await has("/findings")) return false
    const { checked, errors, warnings, findings } = await get("/findings")
    if (checked === this.#last) return false
    this.#last = checked
    this.findings = findings
    changed(inWords(errors, warnings))
    return true
  }
}

/**
 * The numbers of errors and of warnings in words; empty for none.
 * @param {number} errors
 * @param {number} warnings
 */
export function inWords(errors, warnings) {
  return [...errors ? [counted(errors, "error")] : [], ...warnings ? [counted(warnings, "warning")] : []].join(", ")
}

/**
 * The findings by stream, of those that are shown; all others at `null`.
 * @param {CheckFinding[]} findings
 * @param {Set<string>} streams
 */
export function byStream(findings, streams) {
  return Map.groupBy(findings, ({ stream }) => stream !== undefined && streams.has(stream) ? stream : null)
}

/** Whether a finding lets a check fail, at least where it is strict. */
export function isSerious(/** @type {CheckFinding} */ { severity }) {
  return severity !== "note"
}

/** Shows findings; notes are folded up. */
export function findingsList(/** @type {CheckFinding[]} */ findings) {
  const notes = findings.filter(finding => !isSerious(finding))
  const serious = findings.filter(isSerious)
  return [
    ...serious.length ? [items(serious)] : [],
    ...notes.length ? [element("details", {}, element("summary", {}, `${counted(notes.length, "note")} of the check`),
      items(notes))] : [],
  ]
}

function items(/** @type {CheckFinding[]} */ findings) {
  const made = findings.slice(0, maximumFindings).map(item)
  const rest = findings.length - made.length
  return element("ul", { className: "check" }, ...made, ...rest ? [element("li", {}, `and ${rest} more`)] : [])
}

/** Where a finding is: `Streams/a.yaml:3:5`. */
export function placeOf(/** @type {CheckFinding} */ { file, line, column }) {
  return [file, line, column].filter(part => part !== undefined).join(":")
}

function item(/** @type {CheckFinding} */ finding) {
  const { severity, problem, reason, remedy, rule, edits = [] } = finding
  const fixes = edits.map(({ text, replacement }) => ` “${text}” becomes “${replacement}”.`).join("")
  const text = (/** @type {string} */ words) => visible(cut(words, maximumText))
  return element("li", { className: severity }, element("strong", {}, severity), " ",
    element("code", {}, text(placeOf(finding))), ` ${text(problem)}`,
    element("span", { className: "fix" }, text(`${remedy}${fixes}`)), element("small", {}, text(`${reason} (${rule})`)))
}
