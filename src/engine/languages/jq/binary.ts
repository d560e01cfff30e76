// The WebAssembly file of jq, separate from the program: it is fetched when the first jq query runs.

import address from 'jq-wasm/jq.wasm?url';

/** Fetches the file. @throws Error when that fails */
export async function fetchJq(): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return new Uint8Array(await response.arrayBuffer());
}
