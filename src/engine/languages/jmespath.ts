// JMESPath, by its community's library. The library reports neither places nor, in most errors, what was found: errors are
// explained in `jmespath-errors.ts`.

import { compile, type JSONValue } from '@jmespath-community/jmespath';
import type { QueryNote } from '../../shared/protocol/query.ts';
import type { QueryInput } from '../query/input.ts';
import { QUERY } from '../../shared/texts/queries.ts';
import { CodedError } from '../../shared/errors.ts';
import { failureAt, placeIn, runError } from './query-error.ts';
import { runOnValue } from './value-query.ts';
import type { QueryOutput, RunQuery, RunWork } from './language.ts';
import { runOnTape } from './tape-query.ts';
import { checkQuery, checkTokens, comparedName, explainSyntax, hyphenHint } from './jmespath-errors.ts';
import { placesOf, tokensOf, type Node } from './jmespath-places.ts';
import { JmespathPlan } from './jmespath-plan.ts';
import { JmespathFailure, OwnInterpreter } from './jmespath-interpreter.ts';

const interpreter = new OwnInterpreter();

/** @see https://jmespath.site/main/ */
export const runJmespath: RunQuery = async (input, text, work) => {
  const root = read(text);
  const plans: JmespathPlan[] = [];
  const found = await runOnTape(input, text, work, (tape) => {
    const plan = new JmespathPlan(tape);
    plans.push(plan);
    return plan.compile(root);
  });
  if (found === null) return runInterpreter(input, text, root, work);
  return { ...found, notes: notesOf(text, root, plans[0]?.unordered ?? null) };
};

/** Runs a query with the library alone, on JavaScript values. */
export const runJmespathOnValues: RunQuery = (input, text, work) => runInterpreter(input, text, read(text), work);

function runInterpreter(input: QueryInput, text: string, root: Node, work: RunWork): Promise<QueryOutput> {
  let notes: QueryNote[] = [];
  const run = (value: unknown): unknown => {
    try {
      const { result, unordered } = interpreter.run(root, value as JSONValue);
      notes = notesOf(text, root, unordered);
      return result;
    } catch (error) {
      if (!(error instanceof JmespathFailure)) throw runError(error);
      const start = tokenOf(text, root, error.node)?.start;
      if (start === undefined) throw new CodedError('refused', error.message);
      throw failureAt(text, start, error.message + hyphenHint(text, start));
    }
  };
  return runOnValue(input, work, run, () => notes);
}

function notesOf(text: string, root: Node, unordered: Node | null): QueryNote[] {
  return [...unorderedNotes(text, root, unordered), ...nameNotes(text)];
}

function read(text: string): Node {
  checkTokens(text);
  let root: Node;
  try {
    root = compile(text);
  } catch (error) {
    throw explainSyntax(text, error instanceof Error ? error : new Error(String(error)));
  }
  try {
    checkQuery(text, root, interpreter);
  } catch (error) {
    if (error instanceof RangeError) throw new CodedError('refused', QUERY.tooDeep);
    throw error;
  }
  return root;
}

function unorderedNotes(text: string, root: Node, node: Node | null): QueryNote[] {
  const token = node === null ? undefined : tokenOf(text, root, node);
  if (token === undefined) return [];
  const { line, column } = placeIn(text, token.start);
  return [{ type: 'unordered', operator: token.value, line, column }];
}

function nameNotes(text: string): QueryNote[] {
  const token = comparedName(tokensOf(text));
  if (token === undefined) return [];
  const { line, column } = placeIn(text, token.start);
  return [{ type: 'name', name: token.value, line, column }];
}

function tokenOf(text: string, root: Node, node: Node) {
  const tokens = tokensOf(text);
  if (node.type !== 'Variable') return placesOf(root, tokens).get(node);
  return tokens.find(({ type, value }) => type === 'Variable' && value === node.name);
}
