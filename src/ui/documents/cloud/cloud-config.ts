// Where the documents of the cloud are, as configured by the server that serves this page. Without a configuration there is no
// cloud.
//
//   <script type="application/json" id="configuration">{"cloud": {"url": "/v2"}}</script>
//
// For work on the server, the page can send its requests to another one: {"url": "/v2", "debug": true, "debugUrl":
// "http://localhost:3000/v2"}.

import { addressOf, readConfiguration } from '../../settings/server-configuration.ts';

/** The address of the API. */
export interface CloudConfig {
  /** Without a trailing slash. */
  readonly url: string;
}

/** Reads the server's configuration; `null` without a cloud. @see requirements API-1, API-7 */
export function readCloudConfig(): CloudConfig | null {
  const configured = readConfiguration('cloud');
  const url = addressOf(configured.get(configured.get('debug') === true ? 'debugUrl' : 'url'));
  return url === null ? null : { url: url.replace(/\/+$/, '') };
}
