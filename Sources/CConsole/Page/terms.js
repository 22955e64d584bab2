// @ts-check
// The terms of a filter as a person writes them. The intake reads them; the page only adds, finds and removes some.

/** The terms of a filter, each as it is written, quotation marks and all. */
export function terms(/** @type {string} */ q) {
  return q.match(/(?:[^\s"]|"(?:\\.|[^"\\])*"?)+/gs) ?? []
}

/** Whether a filter has a term. */
export function hasTerm(/** @type {string} */ q, /** @type {string} */ term) {
  return terms(q).includes(term)
}

/** The filter with a term; unchanged if it has it. */
export function withTerm(/** @type {string} */ q, /** @type {string} */ term) {
  return hasTerm(q, term) ? q : `${q} ${term}`.trim()
}

/** The filter without a term. */
export function withoutTerm(/** @type {string} */ q, /** @type {string} */ term) {
  return terms(q).filter(other => other !== term).join(" ")
}
