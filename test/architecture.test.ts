import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cyclesOf, importsOf, partOf, sources } from './house/imports.ts';

/** Which parts a part may import; itself always. What stands in no row may be imported by nobody. */
const ALLOWED: Record<string, string[]> = {
  'src/main': ['src/app', 'src/clock', 'src/time', 'src/config', 'src/log', 'src/store', 'src/version'],
  'src/version': ['package.json'],
  'src/app': [
    'src/back-off',
    ...[
      'commands',
      'src/budget',
      'src/clock',
      'src/time',
      'src/config',
      'src/discord',
      'src/health',
      'src/jobs',
      'src/log',
    ],
    ...['src/media', 'src/moderation', 'src/parts', 'src/store', 'src/version'],
  ],
  'src/parts': [
    ...[
      'commands',
      'src/alerts',
      'src/budget',
      'src/charts',
      'src/clock',
      'src/time',
      'src/config',
      'src/discord',
      'src/engine',
      'src/health',
      'src/jobs',
    ],
    ...['src/log', 'src/media', 'src/moderation', 'src/orders', 'src/store', 'src/studio', 'src/task-api', 'src/texts'],
    'src/works',
  ],
  'src/config': ['src/task-api'],
  'src/health': ['src/clock', 'src/time', 'src/version'],
  // What operators order touches budgets, jobs and what the service says of their tasks.
  'src/orders': [
    'src/budget',
    'src/clock',
    'src/time',
    'src/engine',
    'src/jobs',
    'src/log',
    'src/store',
    'src/task-api',
  ],
  commands: [
    ...['src/alerts', 'src/budget', 'src/charts', 'src/clock', 'src/time', 'src/discord', 'src/errors', 'src/jobs'],
    ...[
      'src/moderation',
      'src/orders',
      'src/studio',
      'src/task-api',
      'src/texts',
      'src/engine',
      'src/version',
      'src/works',
    ],
  ],
  // It renders what it is given, and so knows the shapes that it is given; it runs nothing of them.
  'src/discord': [
    'src/time-limit',
    'src/alerts',
    'src/back-off',
    'src/clock',
    'src/time',
    'src/errors',
    'src/jobs',
    'src/log',
    'src/moderation',
    'src/store',
    'src/task-api',
    'src/texts',
    'src/engine',
  ],
  'src/engine': ['src/back-off', 'src/clock', 'src/time', 'src/log', 'src/store'],
  'src/jobs': [
    'src/time-limit',
    'src/back-off',
    'src/budget',
    'src/clock',
    'src/time',
    'src/engine',
    'src/log',
    'src/media',
    'src/store',
    'src/task-api',
  ],
  'src/budget': ['src/clock', 'src/time', 'src/store'],
  'src/alerts': ['src/time-limit', 'src/budget', 'src/clock', 'src/time', 'src/engine', 'src/log', 'src/store'],
  'src/charts': ['src/budget'],
  'src/store-tool': ['src/budget', 'src/clock', 'src/time', 'src/config', 'src/moderation', 'src/store', 'src/version'],
  // It holds credits for requests that wait, and makes jobs of those that are approved.
  'src/moderation': [
    ...['src/budget', 'src/clock', 'src/time', 'src/engine', 'src/jobs', 'src/log', 'src/store', 'src/studio'],
    ...['src/task-api', 'src/works'],
  ],
  'src/task-api': ['src/back-off', 'src/clock', 'src/time'],
  'src/media': ['src/clock', 'src/time', 'src/private-file'],
  'src/store': ['src/clock', 'src/time', 'src/private-file', 'src/time-limit'],
  'src/time-limit': ['src/time'],
  'src/back-off': ['src/time'],
  'src/clock': ['src/time'],
  'src/time': ['src/log'],
  'src/errors': ['src/discord'],
  'src/log': [],
  'src/studio': ['src/clock', 'src/time', 'src/jobs', 'src/store'],
  // Types alone: what is worded has its names from where it is decided.
  'src/texts': ['src/alerts', 'src/budget', 'src/moderation', 'src/orders', 'src/task-api'],
  // What a member says of one work is what they may say of all.
  'src/works': ['src/clock', 'src/time', 'src/jobs', 'src/store', 'src/studio', 'src/task-api'],
};
/** Parts that keep records from which something has to follow. */
const KEEPERS = /^(commands|src\/(alerts|budget|engine|jobs|moderation|orders))\//;
/** Where time passes there: the engine, what waits for the service or the store within one step, and the pace of edits. */
const WAITERS = [
  ...['src/engine/lane.ts', 'src/engine/every.ts', 'src/jobs/service/service-watch.ts'],
  ...['src/jobs/messages/pending-messages.ts', 'src/orders/orders.ts'],
];
/** Which of its rooms a room of these parts may look into. */
const ROOMS: Record<string, Record<string, string[]>> = {
  'src/discord': {
    client: ['gateway', 'rest'],
    gateway: ['rest'],
    // What a press carries is read and written without knowing who shows or answers it.
    'custom-ids': [],
    interactions: ['custom-ids', 'messages', 'rest'],
    messages: ['custom-ids', 'rest'],
    // Makes messages be as records say.
    reconciler: ['messages', 'rest'],
    registration: ['interactions', 'rest'],
    // What Discord sends, and what its numbers mean, has its form there.
    rest: ['interactions', 'messages', 'server'],
    server: ['interactions', 'rest'],
  },
  // From what time and credits are, over what happened to them and what follows for a server, to the records of all.
  'src/budget': {
    amounts: [],
    periods: ['amounts'],
    ledger: ['amounts', 'periods'],
    account: ['amounts', 'ledger', 'periods'],
    'service-tally': ['amounts'],
    controls: ['amounts'],
    ceiling: ['account', 'ledger', 'periods'],
    books: ['account', 'amounts', 'ceiling', 'ledger', 'periods', 'service-tally'],
    audit: ['account', 'books', 'ledger', 'service-tally'],
    accounts: ['account', 'amounts', 'audit', 'books', 'ceiling', 'controls', 'ledger', 'periods'],
  },
  // A job and its life know nothing of what takes its steps; what is learned of models, nothing of the service.
  'src/jobs': {
    origins: [],
    'job-id': [],
    job: ['origins'],
    variants: ['job'],
    life: ['job'],
    polling: ['job'],
    ports: ['job', 'polling'],
    records: ['job', 'job-id', 'life', 'polling'],
    service: ['job', 'life', 'polling', 'records', 'variants'],
    messages: ['job', 'life', 'polling', 'ports', 'records', 'variants'],
    results: ['job', 'life', 'messages', 'ports', 'records', 'service'],
    submit: ['job', 'life', 'ports', 'records', 'service', 'variants'],
    interrupted: ['job', 'life', 'records'],
    parts: ['job', 'ports', 'records', 'service'],
    jobs: ['interrupted', 'job', 'life', 'messages', 'parts', 'ports', 'records', 'results', 'service', 'submit'],
  },
  // What came is fetched, looked at, and made to fit; strangers' files are opened in processes of their own only.
  'src/media': {
    media: [],
    'media-type': ['media'],
    'result-folder': ['media'],
    confined: [],
    fetching: ['media', 'media-type', 'result-folder'],
    pictures: ['confined', 'media'],
    clips: ['confined', 'media'],
  },
};
/** The stand-in for Discord and the service: a world of its own that only shares words with the bot. */
const SANDBOX_MAY_IMPORT = ['src/time/clock.ts', 'src/clock', 'src/task-api/models.ts', 'src/log.ts'];
/** The playground shows what a server has left, and whose it is: only the bot's own records say, and these files read them. */
const READERS_MAY_IMPORT: Record<string, string[]> = {
  'src/sandbox/playground/bot/bot-records.ts': [
    ...[
      'src/budget/account/account.ts',
      'src/budget/books/books.ts',
      'src/budget/account/view.ts',
      'src/store/',
      'src/store/postgres/shard-locks.ts',
    ],
  ],
};

const mayImport = (path: string): string[] => [...SANDBOX_MAY_IMPORT, ...(READERS_MAY_IMPORT[path] ?? [])];

describe('the direction of imports', () => {
  const files = [...sources('src'), ...sources('commands')];

  it('sees the page’s files too', () => {
    expect(files.some((path) => path.endsWith('.tsx'))).toBe(true);
  });

  it('leads in no circle from file to file', () => {
    expect(cyclesOf(files)).toEqual([]);
  });

  it('is the one that the design draws', () => {
    const wrong = files
      .filter((path) => !path.startsWith('src/sandbox'))
      .flatMap((path) =>
        importsOf(path)
          .filter((target) => partOf(target) !== partOf(path) && !ALLOWED[partOf(path)]?.includes(partOf(target)))
          .map((target) => `${path} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(ROOMS))('is kept from room to room in %s', (part, rooms) => {
    const roomOf = (path: string): string => String(path.split('/')[2]).replace(/\.ts$/, '');
    const isInside = (path: string): boolean => path.startsWith(`${part}/`);
    const wrong = files.filter(isInside).flatMap((path) =>
      importsOf(path)
        .filter(isInside)
        .filter((target) => roomOf(target) !== roomOf(path) && !rooms[roomOf(path)]?.includes(roomOf(target)))
        .map((target) => `${path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('gives the texts names to word, and nothing that runs', () => {
    const running = sources('src/texts').filter((path) =>
      /^import (?!type ).*from '\.\./m.test(readFileSync(path, 'utf8')),
    );
    expect(running).toEqual([]);
  });

  it('never leads from the bot into the sandbox, nor from the sandbox into the bot', () => {
    const wrong = files
      .filter((path) => path.startsWith('src/sandbox'))
      .flatMap((path) =>
        importsOf(path)
          .filter((target) => !target.startsWith('src/sandbox'))
          .filter((target) => !mayImport(path).some((allowed) => target.startsWith(allowed)))
          .map((target) => `${path} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('keeps each outside library in the one part that knows it', () => {
    const homes: Record<string, RegExp> = {
      keyv: /^src\/store\//,
      '@keyv/postgres': /^src\/store\//,
      '@keyv/sqlite': /^src\/store\//,
      undici: /^src\/(task-api|media|sandbox)\/|^src\/discord\/rest\/rest-transport\.ts$/,
      'discord.js': /^(src\/discord|commands|src\/sandbox)\//,
      echarts: /^src\/charts\//,
      '@resvg/resvg-js': /^src\/(charts|sandbox)\//,
      pg: /^src\/(store|sandbox)\//,
      pino: /^src\/log\.ts$/,
      sharp: /^src\/(media|sandbox)\//,
    };
    const wrong = files.flatMap((path) =>
      Object.entries(homes)
        .filter(([library, home]) => !home.test(path) && readFileSync(path, 'utf8').includes(`from '${library}'`))
        .map(([library]) => `${path} imports ${library}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has one engine for what has to follow from a record: nobody else waits and tries again', () => {
    const waiting = files.filter(
      (path) => KEEPERS.test(path) && /\.sleep\(|setTimeout|setInterval/.test(readFileSync(path, 'utf8')),
    );
    expect(waiting.sort()).toEqual(WAITERS.sort());
  });

  it('translates Discord’s failures in one place: everybody else gets outcomes', () => {
    const bot = files.filter((path) => !path.startsWith('src/sandbox/'));
    const ofFailures = /\b(DiscordAPIError|HTTPError|RateLimitError|DISCORD_CODES|withOutcomes)\b/;
    const translating = bot.filter((path) => ofFailures.test(readFileSync(path, 'utf8')));
    expect(translating.sort()).toEqual(['src/discord/rest/outcome.ts', 'src/discord/rest/rest.ts']);
  });

  it('leaves reading the environment to the configuration', () => {
    const wrong = files.filter(
      (path) =>
        /process\.env/.test(readFileSync(path, 'utf8')) && !/^src\/(main\.ts|store-tool\/|sandbox\/)/.test(path),
    );
    expect(wrong).toEqual([]);
  });
});
