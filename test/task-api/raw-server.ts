import { createServer, type Socket } from 'node:net';

export interface RawRequest {
  socket: Socket;
  /** Counts from 0, in order of arrival. */
  index: number;
  /** Headers and body as they arrived. */
  text: string;
}

export interface RawServer {
  url: string;
  /** Requests that arrived completely. */
  requests: RawRequest[];
  connections: number;
  /** Resolves when that many requests have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A server that may do anything with a connection: `answer` gets every complete request and its socket. */
export async function startRawServer(
  answer: (request: RawRequest) => void,
  { onConnection = (_socket: Socket): void => {} } = {},
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const requests: RawRequest[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    raw.connections += 1;
    sockets.add(socket);
    let text = '';
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      const bodyStart = text.indexOf('\r\n\r\n') + 4;
      const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
      if (bodyStart < 4 || Buffer.byteLength(text.slice(bodyStart)) < length) return;
      const request = { socket, index: requests.length, text };
      text = '';
      requests.push(request);
      for (const check of [...waiting]) check();
      answer(request);
    });
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const raw: RawServer = {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: 0,
    arrived: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (requests.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return raw;
}

/** An answer with the right length, as JSON unless a type is given. */
export function httpAnswer(status: number, body: unknown, headers: Record<string, string> = {}): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n${text}`;
}
