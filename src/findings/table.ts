/**
 * Everything that Easel can find wrong, in the words that operators read at the start, in the log, at `/readyz`, in
 * alerts and from `npm run doctor`. `docs/operating/findings.md` is made of this table.
 * Texts are Markdown; names in braces are facts.
 */

export type Tier = 'fault' | 'warning' | 'hint';

export interface FindingKind {
  /** A fault stops Easel or a part of it, a warning needs a look, a hint can be left. */
  tier: Tier;
  text: string;
  /** What to do. */
  remedy: string;
  /** The variables that it is about. */
  affects?: readonly string[];
  /** Commands to type. */
  commands?: readonly string[];
}

/** Facts that a finding shows only to the operator, not where it is pasted: ids, paths, hosts, and libraries' words. */
export const PRIVATE_FACTS: readonly string[] = ['id', 'path', 'host', 'cause', 'owner', 'servers'];

const CONFIGURATION = {
  'config.missing': {
    tier: 'fault',
    text: '`{variable}` is not set: expected {expected}',
    remedy: 'Set it in `.env` or in the environment; `.env.example` explains every variable.',
    affects: ['{variable}'],
  },
  'config.value': {
    tier: 'fault',
    text: '`{variable}`: expected {expected}',
    remedy: 'Correct it; `.env.example` explains every variable.',
    affects: ['{variable}'],
  },
  'config.unknown': {
    tier: 'warning',
    text: '`{variable}` is not one of Easel’s variables, so it sets nothing',
    remedy: 'Did you mean `{known}`?',
    affects: ['{variable}', '{known}'],
  },
  'config.ceiling': {
    tier: 'warning',
    text: '`BUDGET_ALL_CREDITS` is below `BUDGET_DEFAULT_CREDITS`, so one server can use up all',
    remedy: 'Raise it, or lower the default.',
    affects: ['BUDGET_ALL_CREDITS', 'BUDGET_DEFAULT_CREDITS'],
  },
  'config.proxy': {
    tier: 'warning',
    text: '`{variable}` is set, but Easel connects directly, without that proxy',
    remedy: 'Let Easel reach Discord, the service and its results. `DISCORD_API_URL` can name a proxy for Discord.',
    affects: ['{variable}', 'DISCORD_API_URL'],
  },
  'config.env-file': {
    tier: 'fault',
    text: '`.env` can’t be read: {reason}',
    remedy: 'Let Easel’s user read it, or set the variables in the environment.',
  },
  'config.env-mode': {
    tier: 'warning',
    text: '{path} can be read by other users of this machine, and it holds secrets',
    remedy: 'Let only Easel’s user read it: `chmod 600` the file.',
  },
  'config.secret-twice': {
    tier: 'fault',
    text: '`{variable}` and `{variable}_FILE` are both set',
    remedy: 'Remove one of them.',
    affects: ['{variable}', '{variable}_FILE'],
  },
  'config.secret-file': {
    tier: 'fault',
    text: '`{variable}_FILE`: {path} can’t be used: {reason}',
    remedy: 'Name a file with the value alone, which Easel’s user can read.',
    affects: ['{variable}_FILE'],
  },
} as const satisfies Record<string, FindingKind>;

const MACHINE = {
  'node.version': {
    tier: 'fault',
    text: 'Easel needs Node.js {needed} or newer, and this is {version}',
    remedy: 'Install it from https://nodejs.org.',
  },
  'machine.clock': {
    tier: 'fault',
    text: 'This machine’s clock differs from Discord’s by {seconds} s',
    remedy: 'Set it. Easel deletes nothing by age until it is right.',
  },
  'machine.threads': {
    tier: 'warning',
    text: '`UV_THREADPOOL_SIZE` is not set, so slow files or host names delay the store',
    remedy: 'Use `npm start`, or set `UV_THREADPOOL_SIZE=16` before Node starts.',
    affects: ['UV_THREADPOOL_SIZE'],
  },
  'machine.heartbeat': {
    tier: 'warning',
    text: '`HEARTBEAT_URL` doesn’t answer: {cause}',
    remedy: 'Check the address. Easel continues, and tries again each minute.',
    affects: ['HEARTBEAT_URL'],
  },
  'machine.health': {
    tier: 'warning',
    text: '`HEALTH_PORT` and `HEALTH_HOST`: health can’t be served: {reason}',
    remedy: 'Choose another port, or an address of this machine; ports below 1024 are for root.',
    affects: ['HEALTH_PORT', 'HEALTH_HOST'],
  },
} as const satisfies Record<string, FindingKind>;

const DISCORD = {
  'discord.name': {
    tier: 'fault',
    text: 'The host name in `DISCORD_API_URL` can’t be resolved: {host}',
    remedy: 'Check the address, and this machine’s name server.',
    affects: ['DISCORD_API_URL'],
  },
  'discord.unreachable': {
    tier: 'fault',
    text: 'Discord can’t be reached: {cause}',
    remedy: 'Check this machine’s network. Easel tries again by itself.',
    affects: ['DISCORD_API_URL'],
  },
  'discord.stranger': {
    tier: 'fault',
    text: 'What answers at `DISCORD_API_URL` is not Discord',
    remedy: 'Remove the variable, or set it to an address that ends in `/api`.',
    affects: ['DISCORD_API_URL'],
  },
  'discord.token': {
    tier: 'fault',
    text: 'Discord doesn’t accept the token',
    remedy: 'Set `DISCORD_TOKEN` to the one in the developer portal: your application, *Bot*, *Reset Token*.',
    affects: ['DISCORD_TOKEN'],
  },
  'discord.twice': {
    tier: 'fault',
    text: 'Another program answers with this token',
    remedy:
      'Stop it, such as an old container or a copy on another machine. If you don’t find it, reset the token in the developer portal and set `DISCORD_TOKEN`.',
    affects: ['DISCORD_TOKEN'],
  },
  'discord.calls': {
    tier: 'fault',
    text: 'Calls to Discord fail: {cause}',
    remedy: 'Look at Discord’s status page, then at network, name server, proxy and firewall.',
  },
  'discord.limit': {
    tier: 'warning',
    text: 'Discord refuses calls, because too many come (429)',
    remedy: 'Wait. If it lasts, look for other programs at this address or with this token.',
  },
  'discord.slow': {
    tier: 'warning',
    text: 'Discord is slow: each of the last 5 answers to members took over 2 seconds',
    remedy: 'Look at Discord’s status page and this machine’s network.',
  },
  'discord.closed': {
    tier: 'fault',
    text: 'Discord closed the gateway for good: {reason}',
    remedy: '{todo}',
  },
  'discord.away': {
    tier: 'warning',
    text: 'Not connected to Discord’s gateway: shard {shards}',
    remedy: 'Easel reconnects. If it lasts, look up the log’s close code in Discord’s documents.',
  },
  'discord.no-session': {
    tier: 'warning',
    text: 'Discord gives no session',
    remedy: 'Wait: Easel identifies again after pauses of up to 5 minutes.',
  },
  'discord.few-sessions': {
    tier: 'warning',
    text: 'Hardly any sessions are left today: {remaining}',
    remedy: 'Find what disconnects Easel. It waits until Discord allows more.',
  },
  'discord.intents': {
    tier: 'hint',
    text: 'The application has privileged intents, and Easel needs none',
    remedy: 'Turn them off in the developer portal, under *Bot*.',
  },
  'discord.shards': {
    tier: 'warning',
    text: 'Discord recommends {recommended} shards, and there are {shards}',
    remedy: 'Stop all processes, set `SHARDS` to `auto` or a higher number, and start them.',
    affects: ['SHARDS'],
  },
  'discord.commands': {
    tier: 'warning',
    text: 'The commands aren’t registered: {reason}',
    remedy: 'Easel works with the commands that Discord has, and tries again.',
    affects: ['DISCORD_GUILD_ID'],
  },
  'discord.test-commands': {
    tier: 'warning',
    text: 'The commands of a former `DISCORD_GUILD_ID` can’t be removed: {reason}',
    remedy: 'Its members see each command twice. Easel tries again.',
    affects: ['DISCORD_GUILD_ID'],
  },
  'discord.guild': {
    tier: 'fault',
    text: '`DISCORD_GUILD_ID` {id}: the bot is not in that server, or may have no commands there',
    remedy: 'Check the id, and invite the bot with the link of `npm run doctor -- discord.invite`.',
    affects: ['DISCORD_GUILD_ID'],
  },
  'discord.no-servers': {
    tier: 'hint',
    text: 'The bot is in no server yet',
    remedy: 'Open {link} and choose a server.',
  },
  'discord.alerts': {
    tier: 'fault',
    text: '`OPERATOR_CHANNEL_ID` {id}: Easel can’t {action}',
    remedy: 'Let Easel view the channel, write and attach files. Until then, operators get direct messages.',
    affects: ['OPERATOR_CHANNEL_ID'],
  },
} as const satisfies Record<string, FindingKind>;

const SERVICE = {
  'service.name': {
    tier: 'fault',
    text: 'The host name in `TASK_API_URL` can’t be resolved: {host}',
    remedy: 'Check the address, and this machine’s name server.',
    affects: ['TASK_API_URL'],
  },
  'service.key': {
    tier: 'fault',
    text: 'The generation service rejects the key',
    remedy:
      'Enable the key on its account page, or set another `TASK_API_KEY`. New requests are refused, and jobs wait.',
    affects: ['TASK_API_KEY'],
  },
  'service.refuses': {
    tier: 'fault',
    text: 'The generation service refuses every request',
    remedy:
      'Check its account page: are there credits, and may the key create tasks? Requests are refused, and their credits returned.',
    affects: ['TASK_API_KEY'],
  },
  'service.stranger': {
    tier: 'fault',
    text: 'Something other than the generation service is answering',
    remedy:
      'If it worked until now, wait: it may be a page about maintenance. Otherwise correct `TASK_API_URL` and restart. New requests are refused, and jobs wait.',
    affects: ['TASK_API_URL'],
  },
  'service.unrecognised': {
    tier: 'warning',
    text: 'Something answers at `TASK_API_URL`, with {answer}, as any server might',
    remedy: 'Check it, its path too. Easel adds `/api/v1` itself. The first picture will tell.',
    affects: ['TASK_API_URL'],
  },
  'service.limit': {
    tier: 'warning',
    text: 'The generation service asks for fewer requests (HTTP 429)',
    remedy: 'Wait: Easel pauses. If it lasts, lower `POLLS_PER_SECOND`, or ask the service for a higher limit.',
    affects: ['POLLS_PER_SECOND'],
  },
  'service.creates': {
    tier: 'warning',
    text: 'The generation service loses new requests',
    remedy: 'Wait: Easel tries one now and then, and refuses the others. Running jobs continue.',
  },
  'service.down': {
    tier: 'fault',
    text: 'Easel can’t reach the generation service',
    remedy:
      'Check `TASK_API_URL` and the service. New requests are refused and jobs wait; Easel tries every 10 seconds.',
    affects: ['TASK_API_URL'],
  },
  'service.slow': {
    tier: 'warning',
    text: 'The generation service is slow: each of the last 5 calls took over 10 seconds',
    remedy: 'Wait, or look at its status page. Nothing is lost.',
  },
  'service.plain': {
    tier: 'warning',
    text: '`TASK_API_URL` is plain http to a public host, so others can read the key',
    remedy: 'Use https.',
    affects: ['TASK_API_URL'],
  },
  'service.results': {
    tier: 'warning',
    text: 'The service is at a private address, but results from there aren’t downloaded',
    remedy: 'Set `MEDIA_ALLOW_PRIVATE=true` if it’s in your own network.',
    affects: ['MEDIA_ALLOW_PRIVATE', 'TASK_API_URL'],
  },
} as const satisfies Record<string, FindingKind>;

const STORE = {
  'store.opening': {
    tier: 'fault',
    text: '`STORE_URL`: {path}: {reason}',
    remedy: 'Correct what it says; nothing was changed.',
    affects: ['STORE_URL'],
  },
  'store.unavailable': {
    tier: 'fault',
    text: '`STORE_URL`: {path} can’t be used now: {reason}',
    remedy: 'Correct what it says. Easel waits, and tries again by itself.',
    affects: ['STORE_URL'],
  },
  'store.gone': {
    tier: 'fault',
    text: '`STORE_URL`: {path}: there is no store, but Easel ran with this token before',
    remedy:
      'Mount its disk, correct `STORE_URL`, start Easel in its own folder, or restore a backup. To start over with full budgets, set `STORE_NEW=yes` once.',
    affects: ['STORE_URL', 'STORE_NEW'],
    commands: ['npm run store -- restore FILE'],
  },
  'store.new': {
    tier: 'warning',
    text: '`STORE_NEW` is still set, so a missing store would be made anew, with full budgets',
    remedy: 'Remove it.',
    affects: ['STORE_NEW'],
  },
  'store.failing': {
    tier: 'fault',
    text: 'The store doesn’t keep what is written to it: {reason}',
    remedy: 'Correct what it says. New requests are refused until it works.',
    affects: ['STORE_URL'],
    commands: ['npm run doctor -- store.open'],
  },
  'store.lost': {
    tier: 'fault',
    text: '`STORE_URL`: {path}: this process lost the store: {reason}',
    remedy: 'Easel ends, and loses nothing that it acknowledged. Start it again.',
    affects: ['STORE_URL'],
  },
  'store.slow': {
    tier: 'warning',
    text: 'The store is slow: each of the last 5 commits took over a second',
    remedy: 'Look at what else uses the disk or PostgreSQL.',
    affects: ['STORE_URL'],
    commands: ['npm run doctor -- store.open'],
  },
  'store.damaged': {
    tier: 'fault',
    text: 'The store is damaged: {faults} faults',
    remedy: 'Stop Easel and restore a backup.',
    commands: ['npm run store -- restore FILE'],
  },
  'store.books': {
    tier: 'fault',
    text: 'The books differ: {faults} faults',
    remedy: 'Let the audit name the servers and entries.',
    commands: ['npm run audit'],
  },
  'store.unreadable': {
    tier: 'warning',
    text: 'Records can’t be read: {records}',
    remedy: 'The log names each. They stay as they are and block nothing else.',
    commands: ['npm run store -- verify'],
  },
  'store.restored': {
    tier: 'hint',
    text: 'Easel started from a restored backup',
    remedy: 'Compare `/credits servers` with the service’s account page.',
  },
  'store.upgraded': {
    tier: 'hint',
    text: 'This version of Easel changes the store, and {path} keeps it as Easel {version} left it',
    remedy: 'To go back, start Easel {version}, which says how. Else delete the copy once you’re sure.',
  },
  'store.copy': {
    tier: 'fault',
    text: '`STORE_URL`: {path}: this version of Easel changes the store, but can’t copy it first: {reason}',
    remedy: 'Make room for a second store, or return to the old version; nothing was changed.',
    affects: ['STORE_URL'],
  },
  'store.backup': {
    tier: 'fault',
    text: '`BACKUP_FOLDER`: {path}: the store isn’t backed up: {cause}',
    remedy: 'Correct what it says. Easel looks for the folder each minute, and tries again each hour.',
    affects: ['BACKUP_FOLDER'],
  },
  'store.no-backups': {
    tier: 'hint',
    text: 'Nothing backs the store up',
    remedy: 'Set `BACKUP_FOLDER` to a folder, best on another disk, or back the store up in another way.',
    affects: ['BACKUP_FOLDER'],
  },
  'store.disk': {
    tier: 'warning',
    text: 'The disk with the {what} has only {free} MB free',
    remedy: 'Make room; a full disk stops the store.',
    affects: ['STORE_URL', 'MEDIA_FOLDER'],
  },
  'store.plain': {
    tier: 'warning',
    text: 'PostgreSQL is on another host, and the connection to it isn’t encrypted',
    remedy: 'Add `?sslmode=verify-full` to `STORE_URL`.',
    affects: ['STORE_URL'],
  },
  'store.unverified': {
    tier: 'warning',
    text: '`STORE_URL` has `sslmode=no-verify`, so another server could pretend to be PostgreSQL',
    remedy: 'Use `sslmode=verify-full`, with `sslrootcert=FILE` for a certificate of your own.',
    affects: ['STORE_URL'],
  },
  'store.connections': {
    tier: 'warning',
    text: 'PostgreSQL has {left} connections left of {most}, and each process of Easel needs {needed}',
    remedy: 'Raise `max_connections`, or end other programs that use them.',
    affects: ['STORE_URL'],
  },
  'store.pooler': {
    tier: 'fault',
    text: 'A pooler shares PostgreSQL’s sessions, so two processes could own the same servers',
    remedy: 'Connect to PostgreSQL, or use session mode.',
    affects: ['STORE_URL'],
  },
  'store.latency': {
    tier: 'warning',
    text: 'PostgreSQL takes {milliseconds} ms for an answer',
    remedy: 'Put it in the same data centre: a command needs five answers within 3 seconds.',
    affects: ['STORE_URL'],
  },
  'shards.vacant': {
    tier: 'fault',
    text: 'These shards have no process: {shards}',
    remedy:
      'Start another Easel process, or raise `SHARDS_PER_PROCESS`. Easel doesn’t answer in those servers, and their jobs wait.',
    affects: ['SHARDS_PER_PROCESS'],
  },
} as const satisfies Record<string, FindingKind>;

const MONEY = {
  'credits.unconfirmed': {
    tier: 'warning',
    text: 'Unconfirmed tasks: {tasks}',
    remedy: 'Check the service’s account page, then settle or release them with `/credits resolve`.',
  },
  'credits.ceiling-near': {
    tier: 'warning',
    text: 'All servers together have used {percent} % of this month’s credits',
    remedy: 'To allow more, raise `BUDGET_ALL_CREDITS` and restart. `/credits servers` shows who spends.',
    affects: ['BUDGET_ALL_CREDITS'],
  },
  'credits.ceiling': {
    tier: 'fault',
    text: 'All servers together have used all of this month’s credits',
    remedy: 'To allow more, raise `BUDGET_ALL_CREDITS` and restart. New requests are refused.',
    affects: ['BUDGET_ALL_CREDITS'],
  },
} as const satisfies Record<string, FindingKind>;

const MODERATION = {
  'moderation.overdue': {
    tier: 'warning',
    text: 'Moderators haven’t decided about a reported intimate picture within 48 hours',
    remedy: 'It stays hidden. Ask the server’s owner to decide.',
  },
} as const satisfies Record<string, FindingKind>;

const MEDIA = {
  'media.folder': {
    tier: 'fault',
    text: '`MEDIA_FOLDER`: {path} can’t be used: {reason}',
    remedy: 'Name a folder that Easel’s user may write to.',
    affects: ['MEDIA_FOLDER'],
  },
  'media.ffmpeg': {
    tier: 'hint',
    text: 'There is no ffmpeg, so large clips are linked, can’t be continued, and have no stills',
    remedy: 'Install ffmpeg, or set `FFMPEG_PATH`.',
    affects: ['FFMPEG_PATH'],
  },
  'media.ffmpeg-path': {
    tier: 'warning',
    text: '`FFMPEG_PATH`: {path} is no ffmpeg that runs, so Easel does without it',
    remedy: 'Correct it, or remove it to use this machine’s.',
    affects: ['FFMPEG_PATH'],
  },
  'media.signing': {
    tier: 'warning',
    text: '`C2PA_CERTIFICATE_FILE`: files go out without content credentials: {cause}',
    remedy: 'Correct the certificate or its key, and restart Easel. Until then, files have the mark alone.',
    affects: ['C2PA_CERTIFICATE_FILE', 'C2PA_KEY_FILE'],
  },
  'media.certificate-ends': {
    tier: 'warning',
    text: 'The certificate for content credentials ends on {date}',
    remedy: 'Get a new one, put it in place of the old one, and restart Easel.',
    affects: ['C2PA_CERTIFICATE_FILE'],
  },
  'doctor.failed': {
    tier: 'fault',
    text: 'The check itself failed: {cause}',
    remedy: 'Try again; if it stays, report a fault of Easel.',
  },
} as const satisfies Record<string, FindingKind>;

export const FINDINGS = {
  ...CONFIGURATION,
  ...MACHINE,
  ...DISCORD,
  ...SERVICE,
  ...STORE,
  ...MONEY,
  ...MODERATION,
  ...MEDIA,
};

export type FindingId = keyof typeof FINDINGS;

/** The finding of each state of the service that is trouble. */
export const SERVICE_FINDINGS = {
  'bad key': 'service.key',
  'refuses requests': 'service.refuses',
  'asks to wait': 'service.limit',
  'not the service': 'service.stranger',
  'creates fail': 'service.creates',
  down: 'service.down',
} as const satisfies Record<string, FindingId>;

export type ServiceTrouble = keyof typeof SERVICE_FINDINGS;

export const isServiceTrouble = (status: string): status is ServiceTrouble => Object.hasOwn(SERVICE_FINDINGS, status);
