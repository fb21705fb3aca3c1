import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { isSigned, makeTone, type Result, signedPath } from './results.ts';
import type { TaskApiSandbox } from './sandbox.ts';

const querySchema = z.object({ expires: z.string(), signature: z.string() });

const SPOILT = {
  empty: Buffer.alloc(0),
  xml: Buffer.from('<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>'),
  html: Buffer.from('<!doctype html><title>Please wait</title>'),
  json: Buffer.from('{"error":"not ready"}'),
};

/** The results of tasks at their signed addresses, with the faults of results. */
export function addResultRoutes(sandbox: TaskApiSandbox): void {
  sandbox.app.get<{ Params: { taskId: string; part: string } }>('/results/:taskId/:part', async (request, reply) => {
    const { taskId, part } = request.params;
    const { faults, clock, secret } = sandbox;
    sandbox.events.emit({ event: 'request', operation: 'result', taskId });
    const claim = querySchema.safeParse(request.query);
    const path = request.url.split('?')[0] ?? '';
    if (!claim.success || !isSigned(secret, { path, ...claim.data }, clock.now())) return say(reply, 403);
    const task = sandbox.task(taskId);
    const offered = part === 'audio' ? task?.hasAudio : part === task?.kind;
    if (!task || !offered || task.state !== 'success') return say(reply, 404);
    if (clock.now() >= task.endsAtMs + sandbox.resultRetentionMs) return say(reply, 404);

    const redirect = faults.strike('resultRedirect', 'result');
    if (redirect) {
      const elsewhere = signedPath(secret, taskId, task.kind, Number(claim.data.expires));
      return reply.redirect(redirect.to ?? `${sandbox.url}${elsewhere}&moved=1`, 302);
    }
    const gone = faults.strike('resultGone', 'result');
    if (gone) return say(reply, gone.status);
    const spoilt = faults.strike('resultSpoilt', 'result');
    if (spoilt) return reply.type('image/png').send(SPOILT[spoilt.as]);
    return send(sandbox, reply, part === 'audio' ? makeTone() : await sandbox.results.resultOf(task));
  });
}

function say(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).type('text/plain').send('Not available');
}

async function send(sandbox: TaskApiSandbox, reply: FastifyReply, result: Result): Promise<FastifyReply> {
  const { faults } = sandbox;
  const huge = faults.strike('resultHuge', 'result');
  const slow = faults.strike('resultSlow', 'result');
  const cut = faults.strike('resultCut', 'result');
  reply.header('content-disposition', `inline; filename="result.${result.extension}"`);
  const encoded = faults.strike('resultEncoded', 'result');
  if (encoded) {
    const body = encoded.isEncoded ? gzipSync(result.body) : result.body;
    return reply.header('content-encoding', encoded.name).type(result.mimeType).send(body);
  }
  if (!huge && !slow && !cut) return reply.type(result.mimeType).send(result.body);

  reply.hijack();
  const { raw } = reply;
  const totalBytes = Math.max(huge?.sizeBytes ?? 0, result.body.length);
  raw.writeHead(200, {
    'content-type': result.mimeType,
    ...((huge?.declared ?? true) && { 'content-length': totalBytes }),
  });
  const chunkBytes = slow?.chunkBytes ?? 64 * 1024;
  const endBytes = cut ? Math.floor(result.body.length / 2) : totalBytes;
  try {
    for (let sent = 0; sent < endBytes && !raw.destroyed; sent += chunkBytes) {
      await write(raw, bytesAt(result.body, sent, Math.min(chunkBytes, endBytes - sent)));
      if (slow) await sandbox.sleep(slow.pauseMs);
    }
    if (!cut) raw.end();
  } finally {
    // Also if the sandbox closes meanwhile: nothing else ends a hijacked answer.
    if (!raw.writableEnded) raw.destroy();
  }
  return reply;
}

/** The body's bytes from `start` on, padded with zeros. */
function bytesAt(body: Buffer, start: number, length: number): Buffer {
  const chunk = Buffer.alloc(length);
  body.subarray(start).copy(chunk);
  return chunk;
}

/** Resolves when the bytes are sent or the connection is gone. */
function write(raw: FastifyReply['raw'], chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      raw.off('close', done);
      resolve();
    };
    raw.on('close', done);
    raw.write(chunk, done);
  });
}
