import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Clock } from '../../time/clock.ts';
import { Listeners } from '../listeners.ts';
import { Commands } from './commands.ts';
import { refusals } from './errors.ts';
import { Faults } from './faults.ts';
import { Connection } from './gateway/connection.ts';
import { GatewayHub, type Shards } from './gateway/hub.ts';
import { Interactions } from './interactions.ts';
import { attachmentLimits, gatewayLimits, generousRateLimits, type RateLimits } from './limits.ts';
import { Attachments } from './messages/attachments.ts';
import { RateLimiter } from './rate-limits.ts';
import { RequestLog } from './request-log.ts';
import { addApplicationRoutes } from './rest/applications.ts';
import { addCallbackRoute } from './rest/callbacks.ts';
import { addChannelRoutes } from './rest/channels.ts';
import { addFileRoutes, type ServedFiles } from './rest/files.ts';
import { addMessageRoutes } from './rest/messages.ts';
import type { RestParts } from './rest/parts.ts';
import { addPipeline } from './rest/pipeline.ts';
import { addThreadRoutes } from './rest/threads.ts';
import { addWebhookRoutes } from './rest/webhooks.ts';
import { DiscordSandbox } from './sandbox.ts';
import { createCore } from './state/core.ts';
import type { SandboxChange } from './state/events.ts';
import { freshState, sandboxState } from './state/state.ts';
import { defaultWorld } from './world/world.ts';
import { type WorldInput, world as worldSchema } from './world/world-schema.ts';

const HOST = '127.0.0.1';
/** In characters. Fastify refuses longer parts of an address. */
const LONGEST_TOKEN = 512;

export interface DiscordSandboxOptions {
  clock: Clock;
  /** Holds uploaded files; created if missing. */
  folder: string;
  /** The bot's token; a fixed one by default. */
  token?: string;
  /** Any free port by default, or if 0. */
  port?: number;
  /** The default world if missing. */
  world?: WorldInput;
  /** The JSON of an earlier sandbox's `snapshot()`. Takes precedence over `world`. */
  snapshot?: unknown;
  /** High limits by default; `discordRateLimits` are Discord's own. */
  rateLimits?: RateLimits;
  heartbeatIntervalMs?: number;
  /** Called with a file's path before it is served. */
  beforeServing?: (path: string) => Promise<void>;
  /** How many shards Discord recommends, and how many may identify at once; 1 and 1 by default. */
  shards?: Shards;
}

/** Not a secret: it opens nothing but a sandbox. */
const SANDBOX_TOKEN = 'MTEwMDAwMDAwMDAwMDAwMDAwMQ.sandbox.only-good-on-this-machine';

/**
 * Starts the sandbox of Discord on the loopback interface.
 * @throws ZodError for an invalid world or snapshot, or the system's error if the port is taken
 */
export const startDiscordSandbox = async (options: DiscordSandboxOptions): Promise<DiscordSandbox> => {
  const { clock, folder, token = SANDBOX_TOKEN } = options;
  const filesFolder = path.join(folder, 'attachments');
  const uploadFolder = path.join(folder, 'uploads');
  // Uploads that an earlier run left belong to no message.
  rmSync(uploadFolder, { recursive: true, force: true });
  mkdirSync(uploadFolder, { recursive: true });
  const state =
    options.snapshot === undefined
      ? freshState(options.world ? worldSchema.parse(options.world) : defaultWorld())
      : sandboxState.parse(options.snapshot);
  const changes = new Listeners<SandboxChange>();
  const faults = new Faults(clock, changes);
  const attachments = new Attachments({ clock, state, folder: filesFolder });
  const heartbeatIntervalMs = options.heartbeatIntervalMs ?? gatewayLimits.heartbeatIntervalMs;
  const shards = options.shards ?? { recommended: 1, atOnce: 1 };
  const rateLimiter = new RateLimiter(clock, options.rateLimits ?? generousRateLimits);
  const core = createCore({ clock, state, changes, attachments, faults, rateLimiter, token });
  const gateway = new GatewayHub(core, { heartbeatIntervalMs, shards });
  const parts: RestParts = {
    core,
    gateway,
    interactions: new Interactions(core),
    commands: new Commands(core),
    requests: new RequestLog(),
    uploadFolder,
  };
  const app = await buildServer(parts, { folder: filesFolder, beforeServing: options.beforeServing });
  const sockets = addGateway(app, parts);
  await app.listen({ host: HOST, port: options.port ?? 0 });
  const port = portOf(app);
  attachments.origin = `http://${HOST}:${port}`;
  gateway.address = `ws://${HOST}:${port}/gateway`;
  return new DiscordSandbox(parts, attachments.origin, async () => {
    parts.interactions.stop();
    gateway.terminate();
    sockets.close();
    app.server.closeAllConnections();
    await app.close();
  });
};

const portOf = (app: FastifyInstance): number => {
  const address = app.addresses()[0];
  return typeof address === 'object' ? address.port : 0;
};

const isOwnHost = (app: FastifyInstance, host: string | undefined): boolean => {
  const port = portOf(app);
  return host === `${HOST}:${port}` || host === `localhost:${port}`;
};

const buildServer = async (parts: RestParts, files: ServedFiles): Promise<FastifyInstance> => {
  const app = Fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    bodyLimit: attachmentLimits.jsonBytes,
    routerOptions: { maxParamLength: LONGEST_TOKEN },
  });
  // A file that is too large gets an answer of Discord's own.
  await app.register(multipart, { throwFileSizeLimit: false });
  // Refuses pages of other origins that resolve their own name to this machine.
  app.addHook('onRequest', async (request, reply) => {
    if (!isOwnHost(app, request.headers.host)) return reply.code(403).send({ message: 'Forbidden', code: 0 });
    return undefined;
  });
  await addFileRoutes(app, parts.core, files);
  await app.register(
    async (api) => {
      addPipeline(api, parts);
      addCallbackRoute(api, parts);
      addWebhookRoutes(api, parts);
      await api.register(async (ofBot) => {
        ofBot.addHook('onRequest', async (request) => {
          if (request.headers.authorization !== `Bot ${parts.core.token}`) throw refusals.unauthorized();
        });
        addApplicationRoutes(ofBot, parts);
        addMessageRoutes(ofBot, parts);
        addChannelRoutes(ofBot, parts);
        addThreadRoutes(ofBot, parts);
      });
    },
    { prefix: '/api/v10' },
  );
  return app;
};

/** Accepts upgrades to `/gateway`. Cuts all other connections, and all while the gateway is hidden. */
const addGateway = (app: FastifyInstance, { core, gateway }: RestParts): WebSocketServer => {
  const sockets = new WebSocketServer({ noServer: true });
  app.server.on('upgrade', (request, socket, head) => {
    const isGateway = request.url?.split(/[/?]/)[1] === 'gateway';
    if (!isGateway || !isOwnHost(app, request.headers.host) || core.faults.ofGateway('gateway-hidden')) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => new Connection(gateway, webSocket).start());
  });
  return sockets;
};
