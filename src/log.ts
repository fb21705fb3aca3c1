import { type DestinationStream, type LevelWithSilent, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Fields that never reach a log line, wherever somebody puts them. */
const SECRET_FIELDS = [
  'token',
  'key',
  'authorization',
  'prompt',
  'url',
  'address',
  'resultUrl',
  'audioUrl',
  'sourceUrls',
];

/** Signed addresses and those with a password, the service's keys and Discord's tokens, as they turn up inside other people's error texts. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [/\b(?:https?|postgres(?:ql)?):\/\/[^\s"'<>]+/gi, '[address]'],
  [/\bsk-[\w-]+/g, '[key]'],
  [/\b(?:Bot|Bearer) [\w.-]+/g, '[credentials]'],
  [/\/(interactions|webhooks)\/(\d+)\/[\w.-]+/g, '/$1/$2/[token]'],
  [/\b[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}\b/g, '[token]'],
];

export function scrub(text: string): string {
  return SECRET_TEXTS.reduce((scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement), text);
}

/** How deep a chain of causes is followed into the log. */
const CAUSES_LOGGED = 4;

/** Name, text, code and stack of an error and its causes, scrubbed; no other property, for libraries hang requests on them. */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    name: error.name,
    message: scrub(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(depth === 0 && error.stack ? { stack: scrub(error.stack) } : {}),
    ...(error.cause !== undefined && depth < CAUSES_LOGGED ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

/** Why it failed, in one line that is never empty: some libraries' errors carry no text, and a group of them none of its own. */
export function reasonOf(error: unknown): string {
  for (const one of withCauses(error)) {
    const text = scrub(one instanceof Error ? one.message : String(one)).trim();
    if (text !== '') return text;
  }
  const isNamed = error instanceof Error && error.name !== '' && error.name !== 'Error';
  return isNamed ? scrub(error.name) : 'an unknown failure; the log has its place';
}

/** What it is, then what it came of, as far as causes are followed. */
function* withCauses(error: unknown, depth = 0): Generator {
  yield error;
  if (!(error instanceof Error) || depth === CAUSES_LOGGED) return;
  const inner: unknown[] = error instanceof AggregateError ? error.errors.slice(0, 1) : [];
  if (error.cause !== undefined) inner.push(error.cause);
  for (const one of inner) yield* withCauses(one, depth + 1);
}

export function createLog(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
    redact: {
      paths: [
        ...SECRET_FIELDS,
        ...SECRET_FIELDS.map((field) => `*.${field}`),
        ...SECRET_FIELDS.map((field) => `*.*.${field}`),
      ],
      censor: '[redacted]',
    },
  };
  return pino(options, destination ?? standardOutput());
}

/**
 * Where the terminal that began the bot has closed, nobody reads its lines any more (EIO): they are dropped, so that the
 * bot can still stop. The library would try to write the last one for ever.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EIO') throw error;
    output.write = () => true;
    output.flushSync = () => undefined;
  });
  return output;
}
