import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { NamedFile } from './acts/do-as-person.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

export const isLoopback = (host: string): boolean =>
  LOOPBACK.includes(host) || host === '::1' || host.startsWith('127.');

/**
 * Whether a request is meant for this server. A page of another origin that resolves its own name to this machine sends
 * that name. So only addresses, not names, are accepted outside the loopback interface.
 */
export const isOwnHost = (header: string | undefined, listening: { host: string; port: number }): boolean => {
  if (header === undefined) return false;
  const [, name = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(header) ?? [];
  if (Number(port || 80) !== listening.port) return false;
  if (LOOPBACK.includes(name)) return true;
  return !isLoopback(listening.host) && (name === listening.host || isIP(name.replace(/^\[|\]$/g, '')) !== 0);
};

/** Browsers name the origin of a write or a socket. Only the playground's own page is accepted. */
export const isOwnOrigin = (origin: string | undefined, host: string | undefined): boolean =>
  origin === undefined || origin === `http://${host}`;

/** Reads a form: `payload` is JSON, and every other part is a file named after its option. */
export const readForm = async (request: FastifyRequest): Promise<{ payload: unknown; files: NamedFile[] }> => {
  if (!request.isMultipart()) return { payload: request.body, files: [] };
  let payload: unknown;
  const files: NamedFile[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      files.push({ field: part.fieldname, name: part.filename, bytes, contentType: part.mimetype });
    } else if (part.fieldname === 'payload' && typeof part.value === 'string') payload = JSON.parse(part.value);
  }
  return { payload, files };
};

const PASSED_ON = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'last-modified', 'etag'];

/** Serves Discord's files at the page's own address, so that the page needs no other. */
export const addFileRoute = (app: FastifyInstance, discordOrigin: string): void => {
  app.get('/files/*', async (request, reply) => {
    const { range } = request.headers;
    const answer = await fetch(new URL(request.url.slice('/files'.length), discordOrigin), {
      headers: range === undefined ? {} : { range },
      redirect: 'error',
    });
    reply.code(answer.status);
    for (const name of PASSED_ON) {
      const value = answer.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    // Uploaded files must not run as part of the page.
    reply.header('content-security-policy', "default-src 'none'; sandbox").header('x-content-type-options', 'nosniff');
    return reply.send(answer.body ? Readable.fromWeb(answer.body) : '');
  });
};
