// The peer of the server's bench: Fastify and pg, one statement per route, without authentication, on as many rows.
import fastify from 'fastify';
import pg from 'pg';

const ROWS = 16;
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
await pool.query(
  'create table if not exists bare (id text primary key, rev integer not null, name text not null, updated_at timestamptz not null, content bytea not null)',
);
for (let n = 0; n < ROWS; n++)
  await pool.query("insert into bare values ($1, 1, 'New Document', now(), $2) on conflict (id) do nothing", [
    String(n),
    Buffer.from('[]'),
  ]);

const app = fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
app.get('/list', async () => {
  const { rows } = await pool.query(
    'select id, name, octet_length(content) as size, updated_at from bare order by updated_at desc limit 5001',
  );
  return rows;
});
app.get('/:id', async (request, reply) => {
  const { rows } = await pool.query('select content from bare where id = $1', [request.params.id]);
  return reply.type('application/json').send(rows[0].content);
});
app.put('/:id', async (request) => {
  const { rows } = await pool.query(
    'update bare set rev = rev + 1, updated_at = now(), content = $2 where id = $1 returning rev',
    [request.params.id, request.body],
  );
  return rows[0];
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.stdout.write('listening\n');
