import { randomBytes, randomUUID } from 'node:crypto';
import { buttons, commandsFor, forms } from '../../commands/index.ts';
import { offerSetup } from '../../commands/setup/offer.ts';
import type { Context, DiscordContext, PrivacyContext } from '../../commands/support/context.ts';
import type { Config } from '../config.ts';
import { createSourceAddressCheck, readAttachmentText } from '../discord/interactions/attachments.ts';
import { createDispatcher } from '../discord/interactions/dispatch.ts';
import { createResponder } from '../discord/interactions/responder.ts';
import { textDisplay } from '../discord/messages/components.ts';
import { createAttachedFiles } from '../discord/reconciler/attached-files.ts';
import { createMoveResult } from '../discord/reconciler/move-result.ts';
import { createRegistration, type Registration } from '../discord/registration/registration.ts';
import { saidIn } from '../discord/rest/lookup.ts';
import { messageBody } from '../discord/rest/message-body.ts';
import type { CallOptions } from '../discord/rest/request.ts';
import { createCommandAccess } from '../discord/server/command-access.ts';
import { lackingInForum, mayManageServer } from '../discord/server/permissions.ts';
import { findCreatedChannel } from '../discord/server/setup-guesses.ts';
import { createMemberBound } from '../engine/member-bound.ts';
import type { Finding } from '../findings/finding.ts';
import { openFindings, type Watch } from '../health/open-findings.ts';
import { createProcesses } from '../health/processes.ts';
import type { Moderation } from '../moderation/moderation.ts';
import type { OperatorCommands } from '../operator-commands/operator-commands.ts';
import { ownsFirst, ownsServer } from '../store/database/shards.ts';
import { createKeyedLocks } from '../store/locks.ts';
import { createStyles } from '../studio/styles.ts';
import { HOUR_MS } from '../time/clock.ts';
import type { App } from './app.ts';

/** How often a member may press *Send me the files*. Each press may fetch four files. */
const FETCHES_PER_MINUTE = 5;
/** How often a member may read or delete all that is kept about them. Each reads all of a server's records. */
const PRIVACY_PER_HOUR = 10;
/** How often a member may search. Each search may read for a second, and turning a page is a search. */
const SEARCHES_PER_MINUTE = 60;
/** Within this time, a second press on the same button is the same wish. */
const DOUBLE_PRESS_MS = 3_000;
/**
 * The most interactions at once: many times what can be answered within Discord's 3 s. Some run for minutes after their
 * answer, to fetch a result.
 */
const INTERACTIONS_MAX = 1_000;

/** A stop waits for it. */
const LINE_WITHIN_MS = 5_000;

interface WithCommands extends App, Pick<Context, 'moderation' | 'rounds'> {
  watches: readonly Watch[];
  operatorCommands: OperatorCommands;
  privacy: Omit<PrivacyContext, 'bound' | 'pages'>;
}

/** Registers commands with Discord and runs what people type and press. */
export function createCommands(app: WithCommands) {
  const { clock, closing, config, moderation, openPages, rest, stop, store } = app;
  /** The same list for running and for registering. */
  const commands = commandsFor(config.PROMPT_MAX_CHARACTERS);
  const data = commands.map((command) => command.data);
  const registration = createRegistration({
    ...app,
    guildId: config.DISCORD_GUILD_ID,
    isRegistrar: ownsFirst(store.shards),
    commands: data,
    onIds: (ids) => app.commandMentions.know(data, ids),
  });
  const sources = { ...app, registration, setUp: app.findings ?? [] };
  const findings = (): Finding[] => openFindings(sources);
  const processes = createProcesses({
    ...app,
    tasks: () => ({ ...app.jobs.tasks, forPeople: moderation.requests.allWaitingIds().length }),
    findings,
  });
  const context = { ...contextOf(app, registration), findings, processes };
  const dispatcher = createDispatcher<Context>({
    ...app,
    commands,
    buttons,
    forms,
    contextFor: ({ guildId }) => ({ ...context, rules: readOnce(moderation, guildId) }),
    respondTo: (interaction) => openPages.kept(createResponder(rest, clock, interaction, stop), interaction),
    ageMs: app.clockCheck.ageMs,
    underWayMax: INTERACTIONS_MAX,
    onAnswered: (interaction, respond) => offerSetup(interaction, respond, context),
    onAnsweredElsewhere: () => app.twiceWatch.record(),
    namesFor: async ({ guildId, unnamed }) => (guildId === undefined ? {} : app.mentionNames(guildId, unnamed)),
    isServed: (guildId) => ownsServer(store.shards, guildId),
    faultId: () => randomBytes(4).toString('hex'),
    onEnded: app.metering.onInteraction,
  });
  closing.push(() => dispatcher.idle());
  return { registration, dispatcher, findings, processes };
}

/** Reads the settings once for each press, so that all its checks use the same ones. */
function readOnce({ settings }: Moderation, guildId: string | undefined): Context['rules'] {
  let rules: ReturnType<Context['rules']> | undefined;
  return () => {
    if (guildId === undefined) throw new TypeError('an interaction outside servers has no settings');
    rules ??= settings.of(guildId);
    return rules;
  };
}

function contextOf(app: WithCommands, registration: Registration): Omit<Context, 'findings' | 'processes' | 'rules'> {
  const { clock, operators, stars } = app;
  return {
    ...app,
    defaults: defaultsOf(app.config),
    money: {
      ...app,
      // Loaded with the first chart: the library is large, and many bots never draw.
      drawChart: async (chart) => (await import('../charts/draw-chart.ts')).drawChart(chart),
    },
    works: {
      ...app,
      moveResult: createMoveResult({ ...app, starsOf: stars.countOf }),
      attachedFiles: createAttachedFiles(app),
      searchBound: createMemberBound({ clock, most: SEARCHES_PER_MINUTE }),
      fetchBound: createMemberBound({ clock, most: FETCHES_PER_MINUTE }),
      pressBound: createMemberBound({ clock, most: 1, perMs: DOUBLE_PRESS_MS }),
    },
    privacy: {
      ...app.privacy,
      bound: createMemberBound({ clock, most: PRIVACY_PER_HOUR, perMs: HOUR_MS }),
      pages: operators.pages,
    },
    studio: { ...app, styles: createStyles(app) },
    discord: discordOf(app, registration),
  };
}

function discordOf(app: App, registration: Registration): DiscordContext {
  const { ask, client, config, openPages, personal, rest, stop } = app;
  const setupLocks = createKeyedLocks();
  const setupFacts: DiscordContext['setupFacts'] = async (guildId) =>
    saidIn(await ask(rest.setupFacts, 'Discord did not say what a server has', guildId));
  return {
    ...app,
    commandAccess: createCommandAccess({ ...app, commandIdOf: registration.idOf }),
    isOpenToEveryone: async (guildId, channelId) =>
      saidIn(await ask(rest.isOpenToEveryone, 'Discord did not say who sees a channel', guildId, channelId)),
    rolesOf: async (guildId) => saidIn(await ask(rest.roles, 'Discord did not say which roles there are', guildId)),
    setupFacts,
    createSetupChannel: (guildId, kind, roleIds) =>
      setupLocks.run(guildId, async () => {
        const facts = await setupFacts(guildId);
        const found = facts && findCreatedChannel(kind, facts);
        if (found !== undefined || !facts) return found;
        const create = (options: CallOptions) => rest.createSetupChannel(guildId, kind, roleIds, options);
        return saidIn(await ask(create, 'a channel could not be created'));
      }),
    lackingInForum: async (guildId, channelId) => {
      const failure = 'Discord did not say what Easel may do in a channel';
      const own = await ask(rest.ownPermissions, failure, guildId, channelId);
      return own.outcome === 'done' ? lackingInForum(own.value) : undefined;
    },
    isSourceAddress: createSourceAddressCheck(config.DISCORD_API_URL),
    isManager: async (guildId, memberId) => {
      const failure = 'Discord did not say what a member may do';
      const said = await ask(rest.memberPermissions, failure, guildId, memberId);
      return said.outcome === 'done' ? mayManageServer(said.value ?? 0n) : undefined;
    },
    postLine: (at, text) => {
      const options = { idempotencyKey: randomUUID(), withinMs: LINE_WITHIN_MS };
      return client.post(at, messageBody([textDisplay(text)]), options);
    },
    readAttachment: (address, maxBytes) => readAttachmentText(address, maxBytes, stop),
    directMessage: async (memberId, text, idempotencyKey) => {
      const { outcome } = await personal.direct(memberId, messageBody([textDisplay(text)]), { idempotencyKey });
      return outcome === 'done';
    },
    deleteMessage: client.delete,
    closePages: openPages.close,
    removeQuestion: async (question, messageId) => void (await rest.deleteOriginal(question, messageId)),
  };
}

export function defaultsOf(config: Config): Context['defaults'] {
  return {
    modelId: {
      image: config.IMAGE_MODEL_DEFAULT,
      video: config.VIDEO_MODEL_DEFAULT,
      finish: config.IMAGE_MODEL_FINISH,
    },
    aspectRatio: config.ASPECT_RATIO_DEFAULT,
    promptMaxCharacters: config.PROMPT_MAX_CHARACTERS,
  };
}
