import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { ZodError } from 'zod';
import { parseJson } from '../parse-json.ts';
import { backstageActSchema, personActSchema, watchSchema } from './acts/acts.ts';
import { PersonActs } from './acts/do-as-person.ts';
import { performBackstage } from './acts/perform-backstage.ts';
import { addFileRoute, isLoopback, isOwnHost, isOwnOrigin, readForm } from './http.ts';
import type { PlaygroundParts } from './parts.ts';
import { Watcher } from './view/watcher.ts';

/** Discord's largest file, in bytes. */
const LARGEST_FILE_BYTES = 100 * 2 ** 20;
/** Tasks progress with time alone, which emits no events. */
const BACKSTAGE_INTERVAL_MS = 1000;

/** Allows only the page's own address, so that it works offline and loads nothing else. */
const CONTENT_POLICY =
  "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export interface PlaygroundOptions extends PlaygroundParts {
  /** The built page. */
  pageFolder: string;
  /** Any free port by default. */
  port?: number | undefined;
  /** 127.0.0.1 by default. Anyone who can reach the page can do everything that it can. */
  host?: string | undefined;
  /** Called if the page can be reached from other machines. */
  warn?: ((text: string) => void) | undefined;
}

export interface Playground {
  /** Without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the page and its interface. @throws the system's error if the port is taken */
export const startPlayground = async (options: PlaygroundOptions): Promise<Playground> => {
  const { host = '127.0.0.1', port = 0, warn } = options;
  if (!isLoopback(host)) {
    warn?.(`The playground listens on ${host}: whoever can reach it can act as anybody in it and stop its bot.`);
  }
  const listening = { host, port };
  const app = await buildServer(options, listening);
  const stopSockets = addSockets(app, options, listening);
  await app.listen({ host, port });
  const address = app.server.address();
  if (typeof address === 'object' && address) listening.port = address.port;
  return {
    url: `http://${isLoopback(host) ? '127.0.0.1' : host}:${listening.port}`,
    close: async () => {
      stopSockets();
      app.server.closeAllConnections();
      await app.close();
    },
  };
};

const buildServer = async (options: PlaygroundOptions, listening: { host: string; port: number }) => {
  const app = Fastify({ forceCloseConnections: true });
  await app.register(multipart, { limits: { fileSize: LARGEST_FILE_BYTES, files: 20 } });
  app.addHook('onRequest', async (request, reply) => {
    const { host, origin } = request.headers;
    if (isOwnHost(host, listening) && isOwnOrigin(origin, host)) return undefined;
    return reply.code(403).send({ message: 'This page is for this machine only.' });
  });
  app.setErrorHandler(async (error, _request, reply) => {
    const isTheirs = error instanceof ZodError || error instanceof SyntaxError || isClientError(error);
    const message = error instanceof Error ? error.message : String(error);
    return reply.code(isTheirs ? 400 : 500).send({ message });
  });
  const acts = new PersonActs(options.discord);
  app.post('/act', async (request) => {
    const { payload, files } = await readForm(request);
    return acts.do(personActSchema.parse(payload), files);
  });
  app.post('/backstage', async (request, reply) => {
    await performBackstage(options, backstageActSchema.parse(request.body));
    return reply.code(204).send();
  });
  addFileRoute(app, options.discord.origin);
  await app.register(fastifyStatic, {
    root: options.pageFolder,
    setHeaders: (reply) => {
      reply.header('content-security-policy', CONTENT_POLICY);
      reply.header('x-content-type-options', 'nosniff');
      reply.header('referrer-policy', 'no-referrer');
    },
  });
  return app;
};

const isClientError = (error: unknown): boolean => {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
  return status >= 400 && status < 500;
};

/** Creates one watcher for each open page. @returns a function that ends them all */
const addSockets = (
  app: FastifyInstance,
  parts: PlaygroundParts,
  listening: { host: string; port: number },
): (() => void) => {
  const sockets = new WebSocketServer({ noServer: true });
  const watchers = new Set<Watcher>();
  app.server.on('upgrade', (request, socket, head) => {
    const { host, origin } = request.headers;
    if (request.url !== '/live' || !isOwnHost(host, listening) || !isOwnOrigin(origin, host)) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const watcher = new Watcher(parts, (text) => webSocket.send(text));
      watchers.add(watcher);
      webSocket.on('message', (data) => {
        const watch = watchSchema.safeParse(parseJson(String(data)));
        if (watch.success) watcher.look(watch.data);
      });
      webSocket.on('error', () => webSocket.terminate());
      webSocket.on('close', () => {
        watchers.delete(watcher);
        watcher.stop();
      });
    });
  });
  const backstage = (): void => {
    for (const watcher of watchers) watcher.tell(['backstage']);
  };
  const stops = [
    parts.discord.listen((change) => {
      for (const watcher of watchers) watcher.onChange(change);
    }),
    parts.service.listen(backstage),
    ...parts.bots.map((bot) => bot.changes.listen(backstage)),
  ];
  const timer = setInterval(backstage, BACKSTAGE_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
};
