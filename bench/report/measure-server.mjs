// The server's suite: milliseconds per request on all connections together, beside bare Fastify and pg.
import { measureServer } from '../server/measure.mjs';

/** Measures each kind of request and passes it to `record`. */
export async function measureRequests(plan, record) {
  await measureServer(plan, ({ name, bytes, rows, times }) => {
    const perRequest = (turns) => turns.map((turn) => (plan.roundSeconds * 1000) / turn.length);
    const own = perRequest(times.single);
    record({
      type: 'measure',
      suite: 'server',
      step: name,
      shape: 'orders',
      style: 'compact',
      bytes,
      unit: 'ms',
      own,
      beside: [
        { peer: 'bare Fastify and pg', start: 'open', own, theirs: perRequest(times.peer) },
        { peer: 'Diptych, two processes', start: 'open', own, theirs: perRequest(times.both) },
      ],
      facts: { documents: rows },
    });
  });
}
