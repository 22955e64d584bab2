// The central values of the page, for the type check of its scripts. Nothing here is served.

type Json = null | boolean | number | string | Json[] | JsonObject
type JsonObject = { [name: string]: Json }

/** Whatever an event is: an object as a rule, but anyone may send `null`, a number or a list. */
type ExactEvent = import("/console/json.js").Value

/** What the intake knows of an event beside the event itself. */
interface Verdict {
  /** The place in the order of arrival, from 1. */
  position: number
  /** UTC, such as 2026-01-31T12:00:00.000Z. */
  receivedAt: string
  valid: boolean
  /** Only of a rejected event. */
  status?: "invalid" | "error"
  stream: string | null
  schema: string | null
  id: string | null
  test?: string | null
  /** Further arrivals with the same id. */
  repeats?: number
  context?: RejectionContext | null
}

interface RejectionContext {
  errorsText?: string
  message?: string
  errors?: SchemaError[]
}

/** What ajv says of a place in an event. */
interface SchemaError {
  keyword?: string
  /** Such as `.page.id`; empty for the event. */
  dataPath: string
  message?: string
  /** Such as `#/properties/action/type`. */
  schemaPath: string
  params?: Record<string, any>
}

/** An event that is opened, exactly. */
interface Received extends Verdict {
  event: ExactEvent
  /** When the client sent it, where the client says so. */
  sent?: { at: string, attempt: number }
}

/** An event of the list: `form=summary` of `GET /events`. */
interface Summary extends Verdict {
  /** The length of the event's JSON. */
  bytes: number
  reason: string | null
  /** The exact texts of the fields that were asked for, without those that the event lacks. */
  fields?: Record<string, string>
}

/** A page of `GET /events`. */
interface Page<Row> {
  events: Row[]
  /** The position at which the next page begins. */
  next: number
  more: boolean
  store: string
  /** The last position that the store has used. */
  newest: number
  /** Changes whenever events are removed. */
  removals: number
  removed: Removed
}

/** The last positions of each kind that were removed to make room; 0 if none were. */
interface Removed {
  accepted: number
  rejected: number
  errorEvents: number
}

/** The events that arrived in a minute, such as `2026-01-31T12:00Z`. */
interface Minute {
  minute: string
  accepted: number
  rejected: number
}

/** `GET /counts/matching`: the counts of all that a filter chooses. */
interface Tally {
  /** The time of the intake. */
  now: string
  accepted: number
  rejected: number
  minutes: Minute[]
  findings: Finding[]
  /** Whether the findings are those of all rejected events. */
  isComplete: boolean
}

/** Rejected events of one reason, of `GET /counts/matching`. */
interface Finding {
  place: string
  message: string
  rule: string
  count: number
  first: string
  last: string
  /** The position of the newest event. */
  newest: number
}

/** An active fault, of `GET /v1/faults`. */
interface Fault {
  id: string
  kind: string
  /** `events`, `stream-configs` or `schemas`. */
  target: string
  moment?: "before" | "after"
  status?: number
  "retry-after"?: string
  /** Seconds. */
  delay?: number
  /** The shares of the events that a mixed one rejects. */
  invalid?: number
  error?: number
  /** What it is limited to. */
  stream?: string[]
  destination?: string
  probability?: number
  requests?: number
  seconds?: number
  /** The requests that it was applied to, and their events. */
  hits: number
  events?: number
  last?: string
  clients?: { userAgent: string, hits: number }[]
}

/** `GET /clients`. */
interface Clients {
  clients: Client[]
  ledgers: Reported[]
}

/** What a client has said with its latest request. */
interface Reported {
  /** Its install id and its session id. */
  ids: string[]
  /** By its clock. */
  time: string
  attempt: number
  ledger: Account & { streams: Record<string, Account> }
}

/** What became of events, by the client. */
interface Account {
  submitted: number
  pending: number
  delivered: number
  dropped: Record<string, number>
}

/** A sender of events. */
interface Client {
  client: string | null
  platform: string | null
  version: string | null
  tests: string[]
  events: number
  last: string
  streams: ClientStream[]
}

/** What a client has sent of a stream; what is missing is known only of events with sequence numbers. */
interface ClientStream {
  stream: string
  events: number
  missing?: number
  duplicates?: number
  gaps?: [first: number, last: number][]
}

/** What has arrived of a stream, of `GET /counts`. */
interface Counts {
  accepted: number
  invalid: number
  error: number
  perSecond: number
}

/** What has arrived of a stream beside what is configured, of `GET /report`. */
interface Report {
  stream: string
  /** Whether the stream is configured. */
  planned: boolean
  accepted: number
  invalid: number
  error: number
  perDay: number | null
  /** Events a day. */
  forecast: { low: number, high: number } | null
  findings: { rule: string, text: string }[]
  neverFilled: string[]
  enums: { field: string, seen: Record<string, number>, unseen: string[] }[]
}

/** A stream with its newest counts, and with what a report says of it, if one does. */
type Arriving = Counts & Pick<Report, "stream" | "planned" | "findings"> & Partial<Report>

/** The newest findings of `eventctl check`, of `GET /findings`. */
interface CheckReport {
  /** When the files were checked. */
  checked: string
  errors: number
  warnings: number
  findings: CheckFinding[]
}

interface CheckFinding {
  rule: string
  severity: "error" | "warning" | "note"
  file: string
  line?: number
  column?: number
  problem: string
  reason: string
  remedy: string
  edits?: { text: string, replacement: string }[]
  /** The stream that it is about, if it is about a single one. */
  stream?: string
}

/** The settings of a stream, of `GET /v1/stream-configs`. A map without members arrives as `[]`. */
interface Configuration {
  schema_title?: string | null
  destination_event_service?: string | null
  /** Who is sampled; one that cannot be read is served too. */
  sample?: Json
  producers?: { metrics_platform_client?: ClientSettings | null } | null
}

interface ClientSettings {
  /** The older place of `sample`. */
  sampling?: Json
  provide_values?: string[] | null
  /** The operators of each attribute, with their operands. */
  curation?: JsonObject | null
}

/** What a client does with the events of a stream before it sends any. */
interface Treatment {
  /** The share in sample, from 0 to 1. */
  rate: number
  unit: string | undefined
  /** The attributes that it adds. */
  values: string[]
  /** The rules of curation, in words. */
  rules: string[]
}

/** The body of `POST /explain`. */
interface Question extends Identifiers {
  stream?: string
  event?: ExactEvent
  attributes?: ExactEvent
}

/** Of whom an event is, as far as a person knows. */
interface Identifiers {
  device?: string
  session?: string
  pageview?: string
}

/** What a client would do with an event, of `POST /explain`. */
interface Explanation {
  stream: string
  outcome: "sent" | "dropped" | "waits" | "undecided"
  /** Of an event that is dropped. */
  reason?: string
  stages: Stage[]
  remarks: string[]
  /** Who is in sample, in words; only of a stream in the served folder. */
  sampled?: string | null
  /** What the intake itself would do with the event. */
  intake?: { status: "accepted" | "invalid" | "error", context: RejectionContext | null }
  /** Of the stream's schema; only of a stream in the served folder. */
  example?: { event: Json } | null
}

/** A stage of an event's path. */
interface Stage {
  stage: string
  /** What it does with the event, or would do if the event got there. */
  outcome: "passes" | "dropped" | "waits" | "undecided"
  reached: boolean
  why: string
  /** Of a stage that drops the event. */
  reason?: string
  /** What an undecided stage has to be given. */
  unknown?: string[]
  /** Of curation. */
  rules?: CurationRule[]
}

interface CurationRule {
  attribute: string
  /** Null for the condition that every rule has: that there is a value. */
  operator: string | null
  value: Json
  holds: boolean
  /** Why the event has no value, where the client has removed it. */
  removed?: string
}

/** What the intake responds at a path, as far as it is written down here. */
type Answer<Path> = Path extends keyof Answers ? Answers[Path] : any

interface Answers {
  "/clients": Clients
  "/counts": { streams: Record<string, Counts> }
  "/counts/matching": Tally
  "/counts/minutes": Minute[]
  "/explain": Explanation
  "/findings": CheckReport
  "/report": { streams: Report[] }
  "/v1/faults": { faults: Fault[] }
  "/v1/stream-configs": Record<string, Configuration>
}

// The type check of Debian is older than these parts of HTML and of JavaScript.
interface HTMLElement {
  showPopover(): void
  hidePopover(): void
}
interface MapConstructor {
  groupBy<Key, Item>(items: Iterable<Item>, key: (item: Item) => Key): Map<Key, Item[]>
}
