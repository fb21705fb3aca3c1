/**
 * When a fault strikes. `request` and `gateway` faults strike requests or the gateway while they are on. A `moment`
 * strikes once, when it is switched on.
 */
type FaultKind = 'request' | 'gateway' | 'moment';

/** Everything that can go wrong at Discord: kind, title and description, in the playground's order. */
const FAULTS = {
  'rate-limited': ['request', 'Discord says “slow down” (429)', 'Refuses requests with 429.'],
  page: ['request', 'A page of a proxy', 'Answers requests with a proxy’s page, of any status.'],
  'internal-error': ['request', 'Discord fails (500)', 'Answers requests with 500.'],
  'bad-gateway': ['request', 'Discord’s gateway fails (502)', 'Answers requests with 502 and a page of HTML.'],
  hang: ['request', 'Discord hangs', 'Never answers requests and does nothing.'],
  slow: ['request', 'Slow Discord', 'Carries requests out and answers them late.'],
  'cut-before': ['request', 'Connection cut before', 'Cuts the connection; nothing was done.'],
  'cut-after': ['request', 'Connection cut after', 'Cuts the connection after the request was carried out.'],
  'empty-after': ['request', 'Empty answers', 'Carries requests out and answers with an empty 200.'],
  'unknown-message': ['request', 'Messages are gone (404)', 'Refuses requests with 404 code 10008.'],
  'missing-access': ['request', 'No access (403)', 'Refuses requests with 403 code 50001.'],
  'too-large': ['request', 'Files too large (413)', 'Refuses requests with files with 413 code 40005.'],
  'too-large-html': ['request', 'Files too large, as HTML (413)', 'Refuses requests with files with a page of HTML.'],
  'files-refused': ['request', 'Files refused (400)', 'Refuses requests with files, by default with code 20009.'],
  'token-not-found': ['request', 'Interaction tokens unknown (404)', 'Answers valid tokens with 404 code 10015.'],
  'gateway-drop': ['moment', 'Drop the gateway', 'Drops every connection; their sessions can resume.'],
  'gateway-close': ['moment', 'Close the gateway for good', 'Closes every connection with a code that ends the bot.'],
  'gateway-invalid-session': ['moment', 'Invalidate the session', 'Declares every session invalid.'],
  'gateway-reconnect': ['moment', 'Ask to reconnect', 'Asks every client to reconnect.'],
  'gateway-no-heartbeat-ack': ['gateway', 'Heartbeats unanswered', 'Doesn’t answer heartbeats.'],
  'gateway-duplicate': ['gateway', 'Events delivered twice', 'Delivers every event twice.'],
  'gateway-hidden': ['gateway', 'Gateway refuses connections', 'Refuses new connections.'],
  'gateway-no-hello': ['gateway', 'Gateway closes at once', 'Closes new connections before it says hello.'],
  'gateway-no-sessions': ['gateway', 'Gateway refuses sessions', 'Answers every identify with an invalid session.'],
} as const satisfies Record<string, readonly [FaultKind, title: string, description: string]>;

export type FaultName = keyof typeof FAULTS;
export type FaultParameters = Record<string, number | boolean | string>;

/** The parameters of a fault, with their defaults. */
const PARAMETERS: Partial<Record<FaultName, FaultParameters>> = {
  // `global`: whether the limit covers all routes.
  // `form`: `discord`, `body` or `header` alone, `cloudflare` (text without a time), or `json` without a time.
  'rate-limited': { retryAfterSeconds: 1, global: false, form: 'discord' },
  page: { status: 403 },
  slow: { delayMs: 5000 },
  'files-refused': { code: 20_009 },
  // '' means every channel.
  'missing-access': { channelId: '' },
  // A close code; -1 means every shard.
  'gateway-drop': { code: 4000, shard: -1 },
  // 4004, or 4010 to 4014.
  'gateway-close': { code: 4014 },
  'gateway-invalid-session': { resumable: false },
  // A close code.
  'gateway-no-hello': { code: 4002 },
};

export const faultNames = Object.keys(FAULTS) as FaultName[];

export const describeFault = (name: FaultName) => {
  const [kind, title, description] = FAULTS[name];
  return { name, kind, title, description, defaults: PARAMETERS[name] ?? {} };
};
