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
  const response = await send(`${path}?${query}`, { signal })
  if (!response.ok) throw await refusal(response)
  return await response.json()
}

let paths = null

/** Whether the intake has a path. An older one may lack it. */
export async function has(path) {
  paths ??= get("/").then(({ addresses }) => new Set(addresses))
  return (await paths).has(path)
}

/** Makes a request that changes something. */
export async function change(method, path, value = undefined) {
  const body = value === undefined ? {} : { body: JSON.stringify(value) }
  const response = await send(path, { method, headers: { "Content-Type": "application/json" }, ...body })
  if (!response.ok) throw await refusal(response)
}

async function refusal(response) {
  const problem = await response.json().catch(() => ({}))
  return new Refused(response.status, problem.detail ?? response.statusText)
}

/** Submits an event: the status, and the reasons in the response; null without any. */
export async function submit(json) {
  const headers = { "Content-Type": "application/json" }
  const response = await send("/v1/events", { method: "POST", headers, body: json })
  return { status: response.status, body: await response.json().catch(() => null) }
}

/** The response to a request. Asks for the token when the intake wants one. */
async function send(path, request) {
  for (;;) {
    const token = sessionStorage.getItem(key)
    const headers = token ? { ...request.headers, Authorization: `Bearer ${token}` } : request.headers
    const response = await fetch(path, { ...request, headers, cache: "no-store" })
    if (response.status !== 401) return response
    await askForToken(token)
  }
}

let question = null

/** Asks for the token, once however many requests were refused; not again if another request has asked meanwhile. */
function askForToken(refused) {
  if (sessionStorage.getItem(key) !== refused) return Promise.resolve()
  question ??= new Promise(resolve => {
    const dialog = document.querySelector("#token")
    const field = dialog.querySelector("input")
    field.value = ""
    dialog.addEventListener("close", () => {
      sessionStorage.setItem(key, field.value.trim())
      question = null
      resolve()
    }, { once: true })
    dialog.showModal()
  })
  return question
}
