// The peer of the server's bench: Fastify and pg, one statement per route, without authentication.
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
await pool.query('create table if not exists bare (id text primary key, rev integer not null, content bytea not null)');
await pool.query("insert into bare values ('a', 1, $1) on conflict (id) do nothing", [Buffer.from('[]')]);

const app = fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
app.get('/:id', async (request, reply) => {
  const { rows } = await pool.query('select content from bare where id = $1', [request.params.id]);
  return reply.type('application/json').send(rows[0].content);
});
app.put('/:id', async (request) => {
  const { rows } = await pool.query('update bare set rev = rev + 1, content = $2 where id = $1 returning rev', [
    request.params.id,
    request.body,
  ]);
  return rows[0];
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.stdout.write('listening\n');
