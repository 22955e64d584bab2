// @ts-check
// Reads objects whose names others have chosen: one such as “constructor” has no meaning of its own.

/**
 * What an object has under a name; undefined if it has none.
 * @template Value
 * @param {Record<string, Value>} object
 * @param {string} name
 * @returns {Value | undefined}
 */
export function own(object, name) {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/**
 * Whether a value of JSON is an object.
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value)
}

/**
 * The value at a path in JSON; undefined if there is none.
 * @param {Json | undefined} value
 * @param {string[]} path
 */
export function at(value, ...path) {
  for (const name of path) value = isObject(value) ? own(value, name) : undefined
  return value
}

/**
 * The text at a path in JSON; undefined if there is none, or a value of another type.
 * @param {Json | undefined} value
 * @param {string[]} path
 */
export function textAt(value, ...path) {
  const found = at(value, ...path)
  return typeof found === "string" ? found : undefined
}
