import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** An interim answer's first twelve characters. */
const INTERIM = /^HTTP\/1\.[01] 1\d\d$/;
const INTERIM_LENGTH = 12;
const CONTINUE = '100';
const TWO = 0x32;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * undici passes 102 and 103 on, but cuts a connection on which a server sends `100 Continue` unasked. A client has to
 * accept any 1xx before the answer (RFC 9110 15.2), so here each 100 becomes a 102, which means as little.
 */
export function acceptContinue(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...result) => {
      const [, socket] = result;
      if (socket) rewriteContinue(socket);
      callback(...result);
    });
}

function rewriteContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let rewrite = createRewriter();
  // A request starts the wait for a new answer. Nothing is pipelined.
  socket.write = ((...given: Parameters<Socket['write']>) => {
    rewrite = createRewriter();
    return write(...given);
  }) as Socket['write'];
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (Buffer.isBuffer(chunk)) rewrite(chunk);
    return chunk;
  };
}

/** For the interim answers before one answer, wherever they are cut. Looks at nothing from the answer itself on. */
function createRewriter(): (chunk: Buffer) => void {
  let state: 'start' | 'interim' | 'answer' = 'start';
  let start = '';
  let lineBytes = 0;
  return (chunk) => {
    for (let index = 0; index < chunk.length && state !== 'answer'; index += 1) {
      const byte = chunk[index] ?? 0;
      if (state === 'start') {
        start += String.fromCharCode(byte);
        if (start.length < INTERIM_LENGTH) continue;
        state = INTERIM.test(start) ? 'interim' : 'answer';
        if (state === 'interim' && start.endsWith(CONTINUE)) chunk[index] = TWO;
        lineBytes = start.length;
      } else if (byte !== LINE_FEED) {
        if (byte !== CARRIAGE_RETURN) lineBytes += 1;
      } else if (lineBytes > 0) {
        lineBytes = 0;
      } else {
        // An empty line ends it; another one, or the answer, follows.
        state = 'start';
        start = '';
      }
    }
  };
}
