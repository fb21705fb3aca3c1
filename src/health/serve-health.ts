import { createServer, type Server } from 'node:http';

/** What a path answers, from memory: a question about health never waits. */
export type Route = () => { status: number; body: object };

/** Monitoring needs one or two. */
const CONNECTIONS_MAX = 100;

/** Serves these paths to GET. Resolves when it listens. */
export async function serveHealth(
  at: { host: string; port: number },
  routes: Readonly<Record<string, Route>>,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const route = request.method === 'GET' && Object.hasOwn(routes, request.url ?? '') && routes[request.url ?? ''];
    if (!route) {
      response.writeHead(404).end();
      return;
    }
    const { status, body } = route();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
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
