// Times ajv on the cases that `validators` is given: node peer.cjs CASES SECONDS.
// Its formats are the full ones, and it stops at the first error, as a verdict needs no more.
'use strict';
const fs = require('fs');
const Ajv = require('ajv');

function compiled(schema) {
  return new Ajv({ format: 'full', logger: false }).compile(schema);
}

// The nanoseconds of one call, of as many as that time has room for, after as many that are not counted.
function time(seconds, body) {
  let sum = 0;
  let calls = 0;
  let start = 0n;
  for (let pass = 0; pass < 2; pass++) {
    calls = 0;
    start = process.hrtime.bigint();
    let batch = 1;
    while (Number(process.hrtime.bigint() - start) < seconds * 1e9) {
      for (let i = 0; i < batch; i++) sum += body();
      calls += batch;
      batch = Math.min(64, batch * 2);
    }
  }
  const elapsed = Number(process.hrtime.bigint() - start);
  return sum < 0 ? null : Math.round(elapsed / calls);
}

function figures({ name, sets }, seconds) {
  const validators = sets.map(({ schema }) => compiled(schema));
  const texts = sets.map((set) => set.texts);
  const values = texts.map((list) => list.map((text) => JSON.parse(text)));
  const over = (lists, body) => () => {
    let sum = 0;
    for (let i = 0; i < lists.length; i++) for (const item of lists[i]) sum += body(item, validators[i]);
    return sum;
  };
  return {
    name,
    verdicts: values.map((list, i) => list.map((value) => (validators[i](value) ? '1' : '0')).join('')).join(''),
    times: {
      compile: time(seconds, () => sets.reduce((sum, { schema }) => sum + (compiled(schema) ? 1 : 0), 0)),
      parse: time(seconds, over(texts, (text) => (JSON.parse(text) === undefined ? 0 : 1))),
      validate: time(seconds, over(values, (value, validate) => (validate(value) ? 1 : 0))),
      'parse and validate': time(seconds, over(texts, (text, validate) => (validate(JSON.parse(text)) ? 1 : 0))),
      write: time(seconds, over(values, (value) => JSON.stringify(value).length)),
      'change and write': time(seconds, over(values, (value) => {
        value.dt = '2026-11-26T10:00:00Z';
        return JSON.stringify(value).length;
      })),
    },
  };
}

const [file, seconds] = process.argv.slice(2);
for (const line of fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
  console.log(JSON.stringify(figures(JSON.parse(line), Number(seconds))));
}
