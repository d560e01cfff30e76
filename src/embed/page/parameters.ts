// The parameters in the address of the embed page, before `left` and `right`: those of any link
// (`src/ui/link/link-options.ts`), and
//
//   panels=2  readonly  theme=dark  color=blue  tools=none  tools=tools,status  language=en  save  exit  secrets
//
// docs/embed.md lists them; a test compares that list with this file.

import { readLinkOptions, readSwitch, splitOptions, type ValuePlace } from '../../ui/link/link-options.ts';
import { parseRoute } from '../../ui/link/route.ts';
import type { Side } from '../../ui/model/side.ts';
import { THEME_COLOURS, THEME_SETTINGS } from '../../ui/theme/choice.ts';
import type { EditorOptions } from '../sdk/protocol.ts';

/** The bars of a panel, from the top. */
export const BARS = ['title', 'tools', 'status'] as const;
export type Bar = (typeof BARS)[number];

/** The names of all parameters. */
export const PARAMETERS = [
  'mode',
  'path',
  'compare',
  'panels',
  'readonly',
  'theme',
  'color',
  'tools',
  'language',
  'save',
  'exit',
  'secrets',
  'left',
  'right',
] as const;

/** A parsed address. */
export interface Parameters {
  readonly documents: Readonly<Record<Side, string | null>>;
  readonly place: ValuePlace | null;
  readonly options: EditorOptions;
}

/** Parses a hash. Values that are not valid are ignored. Never throws. */
export function readParameters(hash: string): Parameters {
  const { left, right, options: text = '' } = parseRoute(hash);
  const values = splitOptions(text);
  const { modes, place, compare } = readLinkOptions(values);
  const panels = values.get('panels');
  const theme = THEME_SETTINGS.find((one) => one === values.get('theme'));
  const color = THEME_COLOURS.find((one) => one === values.get('color'));
  const language = values.get('language');
  const options: EditorOptions = {
    mode: modes,
    ...given('compare', compare),
    ...given('panels', panels === '2' ? 2 : panels === '1' ? 1 : null),
    ...given('readonly', readSwitch(values.get('readonly'))),
    ...given('theme', theme),
    ...given('color', color),
    ...given('tools', readBars(values.get('tools'))),
    ...given('language', language),
    ...given('saveButton', readSwitch(values.get('save'))),
    ...given('exitButton', readSwitch(values.get('exit'))),
    ...given('checkSecrets', readSwitch(values.get('secrets'))),
  };
  return { documents: { left, right }, place, options };
}

/** Returns the bars that a text names; `null`, which leaves them as they are, where it names none. */
function readBars(text: string | undefined): EditorOptions['tools'] | null {
  if (text === undefined) return null;
  if (text === 'all' || text === 'none') return text;
  const named = text.split(',');
  const bars = BARS.filter((bar) => named.includes(bar));
  return bars.length > 0 ? bars : null;
}

function given<K extends keyof EditorOptions>(
  name: K,
  value: EditorOptions[K] | null,
): Pick<EditorOptions, K> | Record<string, never> {
  return value === null || value === undefined ? {} : ({ [name]: value } as Pick<EditorOptions, K>);
}
