// Where the documents of the cloud are, as the server that serves this page says. Without it there is no cloud.
//
//   <script type="application/json" id="configuration">{"cloud": {"url": "/v2"}}</script>
//
// Whoever works on the server has the page ask another one: {"url": "/v2", "debug": true, "debugUrl":
// "http://localhost:3000/v2"}.

import { addressOf, readConfiguration } from '../../page/configuration.ts';

/** Where the interface is. */
export interface CloudConfig {
  /** Without a slash at its end. */
  readonly url: string;
}

/** What the server has set up; `null` without a cloud. @see requirements API-1, API-7 */
export function readCloudConfig(): CloudConfig | null {
  const configured = readConfiguration('cloud');
  const url = addressOf(configured.get(configured.get('debug') === true ? 'debugUrl' : 'url'));
  return url === null ? null : { url: url.replace(/\/+$/, '') };
}
