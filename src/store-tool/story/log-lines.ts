import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { JobAt } from './find-job.ts';

/** Reads lines of Easel's log, as written by pino or with a supervisor's words before them. */

const lineSchema = z.looseObject({
  time: z.string().transform((text, { addIssue }) => {
    const atMs = Date.parse(text);
    if (Number.isNaN(atMs)) addIssue('no time');
    return atMs;
  }),
  level: z.int(),
  msg: z.string(),
});
type Line = z.output<typeof lineSchema>;

/** More than any job writes. */
export const LINES_MAX = 2_000;

/** Fields whose values are ids that other lines have too. */
const ID_FIELDS = ['job', 'task', 'interaction', 'request', 'message', 'serviceTask', 'faultId'] as const;

/** The lines of files that name any of these ids, in their order. At most `LINES_MAX`, the first ones. */
export async function linesNaming(paths: readonly string[], ids: ReadonlySet<string>): Promise<Line[]> {
  const found: Line[] = [];
  for (const path of paths) {
    for await (const text of createInterface({ input: createReadStream(path) })) {
      if (found.length === LINES_MAX) return found;
      const line = [...ids].some((id) => text.includes(id)) ? parseLine(text) : undefined;
      if (line && idsIn(line).some((id) => ids.has(id))) found.push(line);
    }
  }
  return found;
}

function parseLine(text: string): Line | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(text.slice(text.indexOf('{')))).data;
  } catch {
    return undefined;
  }
}

/** The ids that a line names. */
export function idsIn(line: Line): string[] {
  return ID_FIELDS.flatMap((field) => {
    const value = line[field];
    return typeof value === 'string' ? [value] : [];
  });
}

/** The job that lines name with its server. The store may have forgotten it, but not what it held. */
export function jobIn(lines: readonly Line[]): JobAt | undefined {
  for (const { job: jobId, server: guildId } of lines) {
    if (typeof jobId === 'string' && typeof guildId === 'string') return { guildId, jobId };
  }
  return undefined;
}
