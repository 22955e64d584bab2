// Requests to the intake that serves this page.

const key = "token"

/** The response was an error; its message is that of the intake. */
export class Refused extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** The JSON of a response. */
export async function get(path, parameters = {}, signal = undefined) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "" && value !== null))
  return await jsonOf(await send(`${path}?${query}`, { signal }))
}

let paths = null

/** Whether the intake has a path. An older one may lack it. */
export async function has(path) {
  paths ??= get("/").then(({ addresses }) => new Set(addresses))
  try {
    return (await paths).has(path)
  } catch (error) {
    paths = null
    throw error
  }
}

/** Makes a request that changes something. */
export async function change(method, path, value = undefined) {
  const response = await sendJSON(method, path, value === undefined ? undefined : JSON.stringify(value))
  if (!response.ok) throw await refusal(response)
}

/** The JSON of the response to a question that has a body. */
export async function ask(path, value) {
  return await jsonOf(await sendJSON("POST", path, JSON.stringify(value)))
}

/** Submits an event: the status, and the reasons in the response; null without any. */
export async function submit(json) {
  const response = await sendJSON("POST", "/v1/events", json)
  return { status: response.status, body: await response.json().catch(() => null) }
}

/** Whether a token is sent, which a link cannot have. */
export function hasToken() {
  return sessionStorage.getItem(key) !== null
}

async function jsonOf(response) {
  if (!response.ok) throw await refusal(response)
  return await response.json()
}

async function refusal(response) {
  const problem = await response.json().catch(() => ({}))
  return new Refused(response.status, problem.detail ?? response.statusText)
}

function sendJSON(method, path, body) {
  return send(path, { method, headers: { "Content-Type": "application/json" }, body })
}

/** The response to a request. Asks for the token when the intake wants one. */
async function send(path, request) {
  for (;;) {
    const token = sessionStorage.getItem(key)
    const headers = token ? { ...request.headers, Authorization: `Bearer ${token}` } : request.headers
    const response = await fetch(path, { ...request, headers, cache: "no-store" }).catch(unreached)
    if (response.status !== 401) return response
    await askForToken(token)
  }
}

/** Says in words that there is no response; a request that the page has cancelled stays so. */
function unreached(error) {
  throw error.name === "AbortError" ? error : new Error("The intake does not respond. Is it still running?")
}

let question = null

/** Asks for the token, once however many requests were refused; not again if another request has asked meanwhile. */
function askForToken(refused) {
  if (sessionStorage.getItem(key) !== refused) return Promise.resolve()
  question ??= new Promise(resolve => {
    const dialog = document.querySelector("#token")
    const field = dialog.querySelector("input")
    field.value = ""
    dialog.querySelector("[role=alert]").textContent = refused ? "The intake refused this token." : ""
    dialog.addEventListener("close", () => {
      sessionStorage.setItem(key, field.value.trim())
      question = null
      resolve()
    }, { once: true })
    dialog.showModal()
  })
  return question
}
