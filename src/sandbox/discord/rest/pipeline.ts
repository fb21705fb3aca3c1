import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DiscordRefusal, refusals } from '../errors.ts';
import type { ActiveFault } from '../faults.ts';
import { rateLimited } from '../rate-limits.ts';
import type { LoggedRequest } from '../request-log.ts';
import type { RestParts } from './parts.ts';

const PREFIX = /^\/api\/v10/;
/** These routes don't count towards the global limit. */
const INTERACTION_ROUTES = ['/webhooks/', '/interactions/'];

const idIn = (request: FastifyRequest, name: string): string | undefined => {
  const { params } = request;
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'string' ? value : undefined;
};

const authOf = (request: FastifyRequest): LoggedRequest['auth'] => {
  const header = request.headers.authorization;
  if (header === undefined) return 'none';
  return header.startsWith('Bot ') ? 'bot' : 'other';
};

/** Handles every REST request: log, faults, rate limits, and refusals in Discord's form. */
export const addPipeline = (app: FastifyInstance, parts: RestParts): void => {
  const logged = new WeakMap<FastifyRequest, LoggedRequest>();
  const faults = new WeakMap<FastifyRequest, ActiveFault>();

  app.addHook('onRequest', async (request, reply) => {
    const entry: LoggedRequest = {
      method: request.method,
      route: (request.routeOptions.url ?? request.url).replace(PREFIX, ''),
      status: null,
      auth: authOf(request),
      at: parts.core.clock.now(),
      channelId: idIn(request, 'channelId'),
    };
    parts.requests.add(entry);
    logged.set(request, entry);
    const fault = parts.core.faults.ofRequest({
      method: entry.method,
      route: entry.route,
      channelId: entry.channelId,
      hasFiles: request.headers['content-type']?.startsWith('multipart/form-data') ?? false,
    });
    if (fault) faults.set(request, fault);
    if (fault && meetFault(fault, request, reply)) return reply;
    const isInteraction = INTERACTION_ROUTES.some((start) => entry.route.startsWith(start));
    if (entry.auth === 'bot' && !isInteraction) parts.core.rateLimiter.useGlobal();
    const major = entry.channelId ?? idIn(request, 'guildId') ?? idIn(request, 'token') ?? '';
    reply.headers(parts.core.rateLimiter.useBucket(`${entry.method} ${entry.route}`, major));
    return undefined;
  });

  // The request has arrived as a whole, so it is carried out even if the sender is gone.
  app.addHook('preHandler', async (request) => {
    const fault = faults.get(request);
    if (fault?.name === 'slow') await parts.core.clock.sleep(Number(fault.parameters['delayMs']));
  });

  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('via', '1.1 google');
    // Some clients compare this type as a whole, so a charset would hide the JSON from them.
    if (String(reply.getHeader('content-type')).startsWith('application/json')) reply.type('application/json');
    reply.header('date', new Date(parts.core.clock.now()).toUTCString());
    const { method, url } = request;
    const body = typeof payload === 'string' ? payload : '';
    parts.requests.onAnswer({
      method,
      url: url.replace(PREFIX, ''),
      status: reply.statusCode,
      sent: request.body,
      body,
    });
    const fault = faults.get(request)?.name;
    if (fault === 'empty-after') {
      reply.code(200).removeHeader('content-type');
      return '';
    }
    if (fault === 'cut-after') {
      reply.hijack();
      request.raw.socket.destroy();
    }
    return payload;
  });

  app.addHook('onResponse', async (request, reply) => {
    const entry = logged.get(request);
    if (entry && faults.get(request)?.name !== 'cut-after') entry.status = reply.statusCode;
  });

  app.setErrorHandler((error, request, reply) => {
    // The sender of half a request is gone, such as a bot that was killed during an upload.
    if (!request.raw.complete && request.raw.destroyed) return reply.hijack();
    if (error instanceof DiscordRefusal) return refuse(reply, error);
    const status = statusOf(error);
    if (status === 413) return refuse(reply, refusals.tooLarge());
    if (status !== undefined && status < 500) return refuse(reply, refusals.invalidJson());
    // An error in the sandbox itself. The bot sees only a 500, so warn the person who runs the sandbox.
    process.emitWarning(error instanceof Error ? error : String(error));
    return refuse(reply, new DiscordRefusal(500, 0, '500: Internal Server Error'));
  });
  // A handler of its own for what isn't found would register each of Node's methods, twice.
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    handler: () => {
      throw refusals.notFound();
    },
  });
};

const refuse = (reply: FastifyReply, refusal: DiscordRefusal): FastifyReply =>
  reply.code(refusal.status).headers(refusal.headers).send(refusal.toBody());

const statusOf = (error: unknown): number | undefined => {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' ? status : undefined;
};

const html = (reply: FastifyReply, status: number, title: string): FastifyReply =>
  reply
    .code(status)
    .type('text/html')
    .send(
      `<html>\n<head><title>${status} ${title}</title></head>\n<body><h1>${status} ${title}</h1></body>\n</html>\n`,
    );

/** 429 in each form that Discord, Cloudflare and proxies have. */
const limitForm = (form: string, refusal: DiscordRefusal, reply: FastifyReply): FastifyReply => {
  const { 'retry-after': retryAfter } = refusal.headers;
  switch (form) {
    case 'body':
      return reply.code(429).send(refusal.toBody());
    case 'header':
      return reply.code(429).header('retry-after', retryAfter).type('text/plain').send('');
    case 'cloudflare':
      return reply.code(429).type('text/plain').send('error code: 1015');
    case 'json':
      return reply.code(429).send({ message: 'You are being blocked from accessing our API.', code: 0 });
    default:
      return refuse(reply, refusal);
  }
};

/** @returns whether the request ends here */
const meetFault = ({ name, parameters }: ActiveFault, request: FastifyRequest, reply: FastifyReply): boolean => {
  switch (name) {
    case 'rate-limited': {
      const scope = parameters['global'] === true ? 'global' : 'user';
      const refusal = rateLimited(Number(parameters['retryAfterSeconds']), scope);
      limitForm(String(parameters['form']), refusal, reply);
      return true;
    }
    case 'page':
      html(reply, Number(parameters['status']), 'Not what you expect');
      return true;
    case 'internal-error':
      throw new DiscordRefusal(500, 0, '500: Internal Server Error');
    case 'bad-gateway':
      html(reply, 502, 'Bad Gateway');
      return true;
    case 'hang':
      reply.hijack();
      return true;
    case 'cut-before':
      reply.hijack();
      request.raw.socket.destroy();
      return true;
    case 'unknown-message':
      throw refusals.unknownMessage();
    case 'missing-access':
      throw refusals.missingAccess();
    case 'too-large':
      throw refusals.tooLarge();
    case 'files-refused':
      throw refusals.filesRefused(Number(parameters['code']));
    case 'too-large-html':
      html(reply, 413, 'Request Entity Too Large');
      return true;
    case 'token-not-found':
      throw refusals.unknownWebhook();
    default:
      return false;
  }
};
