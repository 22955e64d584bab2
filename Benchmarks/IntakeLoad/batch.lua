-- POSTs of 100 events each, every event with an id of its own.
local rows = tonumber(os.getenv("EVENTS") or "100")
local thread_number = 0

function setup(thread)
   thread:set("number", thread_number)
   thread_number = thread_number + 1
end

local counter = 0
local head = '{"$schema":"/analytics/product_metrics/app/base/1.3.0","meta":{"stream":"app.interactions","id":"'
local tail = '","domain":"en.wikipedia.org"},"dt":"2026-01-31T12:00:00.000Z","action":"click",'
   .. '"element_id":"save","element_friendly_name":"Save changes","agent":{"client_platform":"ios",'
   .. '"client_platform_family":"app","app_version_name":"7.4.1","release_status":"prod"},'
   .. '"mediawiki":{"database":"enwiki"},"performer":{"groups":["user"],"is_logged_in":true,"session_id":"0123456789abcdef0123"}}'

function init(args)
   math.randomseed(os.time() + number)
   stamp = string.format("%08x-%04x", math.random(0, 0x7fffffff), number)
   wrk.method = "POST"
   wrk.path = "/v1/events"
   wrk.headers["Content-Type"] = "application/json"
end

function request()
   local events = {}
   for i = 1, rows do
      counter = counter + 1
      events[i] = head .. string.format("%s-7000-8000-%012x", stamp, counter) .. tail
   end
   return wrk.format(nil, nil, nil, "[" .. table.concat(events, ",") .. "]")
end

-- At a fixed rate, each of the connections waits between a response and its next request (milliseconds): as long as the
-- rate leaves it, less what a response takes.
local rate = tonumber(os.getenv("HALF") or "0")
local response_time = tonumber(os.getenv("ANSWER") or "0")
if rate > 0 then
   local connections = tonumber(os.getenv("CONNECTIONS") or "8")
   function delay() return math.max(0, connections * 1000 / rate - response_time) end
end

function done(summary, latency, requests)
   local errors = summary.errors
   local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
   print(string.format("RESULT\t%d\t%d\t%d\t%d\t%d", summary.requests, summary.duration, latency:percentile(50),
      latency:percentile(99), failed))
end
