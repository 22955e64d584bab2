// The existing intake's validator, asked over files: node ajv.cjs corpus FOLDER OUT | node ajv.cjs verdicts IN OUT;
// and JavaScript's expressions with the u flag, asked alike for schemas of one pattern: node ajv.cjs unicode IN OUT.
// Needs ajv 6 and js-yaml (Debian: node-ajv, node-js-yaml). One JSON document a line in either direction.
'use strict';
const fs = require('fs');
const path = require('path');

// YAML as the schema tools load it: only true and false are booleans, and there are no timestamps.
function corpus(folder) {
  const yaml = require('js-yaml');
  const lines = [];
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) lines.push(...corpus(file));
    else if (entry.isFile() && /^\d.*\.yaml$/.test(entry.name)) {
      lines.push(JSON.stringify({ file, schema: yaml.load(fs.readFileSync(file, 'utf8'), { schema: yaml.CORE_SCHEMA }) }));
    }
  }
  return lines;
}

function validator() {
  const Ajv = require('ajv');
  const ajv = new Ajv({ allErrors: true, useDefaults: true, schemaId: 'auto', logger: false });
  const draft7 = require('ajv/lib/refs/json-schema-draft-07.json');
  const draft4 = require('ajv/lib/refs/json-schema-draft-04.json');
  ajv.addMetaSchema(draft4);
  // Schemas in use name the drafts with https.
  ajv.addMetaSchema({ ...draft7, $id: draft7.$id.replace('http:', 'https:') });
  ajv.addMetaSchema({ ...draft4, id: draft4.id.replace('http:', 'https:') });
  return ajv;
}

function response(line) {
  const { schema, instances } = JSON.parse(line);
  let validate;
  try {
    validate = validator().compile(schema);
  } catch (error) {
    return { refused: error.message };
  }
  return { answers: instances.map((instance) => ({ valid: validate(instance), filled: instance })) };
}

function responseWithUnicode(line) {
  const { schema, instances } = JSON.parse(line);
  try {
    const expression = new RegExp(schema.pattern, 'u');
    return { answers: instances.map((instance) => ({ valid: expression.test(instance), filled: instance })) };
  } catch (error) {
    return { refused: error.message };
  }
}

const [command, input, output] = process.argv.slice(2);
const respond = command === 'unicode' ? responseWithUnicode : response;
const lines = command === 'corpus'
  ? corpus(input)
  : fs.readFileSync(input, 'utf8').split('\n').filter(Boolean).map((line) => JSON.stringify(respond(line)));
fs.writeFileSync(output, lines.join('\n') + '\n');
