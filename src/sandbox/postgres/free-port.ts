import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of the loopback interface that nobody listens on, for what has to be told one beforehand. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' ? address?.port : 0);
}
