// Runs the steps of two builds in turn, A B B A, in a process of its own: code that is compiled in another order is faster or slower
// by a few percent for as long as a process lives, so the gate pools the pairs of several.
//   node bench/gate/compare.mjs FOLDER SUITES SIZE ROUNDS FIRST [STEP FACTOR]
// FOLDER has the builds `base` and `head`; SIZE is that of the documents in bytes; FIRST is the build that is loaded first. Prints a line of JSON per step, with a reason in
// place of times where the base can't do it. With a factor, the head's STEP is made that many times as slow; with `square` in its place,
// as slow as if its work grew with the square of the size from 1 MB on.
import { join } from 'node:path';
import { QUERIES } from '../engine/queries.mjs';
import { SUITE_FILES } from './builds.mjs';

const [folder, suites, size, roundCount, first, planted, factor] = process.argv.slice(2);
const SIZE = Number(size);
const SMALL_BYTES = 1e6;
const SLOWED = factor === 'square' ? SIZE / SMALL_BYTES : Number(factor);
/** Shorter runs are repeated until they take this long, in milliseconds. */
const SHORT_MS = 1.5;
/** Long runs collect their own garbage. */
const RUNS = SIZE > SMALL_BYTES ? 1 : 3;
/** What a step may take in a process, in milliseconds; each gets the least rounds. */
const BUDGET_MS = 500;
const LEAST_ROUNDS = 2;
const WARM_UP_MS = 60;
const MAX_WARM_UP = 20;

const STEPS = {
  engine: ['parsingSteps', ['open', 'scan', 'format', 'smart', 'compact', 'expand all']],
  operations: [
    'operationSteps',
    [
      'set one value',
      'sort the records by a number',
      'search plain text',
      'search keys and values',
      'search an expression in the text',
      'search an expression in values',
      'show only what was found',
      'find all problems',
      'filter, sort and pick them',
    ],
  ],
  compare: ['compareSteps', ['changes in some places']],
  table: [
    'tableSteps',
    [
      'the columns of all rows',
      'a column contains a text',
      'sort by a number, first',
      'CSV in',
      'CSV out',
      'all JSON in a log',
      'secrets and personal data',
      'a receipt of three edits',
    ],
  ],
  merge: ['mergeSteps', ['merge two versions']],
  copies: ['copySteps', ['copy as yaml', 'copy as toon', 'copy as paths', 'copy as markdown']],
  query: ['querySteps', ['wizard', 'JavaScript', 'Lodash', 'JMESPath', 'JSON Query', 'JSONPath, a filter', '$..city']],
  schema: ['schemaSteps', ['validate, native numbers', 'infer a schema']],
};

for (const suite of suites.split(',')) {
  const found = {};
  for (const which of first === 'base' ? ['base', 'head'] : ['head', 'base']) {
    try {
      found[which] = await stepsOf(which, suite);
    } catch (error) {
      if (which === 'head') throw error;
      found.base = new Map();
      process.stdout.write(`${JSON.stringify({ name: suite, reason: String(error).split('\n')[0] })}\n`);
    }
  }
  for (const [name, base] of found.base) {
    const head = found.head.get(name);
    if (head === undefined) continue;
    const reason = await failureOf(base);
    const result = reason === null ? await measure(name, base, head) : { reason };
    process.stdout.write(`${JSON.stringify({ name, ...result })}\n`);
  }
}

/** Returns the suite's steps by name. */
async function stepsOf(which, suite) {
  const [exported, names] = STEPS[suite];
  const module = await import(join(folder, which, suite, `${SUITE_FILES[suite]}.js`));
  const shape = suite === 'schema' ? 'orders' : 'records';
  const job = { suite, shape, style: 'pretty', size: SIZE, only: names };
  const steps = new Map();
  if (suite === 'query') {
    for (const query of QUERIES.filter(({ name }) => names.includes(name)))
      for await (const step of module[exported]({ ...job, query: { ...query, peers: [] } })) steps.set(step.name, step);
    return steps;
  }
  for (const step of module[exported](job)) {
    if (names.includes(step.name)) steps.set(step.name, step);
    // What follows is not wanted, and may be expensive to prepare.
    if (steps.size === names.length) break;
  }
  return steps;
}

/** Why a step of the base can't be run by the head's bench, whose calls it may not know; `null` if it can. */
async function failureOf(step) {
  try {
    await timeOf(step, 1);
    return null;
  } catch (error) {
    return String(error).split('\n')[0];
  }
}

/** Whichever build is loaded first is warmed up first and runs first, too: in half of the processes it is the base. */
async function measure(name, base, head) {
  const [one, two] = first === 'base' ? [base, head] : [head, base];
  await warmUp(one);
  await warmUp(two);
  const isRepeated = base.prepare === undefined && base.restore === undefined;
  const onceMs = await timeOf(base, 1);
  const repeats = isRepeated ? Math.max(1, Math.min(500, Math.ceil(SHORT_MS / onceMs))) : 1;
  const fitting = Math.floor(BUDGET_MS / (4 * RUNS * Math.max(onceMs * repeats, SHORT_MS)));
  const rounds = Math.min(Number(roundCount), Math.max(LEAST_ROUNDS, fitting));
  const run = (step) => timeOf(step, repeats, step === head && name === planted ? SLOWED : 1);
  const times = { first: [], second: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.first.push(await run(one));
    times.second.push(await run(two), await run(two));
    times.first.push(await run(one));
  }
  return first === 'base' ? { one: times.first, other: times.second } : { one: times.second, other: times.first };
}

async function warmUp(step) {
  const started = performance.now();
  for (let run = 0; run < RUNS || (run < MAX_WARM_UP && performance.now() - started < WARM_UP_MS); run += 1)
    await timeOf(step, 1);
}

/**
 * Milliseconds of processor time of a run: the shortest of a few, because some runs have to collect the garbage of others. `slowed`
 * times as long, with a loop that waits.
 */
async function timeOf(step, repeats, slowed = 1) {
  let shortest = Infinity;
  for (let turn = 0; turn < RUNS; turn += 1) {
    step.prepare?.();
    const started = processorMs();
    for (let run = 0; run < repeats; run += 1) {
      const working = step.own();
      // A wait for what is there already would take a turn of the loop of its own.
      if (working instanceof Promise) await working;
    }
    const end = started + (processorMs() - started) * slowed;
    while (slowed > 1 && processorMs() < end);
    shortest = Math.min(shortest, (processorMs() - started) / repeats);
    step.restore?.();
  }
  return shortest;
}

function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
