import { lookup } from 'node:dns/promises';
import { commandsFor } from '../../commands/index.ts';
import { openInspection } from '../discord/rest/inspection.ts';
import { mustBeDone } from '../discord/rest/outcome.ts';
import { reachFinding } from '../discord/rest/reach-finding.ts';
import { alertsChannelFinding } from '../discord/server/alerts-channel.ts';
import { inviteLink } from '../discord/server/invite-link.ts';
import { finding } from '../findings/finding.ts';
import { createClockCheck } from '../time/clock-check.ts';
import { type Check, requireFact } from './check.ts';

/** Checks of Discord, the bot's account there, and its commands and channels. */

/** Fewer sessions than this are kept for starts. */
const FEW_SESSIONS = 50;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };
function ignore(): void {}

/** Whether the host name of an address can be resolved. Numbers always can. */
const canResolve = (address: string): Promise<boolean> =>
  lookup(new URL(address).hostname.replace(/^\[|\]$/g, '')).then(
    () => true,
    () => false,
  );

/** Checks that the host name of an address can be resolved. */
export const checkName = (
  name: 'discord.name' | 'service.name',
  variable: 'DISCORD_API_URL' | 'TASK_API_URL',
): Check => ({
  name,
  needs: ['config'],
  run: async (examination) => {
    const address = requireFact(examination, 'config')[variable];
    const { hostname: host } = new URL(address);
    return { findings: (await canResolve(address)) ? [] : [finding(name, { host })] };
  },
});

const name = checkName('discord.name', 'DISCORD_API_URL');

const reach: Check = {
  name: 'discord.reach',
  needs: ['discord.name'],
  run: async (examination) => {
    const { clock, facts, signal, closing } = examination;
    const { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl } = requireFact(examination, 'config');
    const clockCheck = createClockCheck({ clock, log: SILENT });
    const discord = openInspection({ token, apiUrl, onTime: clockCheck.observe });
    closing.push(() => discord.close());
    facts.discord = discord;
    facts.clockCheck = clockCheck;
    try {
      facts.gateway = await discord.gateway(signal);
    } catch (error) {
      const found = reachFinding(error, apiUrl);
      if (found.id !== 'discord.token') return { findings: [found] };
      facts.gateway = 'refuses the token';
    }
    return {};
  },
};

const clock: Check = {
  name: 'machine.clock',
  needs: ['discord.reach'],
  run: async (examination) => {
    const clockCheck = requireFact(examination, 'clockCheck');
    const { aheadMs } = clockCheck.status();
    const wrong = clockCheck.finding();
    return {
      ...(aheadMs !== undefined && { detail: `${(aheadMs / 1_000).toFixed(1)} s ahead of Discord` }),
      findings: wrong ? [wrong] : [],
    };
  },
};

const token: Check = {
  name: 'discord.token',
  needs: ['discord.reach'],
  run: async (examination) => {
    if (requireFact(examination, 'gateway') === 'refuses the token') return { findings: [finding('discord.token')] };
    examination.facts.application = await requireFact(examination, 'discord').application(examination.signal);
    return {};
  },
};

const intents: Check = {
  name: 'discord.intents',
  needs: ['discord.token'],
  run: async (examination) => {
    const { hasPrivilegedIntents } = requireFact(examination, 'application');
    return { findings: hasPrivilegedIntents ? [finding('discord.intents')] : [] };
  },
};

const shards: Check = {
  name: 'discord.shards',
  needs: ['discord.token'],
  run: async (examination) => {
    const gateway = requireFact(examination, 'gateway');
    if (gateway === 'refuses the token') return {};
    const { shards: recommended, sessionsLeft: remaining } = gateway;
    const { SHARDS: set } = requireFact(examination, 'config');
    const isTooFew = set !== 'auto' && set < recommended;
    return {
      detail: `${recommended} recommended, ${remaining} sessions left today`,
      findings: [
        ...(isTooFew ? [finding('discord.shards', { recommended, shards: set })] : []),
        ...(remaining <= FEW_SESSIONS ? [finding('discord.few-sessions', { remaining })] : []),
      ],
    };
  },
};

const invite: Check = {
  name: 'discord.invite',
  needs: ['discord.token'],
  run: async (examination) => {
    const { id, servers } = requireFact(examination, 'application');
    if (servers === 0) return { findings: [finding('discord.no-servers', { link: inviteLink(id) })] };
    return { detail: `${servers === undefined ? '' : `in ${servers} servers; `}${inviteLink(id)}` };
  },
};

const guild: Check = {
  name: 'discord.guild',
  needs: ['discord.token'],
  applies: ({ facts }) => facts.config?.DISCORD_GUILD_ID !== undefined,
  run: async (examination) => {
    const { DISCORD_GUILD_ID: id = '' } = requireFact(examination, 'config');
    const { calls } = requireFact(examination, 'discord');
    // Discord allows commands only where the bot is, with the scope for them.
    const { outcome } = await calls.commands(requireFact(examination, 'application').id, id, examination);
    return { findings: outcome === 'gone' || outcome === 'no access' ? [finding('discord.guild', { id })] : [] };
  },
};

const commands: Check = {
  name: 'discord.commands',
  needs: ['discord.token', 'discord.guild'],
  run: async (examination) => {
    const { DISCORD_GUILD_ID: guildId, PROMPT_MAX_CHARACTERS: most } = requireFact(examination, 'config');
    const { calls } = requireFact(examination, 'discord');
    const { id } = requireFact(examination, 'application');
    const registered = new Set(mustBeDone(await calls.commands(id, guildId, examination)).map((one) => one.name));
    if (registered.size === 0) return { detail: 'none yet; the start registers them' };
    const missing = commandsFor(most).flatMap(({ data }) => (registered.has(data.name) ? [] : [data.name]));
    const reason = `these are missing: ${missing.join(', ')}`;
    return {
      detail: `${registered.size} registered`,
      findings: missing.length > 0 ? [finding('discord.commands', { reason })] : [],
    };
  },
};

const alerts: Check = {
  name: 'discord.alerts',
  needs: ['discord.token'],
  applies: ({ facts }) => facts.config?.OPERATOR_CHANNEL_ID !== undefined,
  run: async (examination) => {
    const { OPERATOR_CHANNEL_ID: id = '' } = requireFact(examination, 'config');
    const found = await alertsChannelFinding(requireFact(examination, 'discord').calls, id, examination);
    return { findings: found ? [found] : [] };
  },
};

export const discordChecks: readonly Check[] = [
  ...[name, reach, clock, token, intents, shards, invite, guild, commands, alerts],
];
