import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { constant, constantFrom, integer, oneof, option, record, subarray, uint8Array } from 'fast-check';

/** What anything may send in place of an answer: the service, a proxy, or a program that was never meant. */
export interface AnyAnswer {
  status: number;
  headers: readonly string[];
  body: Uint8Array;
  /** Which length the headers give. */
  length: 'right' | 'none' | 'wrong' | 'chunked';
  /** How much of it arrives, in thousandths. */
  sent: number;
  /** In how many pieces. */
  pieces: number;
  /** Whether the connection stays open after the last piece. */
  staysOpen: boolean;
}

const envelope = (code: number, data: unknown): Uint8Array =>
  Buffer.from(JSON.stringify({ code, msg: 'a text', data }));

/** What anyone may send in place of an answer. */
const FOREIGN_BODIES: readonly Uint8Array[] = [
  ...['', '{', '[]', '{}', 'null', '"text"', '{"code":200}', '<!DOCTYPE html><title>502</title>'].map((text) =>
    Buffer.from(text),
  ),
  gzipSync(Buffer.alloc(4_000_000)),
  Buffer.alloc(600_000, 0x20),
];

const SERVICE_BODIES: readonly Uint8Array[] = [
  envelope(200, { task_id: 'task-1', request_id: 'r', credits: 4, task_status: 2 }),
  envelope(200, { task_id: 'task-1', task_status: 3, image_url: 'https://x.example/a.png', credits: 4 }),
  envelope(200, { task_id: 7, task_status: 'done', credits: -1 }),
  envelope(200, null),
  envelope(0, null),
  envelope(404, {}),
  gzipSync(envelope(200, { task_id: 'task-1', request_id: 'r', credits: 4 })),
];

const HEADERS: readonly string[] = [
  ...['content-type: application/json', 'content-type: text/html', 'content-type: image/png', 'content-type: ;;'],
  ...['content-encoding: gzip', 'content-encoding: aws-chunked', 'content-encoding: br, gzip', 'content-encoding: '],
  ...[
    'retry-after: 0',
    'retry-after: -1',
    'retry-after: soon',
    'retry-after: 99999999',
    'retry-after: Fri, 27 Nov 2026 00:00:00 GMT',
  ],
  ...['connection: close', 'location: /elsewhere', 'location: http://127.0.0.1:1/', 'set-cookie: a=b', 'x-bare'],
];

/** Statuses that mean something to a client. */
const STATUSES = [
  ...[100, 101, 103, 200, 200, 200, 201, 204, 206, 301, 302, 307, 400, 401, 403],
  ...[404, 405, 410, 413, 416, 429, 500, 502, 503],
];

/** Any status, headers, length, cut and pace, with one of these bodies or any bytes. */
export const anyAnswerOf = (bodies: readonly Uint8Array[], headers: readonly string[] = []) =>
  record({
    status: oneof(constantFrom(...STATUSES), integer({ min: 100, max: 599 })),
    headers: subarray([...HEADERS, ...headers], { maxLength: 5 }),
    body: oneof({ weight: 4, arbitrary: constantFrom(...bodies, ...FOREIGN_BODIES) }, uint8Array({ maxLength: 300 })),
    length: constantFrom('right', 'none', 'wrong', 'chunked'),
    sent: oneof({ weight: 3, arbitrary: constant(1000) }, integer({ min: 0, max: 999 })),
    pieces: integer({ min: 1, max: 4 }),
    staysOpen: option(constant(true), { nil: false }).map(Boolean),
  });

export const anyAnswer = anyAnswerOf(SERVICE_BODIES);

const LENGTHS = {
  right: (body: Uint8Array) => [`content-length: ${body.length}`],
  wrong: (body: Uint8Array) => [`content-length: ${body.length + 7}`],
  none: () => [],
  chunked: () => ['transfer-encoding: chunked'],
} as const;

const chunked = (body: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);

/** Sends it, piece by piece. */
export function sendAnswer(socket: Socket, answer: AnyAnswer): void {
  const { status, headers, body, length, sent, pieces, staysOpen } = answer;
  const head = [`HTTP/1.1 ${status} Any`, ...headers, ...LENGTHS[length](body), '', ''].join('\r\n');
  const whole = Buffer.concat([Buffer.from(head), length === 'chunked' && body.length > 0 ? chunked(body) : body]);
  const part = whole.subarray(0, Math.ceil((whole.length * sent) / 1000));
  const each = Math.ceil(part.length / pieces);
  for (let from = 0; from < part.length; from += each) socket.write(part.subarray(from, from + each));
  if (!staysOpen) socket.end();
}
