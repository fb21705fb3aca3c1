import { createServer, type Server } from 'node:http';
import { withinLimit } from '../time/time-limit.ts';

/** What a path answers: an object becomes JSON. */
interface RouteAnswer {
  status: number;
  body: object | string;
  /** `application/json` if left out. */
  type?: string;
}

/** Answers a path from memory: a question about health never waits. */
export type Route = () => RouteAnswer | Promise<RouteAnswer>;

/** Monitoring needs one or two. */
const CONNECTIONS_MAX = 100;
const ANSWER_WITHIN_MS = 1_000;

/** Serves these paths to GET. Resolves when it listens. */
export async function serveHealth(
  at: { host: string; port: number },
  routes: Readonly<Record<string, Route>>,
  onFault: (error: unknown) => void = () => undefined,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const route = request.method === 'GET' && Object.hasOwn(routes, request.url ?? '') && routes[request.url ?? ''];
    if (!route) {
      response.writeHead(404).end();
      return;
    }
    withinLimit(ANSWER_WITHIN_MS, undefined, async () => route()).then(
      ({ status, body, type = 'application/json' }) =>
        response
          .writeHead(status, { 'content-type': type })
          .end(typeof body === 'string' ? body : JSON.stringify(body)),
      (error: unknown) => {
        onFault(error);
        response.writeHead(503).end();
      },
    );
  });
  server.maxConnections = CONNECTIONS_MAX;
  const port = await listen(server, at);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
