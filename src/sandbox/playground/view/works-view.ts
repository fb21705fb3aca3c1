import { faultList } from '../../discord/fault-list.ts';
import { shardOf } from '../../discord/gateway/session.ts';
import type { DiscordSandbox } from '../../discord/sandbox.ts';
import { FAULTS } from '../../task-api/fault-texts.ts';
import { PROMPT_KEYWORDS } from '../../task-api/prompt-keywords.ts';
import type { BotControl } from '../bot/bot-control.ts';
import type { ShardOwner } from '../bot/shard-owners.ts';
import type { PlaygroundParts } from '../parts.ts';
import type { AccountCard, BotCard, FaultCard, WorksView } from '../protocol.ts';

/** As many as a panel can show. */
const TASKS_SHOWN = 30;
const LOG_LINES_SHOWN = 120;

/** The faults that a visitor meets first; the others stand under "More". */
const USUAL_SERVICE_FAULTS = ['slow', 'failTasks', 'refuseCreates', 'badKey', 'down'];

const DISCORD_TITLES: Record<string, string> = {
  'rate-limited': 'Discord says “slow down” (429)',
  'internal-error': 'Discord fails (500)',
  'bad-gateway': 'Discord’s front door fails (502)',
  hang: 'Discord hangs',
  slow: 'Slow Discord',
  'cut-before': 'Line to Discord is cut before',
  'cut-after': 'Line to Discord is cut after',
  'empty-after': 'Discord answers without words',
  'unknown-message': 'Messages are gone (404)',
  'missing-access': 'No access (403)',
  'too-large': 'Files too large (413)',
  'too-large-html': 'Files too large, as HTML (413)',
  'token-not-found': 'Interaction tokens unknown (404)',
  'gateway-drop': 'Drop the gateway',
  'gateway-close': 'Close the gateway for good',
  'gateway-invalid-session': 'Invalidate the session',
  'gateway-reconnect': 'Ask to reconnect',
  'gateway-no-heartbeat-ack': 'Heartbeats unanswered',
  'gateway-duplicate': 'Events delivered twice',
  'gateway-hidden': 'Gateway refuses connections',
};
const USUAL_DISCORD_FAULTS = ['rate-limited', 'gateway-drop'];

/** What a look into the bot's records gave. */
export interface Records {
  account: AccountCard | null;
  /** Null where one process owns everything. */
  owners: ShardOwner[] | null;
}

export const worksView = (
  parts: PlaygroundParts,
  { account, owners }: Records,
  channelId: string | null,
): WorksView => {
  const { taskApi, serviceKey, bots, clock, discord } = parts;
  return {
    clockOffsetMs: clock.offsetMs,
    month: parts.preparation?.month ?? null,
    tasks: taskApi.tasks().slice(-TASKS_SHOWN).reverse().map(taskCard),
    serviceCredits: taskApi.credits(serviceKey),
    account,
    serviceFaults: serviceFaults(parts),
    discordFaults: discordFaults(parts),
    bots: bots.map((bot) => botCard(bot, discord, owners)),
    isHeard: discord.isHeard(channelId),
    keywords: PROMPT_KEYWORDS.map(({ keyword, description }) => ({ keyword, description })),
  };
};

const botCard = (bot: BotControl, { world }: DiscordSandbox, owners: ShardOwner[] | null): BotCard => {
  const { state, problem, pid } = bot;
  const own = owners?.filter((one) => one.pid === pid) ?? [];
  const owns = (guildId: string): boolean => own.some(({ shard, of }) => shardOf(guildId, of) === shard);
  const [first] = own;
  return {
    state,
    pid: pid ?? null,
    problem,
    log: bot.log.slice(-LOG_LINES_SHOWN),
    guilds: owners && world.guilds.filter(({ id }) => owns(id)).map(({ name }) => name),
    shards: first && first.of > 1 ? `${listed(own.map(({ shard }) => String(shard)))} of ${first.of}` : null,
  };
};

const listed = (words: string[]): string => new Intl.ListFormat('en').format(words);

type SandboxTask = ReturnType<PlaygroundParts['taskApi']['tasks']>[number];

const taskCard = (task: SandboxTask) => {
  const { taskId, state, chargedCredits, refundedCredits, createdAtMs, runsAtMs, endsAtMs, polls } = task;
  const { modelId, prompt } = task.request;
  return { taskId, state, modelId, prompt, chargedCredits, refundedCredits, createdAtMs, runsAtMs, endsAtMs, polls };
};

const serviceFaults = ({ taskApi }: PlaygroundParts): FaultCard[] => {
  const current = taskApi.faults.current();
  return FAULTS.map(({ name, title, description }) => ({
    name,
    title,
    description,
    isOn: current[name] !== undefined,
    isMoment: false,
    isUsual: USUAL_SERVICE_FAULTS.includes(name),
  }));
};

const discordFaults = ({ discord }: PlaygroundParts): FaultCard[] => {
  const active = discord.faults.list();
  return faultList.map(({ name, kind, description }) => ({
    name,
    description,
    title: DISCORD_TITLES[name] ?? name,
    isOn: active.some((one) => one.name === name),
    isMoment: kind === 'moment',
    isUsual: USUAL_DISCORD_FAULTS.includes(name),
  }));
};
