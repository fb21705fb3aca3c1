import { connect, createServer } from 'node:net';

/** A connection to a server through which everything is passed on, and counted. */
export interface WatchedLine {
  /** The server's address, through this line. */
  readonly url: string;
  /** Requests that arrived so far, as `POST /path`. */
  readonly requests: readonly string[];
  close(): void;
}

const REQUEST_LINE = /^(GET|POST|PUT|PATCH|DELETE) \S+/;

/** @param target the server's address, without a path */
export async function openWatchedLine(target: string): Promise<WatchedLine> {
  const { port, hostname } = new URL(target);
  const requests: string[] = [];
  const server = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    socket.on('data', (chunk) => {
      const [request] = REQUEST_LINE.exec(chunk.toString('latin1')) ?? [];
      if (request !== undefined) requests.push(request);
    });
    socket.pipe(onward).pipe(socket);
    const end = (): void => {
      socket.destroy();
      onward.destroy();
    };
    for (const one of [socket, onward]) one.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const own = server.address();
  if (own === null || typeof own === 'string') throw new Error('the line has no port');
  return { url: `http://127.0.0.1:${own.port}`, requests, close: () => void server.close() };
}
