import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from '../../src/sandbox/postgres/postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests get this run's PostgreSQL: `{ url }`, or `{ missing }` if it can't run here. */
    postgresAt: string;
  }
}

/** One PostgreSQL for all tests of a run. Starts with the first request, from any process. */
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
