import { type DestinationStream, type LevelWithSilent, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Fields that never reach a log line, wherever they appear. */
const SECRET_FIELDS = ['token', 'key', 'authorization', 'prompt', 'url', 'address', 'resultUrl', 'audioUrl', 'sources'];

export const isSecretField = (field: string): boolean => SECRET_FIELDS.includes(field);

/**
 * Signed addresses and those with a password, the service's keys, and Discord's tokens, as they appear in libraries'
 * error texts.
 */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  // A source file in a stack and the store's path are no secrets.
  [/\b(?!file:|sqlite:)[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/gi, '[address]'],
  // Without a scheme, only what follows the question mark tells an address from a path.
  [/[\w.-]+(?::\d+)?\/[^\s"'<>?]*\?[^\s"'<>]+/g, '[address]'],
  [/\b[\w-]*(?:signature|credential|token|secret|password|sig)=[^\s&"'<>]+/gi, '[secret]'],
  [/\bsk-[\w-]+/g, '[key]'],
  [/\b(?:Bot|Bearer) [\w.-]+/g, '[credentials]'],
  [/\/(interactions|webhooks)\/(\d+)\/[\w.-]+/g, '/$1/$2/[token]'],
  [/\b[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}\b/g, '[token]'],
];

export function scrub(text: string): string {
  return SECRET_TEXTS.reduce((scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement), text);
}

/** The most causes of an error that are logged. */
const CAUSES_LOGGED = 4;

/**
 * An error's name, message, code and stack, and those of its causes, scrubbed. No other property, because libraries
 * attach requests.
 */
function describeError(error: unknown, depth = 0): object {
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

/**
 * Why something failed, in one line that is never empty. Some libraries' errors have no message, and AggregateError has
 * none of its own.
 */
export function reasonOf(error: unknown): string {
  for (const one of withCauses(error)) {
    const text = scrub(one instanceof Error ? one.message : String(one)).trim();
    if (text !== '') return text;
  }
  const isNamed = error instanceof Error && error.name !== '' && error.name !== 'Error';
  return isNamed ? scrub(error.name) : 'an unknown failure; see the log';
}

/** An error, then its causes, up to the limit. */
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
 * Drops log lines once the terminal that started the bot has closed (EIO), so that the bot can still stop. The library
 * would retry the last line forever.
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
