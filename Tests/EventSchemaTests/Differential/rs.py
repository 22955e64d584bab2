"""jsonschema-rs, asked over files: python rs.py DIALECT IN OUT. One JSON document a line in either direction."""
import json
import sys

import jsonschema_rs

dialect, source, target = sys.argv[1:]
kind = {"draft201909": jsonschema_rs.Draft201909Validator, "draft202012": jsonschema_rs.Draft202012Validator}[dialect]


def answer(question):
    try:
        validator = kind(question["schema"])
    except ValueError as error:
        return {"refused": str(error).splitlines()[0]}
    return {"verdicts": [validator.is_valid(instance) for instance in question["instances"]]}


with open(source) as lines, open(target, "w") as out:
    for line in lines:
        print(json.dumps(answer(json.loads(line))), file=out)
