import { describeFault, faultNames } from '../../discord/fault-list.ts';
import { shardOf } from '../../discord/gateway/session.ts';
import type { DiscordSandbox } from '../../discord/sandbox.ts';
import { firstIgnored, PAINTED_SUBJECTS } from '../../media/reading.ts';
import { FAULTS } from '../../task-api/faults.ts';
import { PROMPT_KEYWORDS } from '../../task-api/service.ts';
import type { BotKeeper } from '../bot/bot-keeper.ts';
import type { ShardOwner } from '../bot/bot-records.ts';
import type { PlaygroundParts } from '../parts.ts';
import type { AccountCard, BackstageView, BotCard, FaultCard } from '../protocol.ts';

/** The panel has no room for more. */
const TASKS_SHOWN = 30;
const LOG_LINES_SHOWN = 120;

/** Listed first. The others are under "more". */
const USUAL_SERVICE_FAULTS = ['slow', 'failTasks', 'refuseCreates', 'badKey', 'down'];
const USUAL_DISCORD_FAULTS = ['rate-limited', 'gateway-drop'];

/** What was read from the bot's records. */
export interface Records {
  account: AccountCard | null;
  /** Null if one process owns all. */
  owners: ShardOwner[] | null;
}

export const backstageView = (
  parts: PlaygroundParts,
  { account, owners }: Records,
  channelId: string | null,
): BackstageView => {
  const { service, serviceKey, bots, clock, discord } = parts;
  return {
    clockOffsetMs: clock.offsetMs,
    tasks: service
      .tasks()
      .slice(-TASKS_SHOWN)
      .reverse()
      .map((task) => ({ ...task, ignored: firstIgnored(task.request.prompt) ?? null })),
    serviceCredits: service.credits(serviceKey),
    account,
    serviceFaults: serviceFaults(parts),
    discordFaults: discordFaults(parts),
    bots: bots.map((bot) => botCard(bot, discord, owners)),
    isHeard: discord.isHeard(channelId),
    keywords: PROMPT_KEYWORDS,
    paintedSubjects: PAINTED_SUBJECTS,
  };
};

const botCard = (bot: BotKeeper, { world }: DiscordSandbox, owners: ShardOwner[] | null): BotCard => {
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

const serviceFaults = ({ service }: PlaygroundParts): FaultCard[] => {
  const current = service.faults.current();
  return FAULTS.map((fault) => ({
    ...fault,
    isOn: current[fault.name] !== undefined,
    isMoment: false,
    isUsual: USUAL_SERVICE_FAULTS.includes(fault.name),
  }));
};

const discordFaults = ({ discord }: PlaygroundParts): FaultCard[] => {
  const active = discord.faults.list();
  return faultNames.map(describeFault).map(({ name, kind, title, description }) => ({
    name,
    title,
    description,
    isOn: active.some((one) => one.name === name),
    isMoment: kind === 'moment',
    isUsual: USUAL_DISCORD_FAULTS.includes(name),
  }));
};
