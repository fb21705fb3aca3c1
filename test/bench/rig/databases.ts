import { Client } from 'pg';
import { type PostgresServer, startPostgres } from '../../../src/sandbox/postgres/postgres-server.ts';

/** Databases on a PostgreSQL that starts with the first request. */
export function createDatabases(): { make(): Promise<string>; remove(): Promise<void> } {
  let starting: Promise<PostgresServer> | undefined;
  let made = 0;
  return {
    make: async () => {
      starting ??= startPostgres();
      const url = new URL((await starting).url);
      const client = new Client({ connectionString: url.href });
      await client.connect();
      made += 1;
      url.pathname = `bench_${made}`;
      await client.query(`CREATE DATABASE bench_${made}`);
      await client.end();
      return url.href;
    },
    remove: async () => {
      const server = await starting;
      await server?.remove();
    },
  };
}
