// @ts-check
// What clients count of their events, where their apps let them say so.

import { own } from "/console/foreign.js"

/**
 * The newest report of a client, by its install id or its session id.
 * @param {Reported[]} reports  the newest first
 * @param {string | null | undefined} id
 */
export function reportOf(reports, id) {
  return reports.find(({ ids }) => ids.some(known => known === id))
}

/**
 * What a client counts of a stream; undefined if it did not say so: a report has room for some streams.
 * @param {Reported} report
 * @param {string} stream
 * @returns {Account | undefined}
 */
export function accountOf({ ledger }, stream) {
  const account = own(ledger.streams, stream)
  const listed = Object.values(ledger.streams).reduce((sum, { submitted }) => sum + submitted, 0)
  return account ?? (listed === ledger.submitted ? { submitted: 0, pending: 0, delivered: 0, dropped: {} } : undefined)
}

/** Such as “5 submitted: 1 pending, 2 delivered, 2 dropped (curated 2)”. */
export function inWords(/** @type {Account} */ { submitted, pending, delivered, dropped }) {
  const drops = Object.entries(dropped)
  const sum = drops.reduce((sum, [, count]) => sum + count, 0)
  const reasons = drops.map(([reason, count]) => `${reason} ${count}`).join(", ")
  return `${submitted} submitted: ${pending} pending, ${delivered} delivered, ${sum} dropped`
    + (reasons ? ` (${reasons})` : "")
}
