// Connections to public addresses only. A name is resolved once, all of its addresses are checked, and the connection goes to
// one of those: a name that resolves to another address a moment later gains nothing.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { checkAddress } from './public-address.ts';

/** Resolves names and routes connections; tests have an implementation of their own. */
export interface Network {
  resolve(name: string): Promise<readonly string[]>;
  /** Returns where a connection to a public address really goes. */
  route(address: string, port: string): { readonly hostname: string; readonly port: string };
}

/** The real network. */
export const INTERNET: Network = {
  async resolve(name) {
    return (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address);
  },
  route: (hostname, port) => ({ hostname, port }),
};

/** Returns a connector for undici that refuses addresses that are not public. */
export function publicConnector(network: Network, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs });
  const connectTo = (options: buildConnector.Options): Promise<Parameters<buildConnector.Callback>[1]> =>
    new Promise((resolve, reject) => {
      connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
        if (error === null) resolve(socket);
        else reject(error);
      });
    });
  const open = async (options: buildConnector.Options): Promise<Parameters<buildConnector.Callback>[1]> => {
    const name = options.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(name) === 0 ? await network.resolve(name) : [name];
    for (const address of addresses) checkAddress(address);
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    let failure: unknown = new Error(`the name ${name} resolves to nothing`);
    for (const address of addresses) {
      try {
        const servername = isIP(name) === 0 ? name : '';
        return await connectTo({ ...options, ...network.route(address, port), servername });
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
  return (options, callback) => {
    open(options).then(
      (socket) => (callback as (error: null, socket: unknown) => void)(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}
