import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Linux takes one connection more than the backlog, and then drops the packets that ask for another. */
const BACKLOG = 1;

const LISTENS_AND_SLEEPS = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ host: '127.0.0.1', port: 0, backlog: ${BACKLOG} }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

/** An address where connections neither succeed nor fail, as behind a firewall that drops packets. */
export async function openSilentHost(): Promise<{ port: number; close: () => Promise<void> }> {
  const worker = new Worker(LISTENS_AND_SLEEPS, { eval: true });
  const [port]: number[] = await once(worker, 'message');
  if (port === undefined) throw new Error('the worker named no port');
  const fillers = Array.from({ length: BACKLOG + 1 }, () => connect(port, '127.0.0.1'));
  await Promise.all(fillers.map((socket) => once(socket, 'connect')));
  return {
    port,
    close: async () => {
      for (const socket of fillers) socket.destroy();
      await worker.terminate();
    },
  };
}
