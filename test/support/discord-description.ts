import { z } from 'zod';
import type { SentAnswer } from '../../src/sandbox/discord/request-log.ts';
import type { DiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';

/**
 * Discord's description of its REST interface, as a package of zod schemas. It lists which operations there are. What
 * each takes and answers is only in its types, so it stands here for the operations that the sandbox has. TypeScript
 * can't check the package's types as strictly as this project, so its modules are loaded by name.
 */
const load = async (name: string): Promise<object> => Object(await import(name));
const schemas = new Map(Object.entries(await load('discord-api-spec/zod')));
const { pathsList } = z
  .looseObject({ pathsList: z.record(z.string(), z.array(z.string())) })
  .parse(await load('discord-api-spec'));

/** The names of schemas without their ending. `many` is for a list of the one schema. */
interface Described {
  takes?: readonly string[];
  many?: true;
  answers: readonly string[];
}

const MESSAGE = ['MessageResponse'];
const CHANNEL = ['GuildChannelResponse', 'PrivateChannelResponse', 'PrivateGroupChannelResponse', 'ThreadResponse'];
const COMMANDS = '/applications/{application_id}/commands';
const GUILD_COMMANDS = '/applications/{application_id}/guilds/{guild_id}/commands';
const EDIT = { takes: ['IncomingWebhookUpdateRequestPartial'], answers: MESSAGE };

const DESCRIBED: Readonly<Record<string, Described>> = {
  'GET /applications/@me': { answers: ['PrivateApplicationResponse'] },
  'GET /oauth2/applications/@me': { answers: ['PrivateApplicationResponse'] },
  'GET /gateway': { answers: ['GatewayResponse'] },
  'GET /gateway/bot': { answers: ['GatewayBotResponse'] },
  [`GET ${COMMANDS}`]: { answers: ['ApplicationCommandResponse'], many: true },
  [`PUT ${COMMANDS}`]: {
    takes: ['ApplicationCommandUpdateRequest'],
    answers: ['ApplicationCommandResponse'],
    many: true,
  },
  [`GET ${GUILD_COMMANDS}`]: { answers: ['ApplicationCommandResponse'], many: true },
  [`PUT ${GUILD_COMMANDS}`]: {
    ...{ takes: ['ApplicationCommandUpdateRequest'], answers: ['ApplicationCommandResponse'], many: true },
  },
  [`GET ${GUILD_COMMANDS}/permissions`]: { answers: ['CommandPermissionsResponse'], many: true },
  'POST /interactions/{interaction_id}/{interaction_token}/callback': {
    takes: [
      ...['ApplicationCommandAutocompleteCallbackRequest', 'CreateMessageInteractionCallbackRequest'],
      ...['ModalInteractionCallbackRequest', 'UpdateMessageInteractionCallbackRequest'],
    ],
    answers: ['InteractionCallbackResponse'],
  },
  'GET /channels/{channel_id}': { answers: CHANNEL },
  'PATCH /channels/{channel_id}': { takes: ['UpdateThreadRequestPartial'], answers: CHANNEL },
  'DELETE /channels/{channel_id}': { answers: CHANNEL },
  'GET /channels/{channel_id}/messages': { answers: MESSAGE, many: true },
  'POST /channels/{channel_id}/messages': { takes: ['MessageCreateRequest'], answers: MESSAGE },
  'GET /channels/{channel_id}/messages/{message_id}': { answers: MESSAGE },
  'PATCH /channels/{channel_id}/messages/{message_id}': { takes: ['MessageEditRequestPartial'], answers: MESSAGE },
  'POST /channels/{channel_id}/threads': {
    takes: ['CreateForumThreadRequest', 'CreateTextThreadWithoutMessageRequest'],
    answers: ['CreatedThreadResponse'],
  },
  'GET /guilds/{guild_id}': { answers: ['GuildWithCountsResponse'] },
  'GET /guilds/{guild_id}/roles': { answers: ['GuildRoleResponse'], many: true },
  'GET /guilds/{guild_id}/members/{user_id}': { answers: ['GuildMemberResponse'] },
  'GET /guilds/{guild_id}/threads/active': { answers: ['ThreadsResponse'] },
  'POST /users/@me/channels': { takes: ['CreatePrivateChannelRequest'], answers: ['PrivateChannelResponse'] },
  'GET /users/@me': { answers: ['UserPIIResponse'] },
  'GET /users/{user_id}': { answers: ['UserResponse'] },
  'POST /webhooks/{webhook_id}/{webhook_token}': { takes: ['IncomingWebhookRequestPartial'], answers: MESSAGE },
  'GET /webhooks/{webhook_id}/{webhook_token}/messages/@original': { answers: MESSAGE },
  'PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original': EDIT,
  'GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}': { answers: MESSAGE },
  'PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}': EDIT,
};

/** The codes of single fields are words. The description says numbers, and Discord's documentation is right. */
const fieldErrors: z.ZodType = z.union([
  z.strictObject({ _errors: z.array(z.object({ code: z.string(), message: z.string() })) }),
  z.record(
    z.string(),
    z.lazy(() => fieldErrors),
  ),
]);
const refusal = z.object({ code: z.int(), message: z.string(), errors: fieldErrors.optional() });
const rateLimit = refusal.extend({ retry_after: z.number(), global: z.boolean(), code: z.int().optional() });

/** Media channels are documented but not described. They are like forums. */
const [FORUM, MEDIA] = [15, 16];
const asForum = (type: unknown): unknown => (type === MEDIA ? FORUM : type);

/** For each value of a body. Attachments' numbers are documented as numbers or strings, and described as strings. */
function asDescribed(key: string, value: unknown): unknown {
  if (key === 'type') return asForum(value);
  if (key === 'channel_types' && Array.isArray(value)) return value.map(asForum);
  if (key !== 'attachments' || !Array.isArray(value)) return value;
  return value.map((one) => (typeof one?.id === 'number' ? { ...one, id: String(one.id) } : one));
}

/** A request's permissions are documented as a string, and described as a number. */
const asDescribedRequest = (key: string, value: unknown): unknown =>
  key === 'default_member_permissions' && typeof value === 'string' ? Number(value) : asDescribed(key, value);

const isParameter = (part: string): boolean => part.startsWith('{');

/** The description's most literal path that matches this one. */
function pathOf(method: string, url: string): string | undefined {
  const parts = url.split('?')[0]?.split('/') ?? [];
  const paths = pathsList[method.toLowerCase()] ?? [];
  const parametersIn = (path: string): number => path.split('/').filter(isParameter).length;
  return paths
    .filter((path) => {
      const own = path.split('/');
      return (
        own.length === parts.length &&
        own.every((part, index) => isParameter(part) || part === decodeURIComponent(parts[index] ?? ''))
      );
    })
    .sort((one, other) => parametersIn(one) - parametersIn(other))[0];
}

const parsers = new Map<string, z.ZodType>();

function parserOf(names: readonly string[], many: boolean): z.ZodType {
  const key = `${names.join()} ${many}`;
  const known = parsers.get(key);
  if (known) return known;
  const all = names.map((name) => {
    const schema: unknown = schemas.get(`${name}Schema`);
    if (!(schema instanceof z.core.$ZodType)) throw new Error(`the description has no ${name}`);
    return schema;
  });
  const one = z.union(all);
  const parser = many ? z.array(one) : one;
  parsers.set(key, parser);
  return parser;
}

function faultOf({ method, url, status, sent, body }: SentAnswer): string | undefined {
  const called = `${method} ${url} answered with ${status}`;
  // Discord describes neither its own failures nor the pages of servers in front of it.
  if (status >= 500 || body.startsWith('<html>')) return undefined;
  const path = pathOf(method, url);
  if (path === undefined) return status === 404 ? undefined : `${called}, and Discord has no such operation`;
  const described = DESCRIBED[`${method} ${path}`];
  const explain = (what: string, value: unknown, schema: z.ZodType): string | undefined => {
    const { error } = schema.safeParse(value);
    return (
      error &&
      `${called}, but its ${what} ${z.prettifyError(error).slice(0, 500)}: ${JSON.stringify(value).slice(0, 300)}`
    );
  };
  const isMany = described?.many === true;
  if (status === 204) return body === '' ? undefined : `${called} and a body`;
  if (status >= 400) return explain('refusal', JSON.parse(body), status === 429 ? rateLimit : refusal);
  if (!described || status < 200 || status >= 300) return `${called}, which Discord does not do`;
  const answer: unknown = JSON.parse(body, asDescribed);
  const ofRequest =
    described.takes &&
    explain('request', JSON.parse(JSON.stringify(sent ?? {}), asDescribedRequest), parserOf(described.takes, isMany));
  return ofRequest ?? explain('answer', answer, parserOf(described.answers, isMany));
}

/** What the sandbox later accepts or answers against the description. */
export function watchAnswers({ requests }: Pick<DiscordSandbox, 'requests'>): readonly string[] {
  const faults: string[] = [];
  requests.onAnswer = (answer) => {
    const fault = faultOf(answer);
    if (fault !== undefined) faults.push(fault);
  };
  return faults;
}
