import { isAbsolute, relative } from 'node:path';
import { z } from 'zod';
import { type Finding, finding } from './findings/finding.ts';
import { storeUrlFault } from './store/store-url.ts';
import { MODELS, type ModelId, modelIdsOf } from './task-api/models.ts';

/**
 * The only reader of the environment. `VARIABLES` has a line for every variable; tests compare `.env.example` and
 * the page for operators with it.
 */

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `a whole number from ${least} to ${most}`);

const yesOrNo = z.enum(['true', 'false'], 'true or false').transform((value) => value === 'true');

const isHttp = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

const httpAddress = z
  .string()
  .refine((value) => {
    if (!isHttp(value)) return false;
    const url = new URL(value);
    return url.username === '' && url.search === '';
  }, 'an address that starts with http:// or https://, without user name or query')
  .transform((value) => value.replace(/\/+$/, ''));

/** A number, or the word for a value that Easel finds out itself. */
const numberOr = <Word extends string>(word: Word, most: number) => {
  const expected = `${word}, or a whole number from 1 to ${most}`;
  return z
    .string()
    .transform((value) => (value === word ? word : /^[1-9]\d*$/.test(value) ? Number(value) : 0))
    .refine((value) => value === word || (typeof value === 'number' && value > 0 && value <= most), expected);
};
const SHARDS_MAX = 10_000;

const snowflake = z.string().regex(/^\d{17,20}$/, 'a Discord id: 17 to 20 digits');

const prices = z
  .string()
  .regex(/^[a-z0-9-]+=\d{1,6}(,[a-z0-9-]+=\d{1,6})*$/, 'model=credits pairs with commas between, such as omni-pro=60')
  .transform((value) => value.split(',').map((pair) => pair.split('=')))
  .refine(
    (pairs) => pairs.every(([model]) => MODELS.some(({ id }) => id === model)),
    `models out of ${MODELS.map(({ id }) => id).join(', ')}`,
  )
  .transform((pairs) => new Map(pairs.map(([model, credits]) => [model as ModelId, Number(credits)])));

interface Variable<Schema extends z.ZodType> {
  schema: Schema;
  /** As written in the environment. Left out for required and optional variables. */
  default?: string;
  /** Set for required variables: what to get, and where. */
  required?: string;
}

export const VARIABLES = {
  DISCORD_TOKEN: {
    schema: z
      .string()
      .regex(/^[\w-]{10,}(\.[\w-]+){2}$/, 'the bot token from the Discord developer portal, without “Bot ” or quotes'),
    required: 'the bot token from https://discord.com/developers/applications: your application, Bot, Reset Token',
  },
  DISCORD_API_URL: { schema: httpAddress, default: 'https://discord.com/api' },
  DISCORD_GUILD_ID: { schema: snowflake },
  TASK_API_URL: { schema: httpAddress, required: 'the address of the generation service, such as https://…' },
  TASK_API_KEY: {
    schema: z.string().regex(/^sk-\S+$/, 'the key of the service, which starts with sk-'),
    required: 'the key from the account page of the generation service, which starts with sk-',
  },
  STORE_URL: {
    schema: z.string().superRefine((value, { addIssue }) => {
      const fault = storeUrlFault(value);
      if (fault !== undefined) addIssue(fault);
    }),
    default: 'sqlite://data/easel.sqlite',
  },
  STORE_NEW: { schema: z.enum(['yes'], 'yes, for the one start that makes a new store') },
  BACKUP_FOLDER: { schema: z.string().min(1, 'a folder') },
  BACKUP_EVERY_HOURS: { schema: wholeNumber(1, 720), default: '24' },
  BACKUPS_KEPT: { schema: wholeNumber(1, 1000), default: '7' },
  BACKUP_KEY: {
    schema: z
      .string()
      .regex(/^[\da-f]{64}$/i, '64 hexadecimal digits, as openssl rand -hex 32 prints them')
      .transform((digits) => Buffer.from(digits, 'hex')),
  },
  SHARDS: { schema: numberOr('auto', SHARDS_MAX), default: 'auto' },
  SHARDS_PER_PROCESS: { schema: numberOr('all', SHARDS_MAX), default: 'all' },
  OPERATOR_IDS: {
    schema: z
      .string()
      .regex(/^\d{17,20}(,\d{17,20})*$/, 'Discord ids of people with commas between, 17 to 20 digits each')
      .transform((value) => value.split(',')),
  },
  OPERATOR_CHANNEL_ID: { schema: snowflake },
  SERVERS: { schema: z.enum(['open', 'ask'], 'open or ask'), default: 'open' },
  BUDGET_DEFAULT_CREDITS: { schema: wholeNumber(0, 1_000_000_000), default: '500' },
  BUDGET_ALL_CREDITS: { schema: wholeNumber(0, 1_000_000_000) },
  LEDGER_KEPT_DAYS: { schema: wholeNumber(31, 36_500), default: '400' },
  SERVER_KEPT_DAYS: { schema: wholeNumber(1, 400), default: '30' },
  HISTORY_KEPT_DAYS: { schema: wholeNumber(1, 36_500), default: '400' },
  PRICE_GUESS_CREDITS: {
    schema: prices,
    default: 'image-model-a=5,image-model-b=10,omni-flash=25,omni-pro=75,video-model-c=50',
  },
  IMAGE_MODEL_DEFAULT: {
    schema: z.enum(modelIdsOf('image'), `one of ${modelIdsOf('image').join(', ')}`),
    default: 'image-model-a',
  },
  IMAGE_MODEL_FINISH: { schema: z.enum(modelIdsOf('image'), `one of ${modelIdsOf('image').join(', ')}`) },
  VIDEO_MODEL_DEFAULT: {
    schema: z.enum(modelIdsOf('video'), `one of ${modelIdsOf('video').join(', ')}`),
    default: 'omni-flash',
  },
  ASPECT_RATIO_DEFAULT: { schema: z.string().regex(/^[1-9]\d{0,3}:[1-9]\d{0,3}$/, 'width:height, such as 16:9') },
  PROMPT_MAX_CHARACTERS: { schema: wholeNumber(1, 3000), default: '2000' },
  FFMPEG_PATH: { schema: z.string().min(1, 'a program'), default: 'ffmpeg' },
  MEDIA_ALLOW_PRIVATE: { schema: yesOrNo, default: 'false' },
  C2PA_CERTIFICATE_FILE: { schema: z.string().min(1, 'a file') },
  C2PA_KEY_FILE: { schema: z.string().min(1, 'a file') },
  MEDIA_FOLDER: { schema: z.string().min(1, 'a folder'), default: 'data/results' },
  POLLS_PER_SECOND: { schema: wholeNumber(1, 5000), default: '20' },
  WAIT_LONGEST_HOURS: { schema: wholeNumber(1, 720), default: '24' },
  HEALTH_PORT: { schema: wholeNumber(1, 65_535) },
  HEARTBEAT_URL: {
    schema: z.string().refine(isHttp, 'an address that starts with http:// or https://'),
  },
  HEALTH_HOST: { schema: z.string().min(1, 'an address to listen on'), default: '127.0.0.1' },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'fatal, error, warn, info, debug or trace'),
    default: 'info',
  },
} as const satisfies Record<string, Variable<z.ZodType>>;

type ValueOf<V> = V extends { schema: infer Schema extends z.ZodType }
  ? V extends { default: string } | { required: string }
    ? z.output<Schema>
    : z.output<Schema> | undefined
  : never;

/** The configuration by variable name, so that an error about it names the variable. */
export type Config = { readonly [Name in keyof typeof VARIABLES]: ValueOf<(typeof VARIABLES)[Name]> };

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that a file may hold instead: `NAME_FILE`. */
export const SECRETS = ['DISCORD_TOKEN', 'TASK_API_KEY', 'STORE_URL', 'HEARTBEAT_URL', 'BACKUP_KEY'] as const;

/** Every fault of the environment. Never holds a value of a variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(`the configuration has ${findings.length === 1 ? 'a fault' : `${findings.length} faults`}`);
    this.findings = findings;
  }
}

/** @throws ConfigError with every fault. An empty value counts as not set, as in `.env` files. */
export function readConfig(environment: Environment): Config {
  const values: Record<string, unknown> = {};
  const findings: Finding[] = [];
  for (const [variable, { schema, default: fallback, required }] of Object.entries<Variable<z.ZodType>>(VARIABLES)) {
    const text = environment[variable]?.trim() || fallback;
    if (text === undefined) {
      if (required !== undefined) findings.push(finding('config.missing', { variable, expected: required }));
      continue;
    }
    const parsed = schema.safeParse(text);
    if (parsed.success) values[variable] = parsed.data;
    else findings.push(finding('config.value', { variable, expected: expectedBy(parsed.error) }));
  }
  if (findings.length > 0) throw new ConfigError(findings);
  const config = values as Config;
  const combined = [...combinedFaults(config)].map(([variable, expected]) =>
    finding('config.value', { variable, expected }),
  );
  if (combined.length > 0) throw new ConfigError(combined);
  return config;
}

/** Faults in how variables combine: the variable to change, and what it should be. */
function* combinedFaults(config: Config): Generator<[variable: string, expected: string]> {
  const { BACKUP_FOLDER: backups, MEDIA_FOLDER: results, STORE_URL } = config;
  const isFile = STORE_URL.startsWith('sqlite://');
  // Files come and go in the results folder.
  if (isFile && isInside(results, STORE_URL.replace(/^sqlite:\/\//, ''))) {
    yield ['MEDIA_FOLDER', 'a folder that does not hold the store (STORE_URL)'];
  }
  if (backups !== undefined && isInside(results, backups)) {
    yield ['BACKUP_FOLDER', 'a folder outside of MEDIA_FOLDER'];
  }
  if (backups !== undefined && !isFile) {
    yield [
      'BACKUP_FOLDER',
      'nothing, for it is for a store in a file; back PostgreSQL up with its own tools (pg_dump)',
    ];
  }
  if (config.C2PA_KEY_FILE === undefined && config.C2PA_CERTIFICATE_FILE !== undefined)
    yield ['C2PA_KEY_FILE', 'the file with the key of C2PA_CERTIFICATE_FILE'];
  if (config.C2PA_CERTIFICATE_FILE === undefined && config.C2PA_KEY_FILE !== undefined)
    yield ['C2PA_CERTIFICATE_FILE', 'the file with the certificate of C2PA_KEY_FILE'];
  if (config.SERVERS === 'ask' && config.BUDGET_DEFAULT_CREDITS === 0) {
    yield ['BUDGET_DEFAULT_CREDITS', 'more than 0, for SERVERS=ask offers you to give a new server that much a month'];
  }
  if (config.SHARDS_PER_PROCESS !== 'all' && isFile) {
    yield [
      'SHARDS_PER_PROCESS',
      'all, for a store in a file is one process’s; several share one in PostgreSQL (STORE_URL)',
    ];
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !/^\.\.(\/|\\|$)/.test(way) && !isAbsolute(way);
}

/** Reads one variable, for tools that need few. @throws ConfigError if it is faulty */
export function readVariable<Name extends keyof Config>(variable: Name, environment: Environment): Config[Name] {
  const { schema, default: fallback }: Variable<z.ZodType> = VARIABLES[variable];
  const parsed = schema.optional().safeParse(environment[variable]?.trim() || fallback);
  if (parsed.success) return parsed.data as Config[Name];
  throw new ConfigError([finding('config.value', { variable, expected: expectedBy(parsed.error) })]);
}

function expectedBy({ issues: [first] }: z.ZodError): string {
  return first?.message ?? 'another value';
}
