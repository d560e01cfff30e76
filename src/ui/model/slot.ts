// What features keep with a panel or with a document, each under a key of its own. It is made when it is first asked for, and goes
// with its owner; the owner knows nothing about it, and code that is loaded later needs no place prepared for it.

/** Something that features keep values with. */
export interface SlotOwner {
  readonly slots: Map<object, unknown>;
}

/** The key of one feature's values, one for each owner. */
export class FeatureSlot<Owner extends SlotOwner, Value> {
  constructor(private readonly make: (owner: Owner) => Value) {}

  /** Returns the value of an owner. */
  of(owner: Owner): Value {
    if (!owner.slots.has(this)) owner.slots.set(this, this.make(owner));
    return owner.slots.get(this) as Value;
  }
}
