import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createdEnvelope, type Envelope, refusedEnvelope, taskEnvelope, withWrongTypes } from './envelopes.ts';
import type { Operation } from './faults.ts';
import { type ResultPart, signedPath } from './results.ts';
import type { TaskApiSandbox } from './sandbox.ts';
import { createAsksFor } from './service.ts';
import type { SandboxTaskView } from './tasks.ts';

type Call = Exclude<Operation, 'result'>;

/** The two endpoints of `task-api.txt`, with the faults that are on. */
export function addApiRoutes(sandbox: TaskApiSandbox): void {
  sandbox.app.post('/api/v1/tasks/create', (request, reply) =>
    answer(sandbox, 'create', request, reply, (key) => create(sandbox, key, request.body)),
  );
  sandbox.app.get<{ Params: { taskId: string } }>('/api/v1/tasks/:taskId', (request, reply) =>
    answer(sandbox, 'query', request, reply, (key) => query(sandbox, key, request.params.taskId)),
  );
}

/** Faults that keep a request out come first, and faults that spoil its answer last. */
async function answer(
  sandbox: TaskApiSandbox,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  take: (key: string) => Envelope,
): Promise<FastifyReply> {
  const { faults } = sandbox;
  sandbox.events.emit({ event: 'request', operation: call });
  const slow = faults.strike('slow', call);
  if (slow) await sandbox.sleep(slow.delayMs);
  const hang = faults.strike('hang', call);
  if (hang?.moment === 'before') return reply.hijack();
  const cutLine = faults.strike('cutLine', call);
  if (cutLine?.moment === 'before') return cut(reply);
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (faults.strike('badKey', call) || key === undefined || !sandbox.knows(key)) {
    return reply.code(401).type('text/plain').send('Unauthorized');
  }
  const down = faults.strike('down', call);
  if (down) return refuse(reply, down.status, 'Internal Server Error', down.retryAfter);
  const rateLimited = faults.strike('rateLimited', call);
  if (rateLimited) return refuse(reply, 429, 'Too Many Requests', rateLimited.retryAfter);

  const envelope = take(key);
  sandbox.events.emit({ event: 'change' });
  if (hang) return reply.hijack();
  if (cutLine || (call === 'create' && createAsksFor(request.body, '#lose'))) return cut(reply);
  if (faults.strike('html', call)) return reply.type('text/html').send('<!doctype html><h1>Welcome</h1>');
  return sendOddly(sandbox, call, reply, faults.strike('wrongTypes', call) ? withWrongTypes(envelope) : envelope);
}

/** Sends an answer as HTTP allows and few expect. */
function sendOddly({ faults }: TaskApiSandbox, call: Call, reply: FastifyReply, answer: unknown): FastifyReply {
  const interim = faults.strike('interim', call);
  if (interim?.status === 100) reply.raw.writeContinue();
  if (interim?.status === 102) reply.raw.writeProcessing();
  if (interim?.status === 103) reply.raw.writeEarlyHints({ link: '</style.css>; rel=preload' });
  const long = faults.strike('longHeaders', call);
  if (long) reply.header('content-security-policy', 'a'.repeat(long.bytes));
  if (!faults.strike('compressed', call)) return reply.send(answer);
  return reply
    .header('content-encoding', 'gzip')
    .type('application/json')
    .send(gzipSync(JSON.stringify(answer)));
}

function refuse(reply: FastifyReply, status: number, text: string, retryAfter: string | undefined): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).type('text/plain').send(text);
}

function create(sandbox: TaskApiSandbox, key: string, body: unknown): Envelope {
  const { faults } = sandbox;
  const refusal = faults.strike('refuseCreates', 'create');
  if (refusal) return refusedEnvelope(refusal.msg);
  const verdict = sandbox.create(key, body, faults.strike('failTasks', 'create') !== undefined);
  if (!verdict.ok) return refusedEnvelope(verdict.msg);
  sandbox.results.makeAhead(verdict.task);
  return createdEnvelope(verdict.task);
}

function query(sandbox: TaskApiSandbox, key: string, taskId: string): Envelope {
  const verdict = sandbox.query(key, taskId);
  if (!verdict.ok) return refusedEnvelope(verdict.msg);
  const { task } = verdict;
  const { createdAtUnit, faults } = sandbox;
  const status = faults.strike('unknownState', 'query')?.status;
  const withAddress =
    status === undefined && task.state === 'success' && !faults.strike('successWithoutAddress', 'query');
  return taskEnvelope(task, {
    resultUrl: withAddress ? addressOf(sandbox, task, task.kind) : undefined,
    audioUrl: withAddress && task.hasAudio ? addressOf(sandbox, task, 'audio') : undefined,
    createdAtUnit,
    status,
  });
}

/** How long an address can be used. */
const ADDRESS_LIFETIME_MS = 3_600_000;

function addressOf(sandbox: TaskApiSandbox, task: SandboxTaskView, part: ResultPart): string {
  const expiresAtMs = sandbox.clock.now() + ADDRESS_LIFETIME_MS;
  return `${sandbox.url}${signedPath(sandbox.secret, task.taskId, part, expiresAtMs)}`;
}

function cut(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
