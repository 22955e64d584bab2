// @ts-check
// What a person has chosen in this browser, such as hidden streams. It is no part of the view: a link has none of it.

const key = "settings"

/** @type {Record<string, any>} */
const kept = read()

function read() {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? "{}")
    return value !== null && typeof value === "object" ? value : {}
  } catch {
    // Without a storage, or with one that somebody else has written, a choice lasts as long as the page.
    return {}
  }
}

/**
 * What was chosen; `usual` without a choice, and for a value of another type.
 * @template Value
 * @param {string} name
 * @param {Value} usual
 * @returns {Value}
 */
export function setting(name, usual) {
  const value = Object.hasOwn(kept, name) ? kept[name] : usual
  return typeof value === typeof usual && Array.isArray(value) === Array.isArray(usual) ? value : usual
}

/** Keeps a choice. */
export function keep(/** @type {string} */ name, /** @type {unknown} */ value) {
  kept[name] = value
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // It lasts as long as the page.
  }
}
