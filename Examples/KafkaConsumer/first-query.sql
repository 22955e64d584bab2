-- For each day and source of results: the searches, those in which a result was chosen, and the time to the results.
-- A search is counted on the day in UTC on which it began, by the client's clock, however late its events have arrived.
SELECT (began AT TIME ZONE 'UTC')::DATE AS day,
       source,
       count(DISTINCT search_session_token) AS searches,
       count(DISTINCT search_session_token) FILTER (action = 'choose') AS chosen,
       round(avg(time_to_results_ms)) AS milliseconds
FROM (
    SELECT *, unnest(result_sources) AS source FROM (
        SELECT *, min(coalesce(dt, meta.dt)) OVER (PARTITION BY search_session_token) AS began FROM app_search
    )
)
GROUP BY ALL
ORDER BY ALL;
