// The file of jq, beside the program: fetched when a query in jq is first run.

import address from 'jq-wasm/jq.wasm?url';

/** Its bytes. @throws where they can't be fetched */
export async function fetchJq(): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return new Uint8Array(await response.arrayBuffer());
}
