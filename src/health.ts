import { createServer, type Server } from 'node:http';
import type { Clock } from './clock.ts';

/** What `GET /healthz` tells: 200 when all of it is well, else 503. */
export interface Health {
  gateway: { ok: boolean; lastHeartbeatAnswerAgeMs: number | undefined };
  store: { ok: boolean };
  /** The service being away is told, but is no reason to restart the bot. */
  service: { status: string; lastAnswerAgeMs: number | undefined };
  /** Commands that could not be registered yet are told as well, and are no such reason either. */
  commands: { state: string; reason?: string };
  waitingTasks: number;
}

export interface HealthSources {
  clock: Clock;
  startedAtMs: number;
  heartbeatAnsweredAtMs(): number | undefined;
  /** Rejects when the store does not keep what it is given. */
  storeTest(): Promise<void>;
  serviceStatus(): string;
  serviceAnsweredAtMs(): number | undefined;
  commands(): Health['commands'];
  waitingTasks(): number;
}

/** Discord wants a heartbeat about every 41 s; two missed ones and the line is dead. */
const HEARTBEAT_OLDEST_MS = 100_000;

export async function healthOf(sources: HealthSources): Promise<Health> {
  const now = sources.clock.now();
  const age = (atMs: number | undefined): number | undefined => (atMs === undefined ? undefined : now - atMs);
  const heartbeatAgeMs = age(sources.heartbeatAnsweredAtMs());
  // The first heartbeat comes within an interval of the start.
  const isAlive = (heartbeatAgeMs ?? now - sources.startedAtMs) < HEARTBEAT_OLDEST_MS;
  const storeOk = await sources.storeTest().then(
    () => true,
    () => false,
  );
  return {
    gateway: { ok: isAlive, lastHeartbeatAnswerAgeMs: heartbeatAgeMs },
    store: { ok: storeOk },
    service: { status: sources.serviceStatus(), lastAnswerAgeMs: age(sources.serviceAnsweredAtMs()) },
    commands: sources.commands(),
    waitingTasks: sources.waitingTasks(),
  };
}

/** Serves `GET /healthz`; resolves when it listens. */
export async function serveHealth(
  at: { host: string; port: number },
  health: () => Promise<Health>,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/healthz' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    health().then(
      (told) => {
        response.writeHead(told.gateway.ok && told.store.ok ? 200 : 503, { 'content-type': 'application/json' });
        response.end(JSON.stringify(told));
      },
      () => response.writeHead(500).end(),
    );
  });
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
