import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ResultServer {
  /** `http://127.0.0.1:<port>`. */
  origin: string;
  port: number;
  /** The requested paths so far. */
  asked: string[];
  close(): Promise<void>;
}

/** A server on loopback that answers as the test says. */
export async function startResultServer(answer: RequestListener): Promise<ResultServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
