// Every kind of edit, on one value and on very many.

import { asNode, type NodeIndex } from '../../../../src/shared/units.ts';
import { childrenOf, tryEdit, type Functions, type Subject } from './subject.ts';

/** The edits of a subject, by name. */
export function editFunctions(subject: Subject): Functions {
  const node = (): NodeIndex => asNode(subject.node);
  const container = asNode(subject.container);
  const target = asNode(subject.target);
  const root = asNode(0);
  const all = (): Uint32Array => childrenOf(subject.document, container);
  const half = (): Uint32Array => all().filter((_, index) => index % 2 === 1);
  const few = (): Uint32Array => all().filter((_, index) => index % 5000 === 4999);
  const json = '{"a": [1, 2]}';
  const key = 'new';
  const by = (type: 'key' | 'value') => ({ type }) as const;
  const compact = { style: 'compact', indent: '', maxLineLength: 80 } as const;
  const indented = { style: 'format', indent: '  ', maxLineLength: 80 } as const;
  const items = (): { key: string; json: string }[] =>
    Array.from({ length: 20_000 }, (_, index) => ({ key: `new ${index}`, json: '[1]' }));
  return {
    set: () => tryEdit(subject, { type: 'set', node: node(), json }),
    'set the root': () => tryEdit(subject, { type: 'set', node: root, json }),
    'set all': () => tryEdit(subject, { type: 'set-all', nodes: all(), jsons: ['77'] }),
    'set every second to a container': () => tryEdit(subject, { type: 'set-all', nodes: half(), jsons: ['[1]'] }),
    rename: () => tryEdit(subject, { type: 'rename', node: node(), key }),
    'insert inside': () => tryEdit(subject, { type: 'insert', node: container, where: 'inside', key, json }),
    'insert before': () => tryEdit(subject, { type: 'insert', node: node(), where: 'before', key, json }),
    'insert after': () => tryEdit(subject, { type: 'insert', node: node(), where: 'after', key, json }),
    'insert many': () => tryEdit(subject, { type: 'insert-all', node: node(), where: 'after', items: items() }),
    remove: () => tryEdit(subject, { type: 'remove', nodes: [node()] }),
    'remove all': () => tryEdit(subject, { type: 'remove', nodes: all() }),
    'remove every second': () => tryEdit(subject, { type: 'remove', nodes: half() }),
    duplicate: () => tryEdit(subject, { type: 'duplicate', nodes: [node()] }),
    'duplicate what is around': () => tryEdit(subject, { type: 'duplicate', nodes: [target] }),
    'duplicate a few': () => tryEdit(subject, { type: 'duplicate', nodes: few() }),
    'duplicate all': () => tryEdit(subject, { type: 'duplicate', nodes: all() }),
    move: () => tryEdit(subject, { type: 'move', nodes: [node()], target, where: 'before' }),
    'move a few': () => tryEdit(subject, { type: 'move', nodes: few(), target, where: 'before' }),
    'sort by key': () => tryEdit(subject, { type: 'sort', nodes: [container], by: by('key'), direction: 'ascending' }),
    'sort by value': () =>
      tryEdit(subject, { type: 'sort', nodes: [container], by: by('value'), direction: 'descending' }),
    'sort by a path': () =>
      tryEdit(subject, {
        type: 'sort',
        nodes: [root],
        by: { type: 'path', path: subject.path },
        direction: 'ascending',
      }),
    'convert to an object': () => tryEdit(subject, { type: 'convert', nodes: [container], to: 'object' }),
    'convert to an array': () => tryEdit(subject, { type: 'convert', nodes: [container], to: 'array' }),
    'convert to a text': () => tryEdit(subject, { type: 'convert', nodes: [root], to: 'text' }),
    wrap: () => tryEdit(subject, { type: 'wrap', nodes: [node()], into: 'object' }),
    'wrap the root': () => tryEdit(subject, { type: 'wrap', nodes: [root], into: 'array' }),
    'wrap a few': () => tryEdit(subject, { type: 'wrap', nodes: few(), into: 'array' }),
    'wrap all': () => tryEdit(subject, { type: 'wrap', nodes: all(), into: 'object' }),
    unwrap: () => tryEdit(subject, { type: 'unwrap', nodes: [container] }),
    extract: () => tryEdit(subject, { type: 'extract', nodes: [container] }),
    'format a value': () => tryEdit(subject, { type: 'format', node: container, options: compact }),
    'format the root value': () => tryEdit(subject, { type: 'format', node: root, options: indented }),
  };
}
