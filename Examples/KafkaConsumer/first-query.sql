-- For each day and source of results: the searches, those in which a result was chosen, and the time to the results.
SELECT meta.dt::DATE AS day,
       source,
       count(DISTINCT search_session_token) AS searches,
       count(DISTINCT search_session_token) FILTER (action = 'choose') AS chosen,
       round(avg(time_to_results_ms)) AS milliseconds
FROM (SELECT *, unnest(result_sources) AS source FROM app_search)
GROUP BY ALL
ORDER BY ALL;
