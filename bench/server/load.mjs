// Load for the server's bench: as many requests as a number of connections can send, and how many of them the server has counted.
import { Pool } from 'undici';

export const CONNECTIONS = 16;
export const METRICS_TOKEN = 'the-token-of-the-bench';

/** Sends requests on all connections for `seconds`, in turn to each origin. Returns the times of all. */
export async function load(request, { origins, path }, seconds) {
  const pools = origins.map((origin) => new Pool(origin, { connections: CONNECTIONS, pipelining: 1 }));
  const times = [];
  const end = performance.now() + seconds * 1000;
  const ask = async (n) => {
    while (performance.now() < end) {
      const begun = performance.now();
      const { statusCode, body } = await pools[n % pools.length].request({ ...request, path: path(n) });
      await body.arrayBuffer();
      if (statusCode !== 200) throw new Error(`${path(n)} answered ${statusCode}`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => ask(n)));
  for (const pool of pools) await pool.close();
  return times;
}

/** Load on our servers while their figures are read: what they have counted has to be what was sent. */
export async function countedLoad(request, own, seconds) {
  const count = async () => {
    const counts = await Promise.all(own.origins.map((origin) => counted(origin, request.method, own.route)));
    return counts.reduce((sum, one) => sum + one, 0);
  };
  const before = await count();
  const running = load(request, own, seconds);
  await new Promise((resolve) => setTimeout(resolve, seconds * 500));
  const during = (await count()) - before;
  const times = await running;
  // A request is counted once its response is written, which may be after the client has it.
  let after = 0;
  for (let tries = 0; tries < 20 && after !== times.length; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    after = (await count()) - before;
  }
  if (after !== times.length || during <= 0 || during > after)
    throw new Error(`/metrics counted ${during} and then ${after} of ${times.length} requests to ${own.route}`);
  return times;
}

async function counted(origin, method, route) {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const name = `diptych_request_seconds_count{method="${method}",route="${route}",status="200"} `;
  const line = (await answer.text()).split('\n').find((one) => one.startsWith(name));
  return Number(line?.slice(name.length) ?? 0);
}

/** Returns the rate and the times of requests. */
export function figures(times, seconds) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { rate: sorted.length / seconds, p50: at(0.5), p95: at(0.95) };
}
