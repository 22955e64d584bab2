// @ts-check
// Requests to the intake that serves this page.

import { written } from "/console/json.js"

const key = "token"

/** The response was an error; its message is that of the intake. */
export class Refused extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** There is no response: the intake is gone, or the network. */
export class Unreached extends Error {}

/** @typedef {Record<string, string | number | boolean | null | undefined>} Parameters */

/** The address of a path with parameters; those that are empty are left out. */
function address(/** @type {string} */ path, /** @type {Parameters} */ parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== "" && value !== null && value !== undefined)
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/**
 * The JSON of a response.
 * @template {string} Path
 * @param {Path} path
 * @param {Parameters} parameters
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<Path>>}
 */
export async function get(path, parameters = {}, signal) {
  return await (await getResponse(path, parameters, signal)).json()
}

/**
 * The text of a response, in which JSON is exact.
 * @param {string} path
 * @param {Parameters} parameters
 * @param {AbortSignal} [signal]
 */
export async function getText(path, parameters = {}, signal) {
  return await (await getResponse(path, parameters, signal)).text()
}

/**
 * A response that is no error.
 * @param {string} path
 * @param {Parameters} parameters
 * @param {AbortSignal} [signal]
 */
export async function getResponse(path, parameters = {}, signal) {
  const response = await send(address(path, parameters), { signal })
  if (!response.ok) throw await refusal(response)
  return response
}

/** @type {Promise<Set<string>> | null} */
let paths = null

/** Whether the intake has a path. An older one may lack it. */
export async function has(/** @type {string} */ path) {
  paths ??= get("/").then(({ addresses }) => new Set(addresses))
  try {
    return (await paths).has(path)
  } catch (error) {
    paths = null
    throw error
  }
}

/**
 * Changes something of the intake.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [value]
 */
export async function changeIntake(method, path, value) {
  const response = await sendJSON(method, path, value === undefined ? undefined : written(value))
  if (!response.ok) throw await refusal(response)
}

/**
 * The JSON of the response to a question that has a body.
 * @template {string} Path
 * @param {Path} path
 * @param {unknown} value
 * @returns {Promise<Answer<Path>>}
 */
export async function ask(path, value) {
  return JSON.parse(await askForText(path, value))
}

/**
 * The text of the response to a question that has a body, in which JSON is exact.
 * @param {string} path
 * @param {unknown} value
 */
export async function askForText(path, value) {
  const response = await sendJSON("POST", path, written(value))
  if (!response.ok) throw await refusal(response)
  return await response.text()
}

/** Submits an event: the status, and the reasons in the response; null without any. */
export async function submit(/** @type {string} */ json) {
  const response = await sendJSON("POST", "/v1/events", json)
  return { status: response.status, body: await response.json().catch(() => null) }
}

/** @param {Response} response */
async function refusal(response) {
  const problem = await response.json().catch(() => ({}))
  return new Refused(response.status, problem.detail ?? response.statusText)
}

/** @param {string} method @param {string} path @param {string} [body] */
function sendJSON(method, path, body) {
  return send(path, { method, headers: { "Content-Type": "application/json" }, body })
}

/**
 * The response to a request. Asks for the token if the intake wants one.
 * @param {string} path
 * @param {RequestInit} request
 */
async function send(path, request) {
  for (;;) {
    const token = sessionStorage.getItem(key)
    // The page's own requests meet no fault that it shows, and use none up.
    const own = { ...request.headers, "X-Event-Console": "1" }
    const headers = { ...own, ...token ? { Authorization: `Bearer ${bytes(token)}` } : {} }
    const response = await fetch(path, { ...request, headers, cache: "no-store" }).catch(unreached)
    if (response.status !== 401) return response
    await askForToken(token)
  }
}

/**
 * Says in words that there is no response; a request that the page has cancelled stays so.
 * @returns {Promise<never>}
 */
async function unreached(/** @type {Error} */ error) {
  throw error.name === "AbortError" ? error : new Unreached("The intake does not respond. Is it still running?")
}

// MARK: - The token

/** Its UTF-8 bytes, each as one character: a header has bytes, and a token may have any characters. */
function bytes(/** @type {string} */ token) {
  return String.fromCharCode(...new TextEncoder().encode(token))
}

/** Whether a token is sent, which a link cannot have. */
export function hasToken() {
  return sessionStorage.getItem(key) !== null
}

/** Forgets the token: the next request asks for another one. */
export function forgetToken() {
  sessionStorage.removeItem(key)
  question = null
}

/** Asks anew, after a person has given none. */
export function giveToken() {
  question = null
}

/** @type {Promise<void> | null} */
let question = null

/**
 * Asks for the token, once however many requests were refused; not again if another request has asked meanwhile.
 * A person who gives none is asked again by `giveToken` only.
 */
function askForToken(/** @type {string | null} */ refused) {
  if (sessionStorage.getItem(key) !== refused) return Promise.resolve()
  question ??= new Promise((resolve, reject) => {
    const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("#token"))
    const field = /** @type {HTMLInputElement} */ (dialog.querySelector("input"))
    const problem = /** @type {HTMLElement} */ (dialog.querySelector("[role=alert]"))
    field.value = ""
    dialog.returnValue = ""
    problem.textContent = refused ? "The intake refused this token." : ""
    dialog.addEventListener("close", () => {
      if (dialog.returnValue !== "given") return reject(new Refused(401, "The intake wants a token."))
      sessionStorage.setItem(key, field.value.trim())
      question = null
      resolve()
    }, { once: true })
    dialog.showModal()
  })
  return question
}
