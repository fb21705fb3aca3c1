import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Core } from '../state/core.ts';

const query = z.object({ ex: z.string().optional(), is: z.string().optional(), hm: z.string().optional() });
const params = z.object({ id: z.string() });

export interface ServedFiles {
  folder: string;
  /** Called with a file's path before it is served. */
  beforeServing: ((path: string) => Promise<void>) | undefined;
}

/** Serves attachments at their signed addresses, with byte ranges. */
export const addFileRoutes = async (app: FastifyInstance, core: Core, files: ServedFiles): Promise<void> => {
  await app.register(fastifyStatic, { root: path.resolve(files.folder), serve: false, dotfiles: 'deny' });
  for (const kind of ['attachments', 'ephemeral-attachments']) {
    app.get(`/${kind}/:channelId/:id/:filename`, async (request, reply) => {
      const [pathname = ''] = request.url.split('?');
      const signature = query.safeParse(request.query);
      const file = core.attachments.find(params.parse(request.params).id);
      if (!file || !signature.success || !core.attachments.isValid(pathname, signature.data)) {
        return reply.code(404).type('text/plain;charset=UTF-8').send('This content is no longer available.');
      }
      await files.beforeServing?.(core.attachments.pathOf(file.id));
      reply.header('content-type', file.contentType ?? 'application/octet-stream');
      reply.header('x-content-type-options', 'nosniff');
      return reply.sendFile(file.id, { contentType: false, cacheControl: false });
    });
  }
};
