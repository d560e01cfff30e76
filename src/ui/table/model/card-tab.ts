// What the card of a column shows.

export type CardTab = 'values' | 'condition' | 'figures';

export interface OpenCard {
  readonly column: string;
  readonly tab: CardTab;
}
