// The dynamic scope: the resources through which a schema was reached, outermost first. Scopes with the same resources in the
// same order are the same scope, and entering a resource again changes nothing, so there are few scopes. A node in a scope is a
// state; without dynamic references, each node is one state.

import { NONE, type SchemaGraph, type SchemaNode } from './graph.ts';

/** Numbers scopes and states. Scope 0 is empty. */
export class Scopes {
  /** The number of states. */
  stateCount: number;
  private readonly scopes: number[][] = [[]];
  private readonly entered = new Map<number, number>();
  private readonly byScope: Map<number, number>[] = [];

  constructor(private readonly graph: SchemaGraph) {
    this.stateCount = graph.isDynamic ? 0 : graph.nodes.length;
  }

  /** Returns the scope inside a resource. */
  enter(scope: number, resource: number): number {
    if (!this.graph.isDynamic) return 0;
    const key = scope * this.graph.resources.length + resource;
    const known = this.entered.get(key);
    if (known !== undefined) return known;
    const around = this.scopes[scope] ?? [];
    const inside = around.includes(resource) ? scope : this.numberOf([...around, resource]);
    this.entered.set(key, inside);
    return inside;
  }

  /** Returns the state of a node in a scope. */
  state(node: number, scope: number): number {
    if (!this.graph.isDynamic) return node;
    const own = (this.byScope[node] ??= new Map());
    let state = own.get(scope);
    if (state === undefined) {
      state = this.stateCount;
      this.stateCount += 1;
      own.set(scope, state);
    }
    return state;
  }

  /**
   * Resolves a dynamic reference in a scope. `target` is the node that it leads to statically.
   * @see JSON Schema 2020-12 Core §8.2.3.2
   */
  resolve(scope: number, target: number, anchor: string | null): number {
    const node: SchemaNode | undefined = this.graph.nodes[target];
    if (node === undefined || (anchor === null && !node.place.resource.isRecursive)) return target;
    for (const resource of this.scopes[scope] ?? []) {
      const found = this.graph.dynamicNode(resource, anchor);
      if (found !== NONE) return found;
    }
    return target;
  }

  private numberOf(resources: number[]): number {
    this.scopes.push(resources);
    return this.scopes.length - 1;
  }
}
