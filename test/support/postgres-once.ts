import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from '../../src/sandbox/postgres/postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test asks for the one PostgreSQL of this run: `{ url }`, or `{ missing }` where it cannot run here. */
    postgresAt: string;
  }
}

/** One PostgreSQL for all tests of a run, started when the first of them asks, in whatever process that runs. */
export async function setup({ provide }: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | undefined;
  const answers = createServer((_, response) => {
    starting ??= startPostgres();
    starting.then(
      ({ url }) => response.end(JSON.stringify({ url })),
      (error: unknown) => response.end(JSON.stringify({ missing: String(error) })),
    );
  });
  await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve));
  provide('postgresAt', `http://127.0.0.1:${(answers.address() as AddressInfo).port}`);
  return async () => {
    answers.close();
    answers.closeAllConnections();
    const server = await starting?.catch(() => undefined);
    await server?.remove();
  };
}
