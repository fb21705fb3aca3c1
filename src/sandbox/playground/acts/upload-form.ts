import type { FastifyRequest } from 'fastify';
import type { NamedFile } from './do-as-person.ts';

/** Reads a form: `payload` is JSON, every other part a file named by the option or field that it is for. */
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
