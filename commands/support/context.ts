import type { Alerter } from '../../src/alerts/alerter.ts';
import type { OperatorAlerter } from '../../src/alerts/operator-alerter.ts';
import type { Spender } from '../../src/budget/account/shares.ts';
import type { Accounts } from '../../src/budget/accounts.ts';
import type { ServiceTally } from '../../src/budget/service-tally.ts';
import type { DrawChart } from '../../src/charts/draw-chart.ts';
import type { CommandAccesses } from '../../src/discord/interactions/command-access.ts';
import type { InteractionFacts, InteractionOf } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import type { InServer } from '../../src/discord/interactions/runner.ts';
import type { IsSourceAddress } from '../../src/discord/interactions/source-addresses.ts';
import type { AttachedFiles } from '../../src/discord/reconciler/attached-files.ts';
import type { ResultMessages } from '../../src/discord/reconciler/result-messages.ts';
import type { Board } from '../../src/discord/rest/board.ts';
import type { SentMessage } from '../../src/discord/rest/message.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import type { Outcome } from '../../src/discord/rest/outcome.ts';
import type { Channels } from '../../src/discord/server/channels.ts';
import type { Operators } from '../../src/discord/server/operators.ts';
import type { ForumLacks } from '../../src/discord/server/permissions.ts';
import type { ServerNames } from '../../src/discord/server/server-names.ts';
import type { MemberBound } from '../../src/engine/member-bound.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import type { History } from '../../src/jobs/records/history.ts';
import type { KeptRequests } from '../../src/jobs/records/kept-requests.ts';
import type { ModelRecords } from '../../src/jobs/records/model-records.ts';
import type { ServiceWatch } from '../../src/jobs/service/service-watch.ts';
import type { Moderation } from '../../src/moderation/moderation.ts';
import type { Rounds } from '../../src/moderation/rounds/port.ts';
import type { ServerRules } from '../../src/moderation/settings/server-settings.ts';
import type { OperatorCommands } from '../../src/operator-commands/operator-commands.ts';
import type { Consents } from '../../src/studio/consents.ts';
import type { PreferencesStore } from '../../src/studio/preferences.ts';
import type { SavedSources } from '../../src/studio/saved-sources.ts';
import type { Styles } from '../../src/studio/styles.ts';
import type { MediaKind, ModelId } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { Clock } from '../../src/time/clock.ts';
import type { WorkCollections } from '../../src/works/collections.ts';
import type { Stars } from '../../src/works/stars.ts';
import type { Terms } from '../../src/works/terms.ts';
import type { Views } from '../../src/works/views.ts';

/** Credits: who has them, what the service charged, and who is told. */
export interface MoneyContext {
  accounts: Accounts;
  tally: ServiceTally;
  operators: Pick<Operators, 'has'>;
  /** What operators want of a server's account, whichever process has it. */
  operatorCommands: Pick<OperatorCommands, 'submit'>;
  alerter: Pick<Alerter, 'channelOf' | 'onModeratorsUnreachable' | 'setChannel' | 'turnOff'>;
  /** Whether the operator knows of the trouble that there is. */
  operatorAlerter: Pick<OperatorAlerter, 'isAlerted'>;
  /** A chart as a PNG. */
  drawChart: DrawChart;
}

/** Works that are made, as members find and sort them. */
export interface WorksContext {
  /** Members' own marks on works. */
  stars: Stars;
  /** What members said of single works of theirs. */
  terms: Terms;
  /** Members' named sets of works. */
  collections: WorkCollections;
  /** What members looked for last among their works. */
  views: Views;
  resultMessages: ResultMessages;
  /** The files of results where their messages have them. */
  attachedFiles: AttachedFiles;
  /** How often a member may look for works. */
  searchBound: MemberBound;
  /** How often a member may have results fetched once more. */
  fetchBound: MemberBound;
}

/** What members make with. */
export interface StudioContext {
  styles: Styles;
  /** Members' own defaults. */
  preferences: PreferencesStore;
  /** Whom members ask whether they may work on from a result. */
  consents: Consents;
  /** Pictures that members have laid out to work from. */
  savedSources: SavedSources;
}

/** What Discord tells, and where it takes a word. */
export interface DiscordContext extends ServerNames {
  /** What the server's admins set for commands, for buttons that do the same. */
  commandAccess: CommandAccesses;
  channelPlaces: Pick<Channels, 'find'>;
  /** As Discord says, a thread as its channel; undefined where it does not answer in time. */
  isChannelAgeRestricted(channelId: string): Promise<boolean | undefined>;
  /** Whether every member of the server sees a channel; undefined where Discord does not say in time. */
  isOpenToEveryone(guildId: string, channelId: string): Promise<boolean | undefined>;
  /** What Easel lacks in a forum or media channel; undefined where Discord does not say in time. */
  lackingInForum(guildId: string, channelId: string): Promise<ForumLacks | undefined>;
  /** Whether Easel hands an address to the service. */
  isSourceAddress: IsSourceAddress;
  /** Whether a member is known to have left the server. */
  hasLeft(guildId: string, memberId: string): Promise<boolean>;
  /** Posts a message into a channel as the bot. @returns its id, where Discord took it. */
  post(
    at: { guildId: string; channelId: string },
    body: MessageBody,
    idempotencyKey: string,
  ): Promise<string | undefined>;
  /** Whether a member may manage the server; undefined where Discord does not say in time. */
  isManager(guildId: string, memberId: string): Promise<boolean | undefined>;
  /** Puts a line for moderators into a channel. */
  postLine(at: { guildId: string; channelId: string }, text: string): Promise<Outcome<SentMessage>>;
  /** A small file that somebody gave with a command, as text; undefined where it cannot be had or is larger. */
  readAttachment(address: string, maxBytes: number): Promise<string | undefined>;
  /** Sends a member a direct message. @returns whether Discord took it. */
  directMessage(memberId: string, text: string, idempotencyKey: string): Promise<boolean>;
  /** Deletes a message of Easel's, as the bot. */
  deleteMessage: Board['delete'];
  /** Takes away a question that was answered; one that cannot be reached any more stays. */
  removeQuestion(question: { applicationId: string; token: string }, messageId: string): Promise<void>;
}

/** What commands and buttons work with, by feature. */
export interface CommandContext {
  money: MoneyContext;
  works: WorksContext;
  studio: StudioContext;
  discord: DiscordContext;
  moderation: Moderation;
  /** Group generation. */
  rounds: Rounds;
  jobs: Jobs;
  history: History;
  models: ModelRecords;
  watch: ServiceWatch;
  /** Requests that wait for their member's word. */
  keptRequests: KeptRequests;
  defaults: GenerationDefaults;
  clock: Clock;
  /** The rules of the server of this press, read once for all that it asks; what a press has changed it reads anew. */
  rules(): Promise<ServerRules>;
  /** How many records were found that cannot be read, by collection. */
  unreadable(): Record<string, number>;
  /** Easel is stopping: what takes long is broken off, so that its member can be told. */
  stop: AbortSignal;
  texts: Texts;
}

export interface GenerationDefaults {
  modelId: Readonly<Record<MediaKind, ModelId>>;
  /** Sent when the member names none; the service's own when undefined. */
  aspectRatio: string | undefined;
  promptMaxCharacters: number;
}

/** What a press, a choice or a sent form does with what its id carries. */
export type Handle<Argument, Facts extends InteractionFacts = InteractionFacts> = (
  interaction: InServer<Facts>,
  argument: Argument,
  respond: Responder,
  context: CommandContext,
) => Promise<void>;
/** What one subcommand does. */
export type Subcommand<Interaction = InServer<InteractionOf<'command'>>> = (
  interaction: Interaction,
  respond: Responder,
  context: CommandContext,
) => Promise<void>;
export type { InServer };

/** Who would spend, and where, as the server's shares see it. */
export function spenderOf({ userId, channelId, server }: InServer<InteractionFacts>): Spender {
  const { roleIds, parentChannelId } = server;
  const channelIds = [channelId, ...(parentChannelId === undefined ? [] : [parentChannelId])];
  return { memberId: userId, roleIds, channelIds };
}
