import type { QueryLanguage } from '../../shared/query.ts';
export interface LanguageFunction {
  readonly name: string;
  readonly signature: string;
  readonly summary: string;
}
export function functionsOf(_: QueryLanguage): readonly LanguageFunction[] {
  return [];
}
