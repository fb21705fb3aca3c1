import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cyclesOf, importsOf, partOf, sources } from './house/imports.ts';

/** The parts that each part may import, besides itself and `src/runtime`. A part without a row may not be imported. */
const ALLOWED: Record<string, string[]> = {
  'src/main': [
    'src/app',
    'src/environment',
    'src/findings',
    'src/parts',
    'src/time',
    'src/config',
    'src/log',
    'src/store',
    'src/version',
  ],
  'src/version': ['package.json'],
  'src/app': [
    ...[
      'commands',
      'src/budget',
      'src/time',
      'src/config',
      'src/discord',
      'src/findings',
      'src/health',
      'src/jobs',
      'src/log',
    ],
    ...['src/media', 'src/moderation', 'src/parts', 'src/store', 'src/version'],
  ],
  'src/backups': ['src/engine', 'src/findings', 'src/log', 'src/media', 'src/store', 'src/time'],
  'src/parts': [
    ...[
      'commands',
      'src/privacy',
      'src/alerts',
      'src/backups',
      'src/budget',
      'src/charts',
      'src/time',
      'src/config',
      'src/discord',
      'src/engine',
      'src/environment',
      'src/findings',
      'src/health',
      'src/jobs',
    ],
    ...[
      'src/log',
      'src/media',
      'src/metrics',
      'src/moderation',
      'src/operator-commands',
      'src/store',
      'src/studio',
      'src/task-api',
      'src/texts',
    ],
    'src/works',
  ],
  'src/doctor': [
    ...['commands', 'src/backups', 'src/budget', 'src/config', 'src/discord', 'src/environment', 'src/findings'],
    ...['src/health', 'src/log', 'src/media', 'src/parts', 'src/store', 'src/task-api', 'src/time', 'src/version'],
  ],
  'src/config': ['src/findings', 'src/store', 'src/task-api'],
  'src/environment': ['src/config', 'src/findings', 'src/store'],
  'src/health': [
    ...['src/alerts', 'src/budget', 'src/engine', 'src/findings', 'src/log', 'src/store', 'src/time', 'src/version'],
  ],
  // Only names of what is counted come from elsewhere.
  'src/metrics': ['src/discord', 'src/findings', 'src/version'],
  'src/privacy': ['src/engine', 'src/log', 'src/store', 'src/time'],
  // Operator commands affect budgets, jobs and what the service says about their tasks.
  'src/operator-commands': ['src/budget', 'src/time', 'src/engine', 'src/jobs', 'src/log', 'src/store', 'src/task-api'],
  commands: [
    ...['src/alerts', 'src/budget', 'src/charts', 'src/findings', 'src/health', 'src/time', 'src/discord', 'src/jobs'],
    ...[
      'src/moderation',
      'src/operator-commands',
      'src/privacy',
      'src/studio',
      'src/task-api',
      'src/texts',
      'src/engine',
      'src/version',
      'src/works',
    ],
  ],
  // Renders what it is given, so it knows the shapes of other parts. It runs nothing of them.
  'src/discord': [
    'src/alerts',
    'src/budget',
    'src/findings',
    'src/http',
    'src/time',
    'src/jobs',
    'src/log',
    'src/moderation',
    'src/store',
    'src/task-api',
    'src/texts',
    'src/engine',
  ],
  'src/engine': ['src/time', 'src/log', 'src/store'],
  'src/jobs': [
    'src/budget',
    'src/findings',
    'src/time',
    'src/engine',
    'src/log',
    'src/media',
    'src/store',
    'src/task-api',
  ],
  'src/budget': ['src/time', 'src/store'],
  'src/alerts': ['src/budget', 'src/findings', 'src/time', 'src/engine', 'src/log', 'src/store'],
  'src/charts': ['src/budget', 'src/time'],
  'src/store-tool': [
    ...[
      'src/backups',
      'src/budget',
      'src/time',
      'src/config',
      'src/environment',
      'src/findings',
      'src/jobs',
      'src/log',
      'src/moderation',
      'src/parts',
      'src/privacy',
      'src/store',
      'src/version',
      'src/operator-commands',
    ],
  ],
  // Holds credits for waiting requests, and makes jobs of approved ones.
  'src/moderation': [
    ...['src/budget', 'src/time', 'src/engine', 'src/jobs', 'src/log', 'src/store', 'src/studio'],
    ...['src/task-api', 'src/works'],
  ],
  'src/task-api': ['src/http', 'src/log', 'src/time'],
  'src/media': ['src/http', 'src/time', 'src/private-file'],
  'src/http': [],
  'src/store': ['src/time', 'src/private-file', 'src/version'],
  'src/runtime': ['src/log', 'src/store', 'src/time'],
  'src/time': ['src/findings', 'src/log'],
  'src/findings': ['src/log'],
  'src/log': [],
  'src/studio': ['src/time', 'src/jobs', 'src/store'],
  // Types only: the names of what the texts describe come from where it is decided.
  'src/texts': ['src/alerts', 'src/budget', 'src/health', 'src/moderation', 'src/operator-commands', 'src/task-api'],
  // A member's rules for one work build on their rules for all works.
  'src/works': ['src/time', 'src/jobs', 'src/store', 'src/studio', 'src/task-api'],
};
/** Parts that keep records with further steps. */
const KEEPERS = /^(commands|src\/(alerts|budget|engine|jobs|moderation|operator-commands))\//;
/**
 * Files of these parts that may wait: the engine, waits for the service or the store within one step, and the pace of
 * edits.
 */
const WAITERS = [
  ...['src/engine/lane.ts', 'src/engine/every.ts', 'src/jobs/watch/service-watch.ts'],
  ...['src/jobs/messages/pending-messages.ts', 'src/operator-commands/operator-commands.ts'],
];
/** The rooms that each room of these parts may import. */
const ROOMS: Record<string, Record<string, string[]>> = {
  'src/discord': {
    gateway: ['rest'],
    // A control's id is encoded and parsed without knowing who shows or handles the control.
    'custom-ids': [],
    interactions: ['custom-ids', 'messages', 'rest'],
    messages: ['custom-ids', 'rest'],
    // Makes Discord's messages match records.
    reconciler: ['messages', 'rest'],
    registration: ['interactions', 'rest'],
    // Defines the shapes of what Discord sends, and the meaning of its numbers.
    rest: ['messages', 'server'],
    server: ['interactions', 'rest'],
  },
  // From times and credits, over one account's changes and their consequences, to all accounts.
  'src/budget': {
    periods: [],
    ledger: ['periods'],
    account: ['ledger', 'periods'],
    'service-tally': ['ledger'],
    'global-pause': ['ledger'],
    books: ['account', 'ledger', 'periods'],
    audit: ['account', 'books', 'ledger'],
    accounts: ['account', 'audit', 'books', 'global-pause', 'ledger'],
  },
  // A job and its life don't know the engine. What is learned about models doesn't depend on the service.
  'src/jobs': {
    job: [],
    polling: ['job'],
    records: ['job', 'polling'],
    watch: [],
    // What jobs need from outside.
    ports: ['job', 'polling', 'records', 'watch'],
    service: ['job', 'ports', 'polling', 'records', 'watch'],
    messages: ['job', 'ports', 'polling', 'records'],
    results: ['job', 'messages', 'ports', 'records', 'watch'],
    // The first answer is the first state of the job's message.
    submit: ['job', 'messages', 'ports', 'records', 'service', 'watch'],
    interrupted: ['job', 'ports', 'records'],
    resolving: ['job', 'ports', 'records'],
    jobs: ['interrupted', 'job', 'messages', 'ports', 'records', 'resolving', 'results', 'service', 'submit'],
  },
  // Results are fetched, identified and made to fit. Untrusted files are opened in separate processes only.
  'src/media': {
    files: [],
    confined: [],
    fetching: ['files'],
    metadata: ['files'],
    pictures: ['confined', 'files'],
    clips: ['confined', 'files'],
    signing: ['confined', 'files', 'metadata'],
  },
};
/** The sandbox imitates Discord and the service. It is independent of the bot except for these words. */
const SANDBOX_MAY_IMPORT = ['src/time/clock.ts', 'src/task-api/models.ts', 'src/log.ts'];
/**
 * The playground shows what a server has left and who owns it. Only the bot's records know that, and these files read
 * them.
 */
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

/** What the bot's process may do with files of the store: nothing that opens one. */
const OPENS_NO_FILE = ['chmod', 'mkdir', 'readdir', 'rename', 'rm', 'stat', 'statSync'];
/** The files that may open some: new ones, and those that no connection has open. */
const MAY_OPEN = ['src/store/sqlite/rename-durably.ts'];

const namesIn = (list: string): string[] => list.match(/\w+/g) ?? [];

/** A file and all that it leads to. */
function reachedFrom(
  path: string,
  how: Parameters<typeof importsOf>[1] = {},
  reached = new Set<string>(),
): Set<string> {
  if (!reached.has(path)) {
    reached.add(path);
    for (const target of importsOf(path, how)) if (existsSync(target)) reachedFrom(target, how, reached);
  }
  return reached;
}

const mayImport = (path: string): string[] => [...SANDBOX_MAY_IMPORT, ...(READERS_MAY_IMPORT[path] ?? [])];

describe('the direction of imports', () => {
  const files = [...sources('src'), ...sources('commands')];

  it('includes the page’s files', () => {
    expect(files.some((path) => path.endsWith('.tsx'))).toBe(true);
  });

  it('has no cycles between files', () => {
    expect(cyclesOf(files)).toEqual([]);
  });

  it('matches the design', () => {
    const wrong = files
      .filter((path) => !path.startsWith('src/sandbox'))
      .flatMap((path) =>
        importsOf(path)
          .filter((target) => ![partOf(path), 'src/runtime', ...(ALLOWED[partOf(path)] ?? [])].includes(partOf(target)))
          .map((target) => `${path} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(ROOMS))('is kept between rooms of %s', (part, rooms) => {
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

  it('gives the texts names to describe, and nothing that runs', () => {
    const running = sources('src/texts').filter((path) =>
      /^import (?!type ).*from '\.\./m.test(readFileSync(path, 'utf8')),
    );
    expect(running).toEqual([]);
  });

  it('never leads from the bot into the sandbox, nor back', () => {
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
      sqlite3: /^src\/store\//,
      undici: /^src\/(http|task-api|media|sandbox)\/|^src\/discord\/rest\/rest-transport\.ts$/,
      'discord.js': /^(src\/discord|commands|src\/sandbox)\//,
      echarts: /^src\/charts\//,
      '@resvg/resvg-js': /^src\/(charts|sandbox)\//,
      pg: /^src\/(store|sandbox)\//,
      pino: /^src\/log\.ts$/,
      'prom-client': /^src\/metrics\//,
      sharp: /^src\/(media|sandbox)\//,
    };
    const wrong = files.flatMap((path) =>
      Object.entries(homes)
        .filter(([library, home]) => !home.test(path) && readFileSync(path, 'utf8').includes(`from '${library}'`))
        .map(([library]) => `${path} imports ${library}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has one engine for further steps, so nothing else waits and retries', () => {
    const waiting = files.filter(
      (path) => KEEPERS.test(path) && /\.sleep\(|setTimeout|setInterval/.test(readFileSync(path, 'utf8')),
    );
    expect(waiting.sort()).toEqual(WAITERS.sort());
  });

  it('translates Discord’s failures in one place, so everything else gets outcomes', () => {
    const bot = files.filter((path) => !path.startsWith('src/sandbox/'));
    const ofFailures = /\b(DiscordAPIError|HTTPError|RateLimitError|RESTJSONErrorCodes|withOutcomes)\b/;
    const translating = bot.filter((path) => ofFailures.test(readFileSync(path, 'utf8')));
    expect(translating.sort()).toEqual(['src/discord/rest/outcome.ts', 'src/discord/rest/rest.ts']);
  });

  it('never opens a file of the running store, because closing it would end SQLite’s locks', () => {
    const reached = [...reachedFrom('src/main.ts')].filter((path) => /^src\/(store|backups)\//.test(path));
    expect(reached).toContain('src/store/sqlite/sqlite-database.ts');
    expect(reached).not.toContain('src/store/sqlite/backup.ts');
    const opening = reached.filter((path) =>
      [...readFileSync(path, 'utf8').matchAll(/import (.+) from '(?:node:)?fs(?:\/promises)?'/g)].some(
        ([, names = '']) => !/^\{[^}]*\}$/.test(names) || namesIn(names).some((name) => !OPENS_NO_FILE.includes(name)),
      ),
    );
    expect(opening).toEqual(MAY_OPEN);
  });

  it('loads no discord.js with the tools for the store, which would take them twice as long to start', () => {
    for (const tool of ['store-tool', 'credits-tool', 'job-tool']) {
      const loaded = [...reachedFrom(`src/store-tool/${tool}.ts`, { types: false })];
      expect(loaded).toContain('src/store/open-store.ts');
      expect(
        loaded.filter((path) => /^import (?!type)[^;]*from 'discord\.js'/m.test(readFileSync(path, 'utf8'))),
      ).toEqual([]);
    }
  });

  it('leaves reading the environment to the configuration', () => {
    const wrong = files.filter(
      (path) =>
        /process\.env/.test(readFileSync(path, 'utf8')) &&
        !/^src\/(main\.ts|doctor\/doctor\.ts|store-tool\/|sandbox\/)/.test(path),
    );
    expect(wrong).toEqual([]);
  });
});
