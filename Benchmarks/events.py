"""Events of `app.search`: what is an id, a time or a number is random, the rest is from lists."""
import random
import uuid


def digits(count):
    return "".join(random.choices("0123456789abcdef", k=count))


def search():
    moment = "2026-02-11T08:20:%02d.%03dZ" % (random.randrange(60), random.randrange(1000))
    return {
        "$schema": "/analytics/product_metrics/app/search/1.0.0", "dt": moment,
        "meta": {"dt": moment, "stream": "app.search", "id": str(uuid.uuid4()), "request_id": str(uuid.uuid4())},
        "action": random.choice(["show", "choose"]), "search_session_token": digits(20),
        "query_length": random.randrange(1, 20), "result_count": random.randrange(50),
        "chosen_position": random.randrange(1, 9), "time_to_results_ms": random.randrange(40, 900),
        "result_sources": random.sample(["prefix", "history", "full_text"], 2),
        "agent": {
            "client_platform": "ios", "client_platform_family": "app", "app_install_id": str(uuid.uuid4()),
            "device_language": random.choice(["nl", "de", "en"])},
        "mediawiki": {"database": random.choice(["nlwiki", "dewiki", "enwiki"])},
        "performer": {"language_primary": random.choice(["nl", "de", "en"]), "session_id": digits(20)}}
