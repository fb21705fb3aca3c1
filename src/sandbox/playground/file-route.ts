import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

const PASSED_ON = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'last-modified', 'etag'];

/** Discord's files under the page's own address, so that the page needs no other. */
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
    // Nothing that somebody uploads may run as a part of the page.
    reply.header('content-security-policy', "default-src 'none'; sandbox").header('x-content-type-options', 'nosniff');
    return reply.send(answer.body ? Readable.fromWeb(answer.body) : '');
  });
};
