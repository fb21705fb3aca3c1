import type { Alerter } from '../../src/alerts/alerter.ts';
import type { OperatorAlerter } from '../../src/alerts/operator-alerter.ts';
import type { Spender } from '../../src/budget/account/shares.ts';
import type { Accounts } from '../../src/budget/accounts.ts';
import type { ServiceTally } from '../../src/budget/service-tally.ts';
import type { DrawChart } from '../../src/charts/draw-chart.ts';
import type { IsSourceAddress } from '../../src/discord/interactions/attachments.ts';
import {
  channelIdsOf,
  type InteractionFacts,
  type InteractionOf,
  type ServerFacts,
} from '../../src/discord/interactions/interaction.ts';
import type { OpenPages } from '../../src/discord/interactions/open-pages.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import type { AttachedFiles } from '../../src/discord/reconciler/attached-files.ts';
import type { MoveResult } from '../../src/discord/reconciler/move-result.ts';
import type { PublishedPages } from '../../src/discord/rest/application-calls.ts';
import type { SentMessage } from '../../src/discord/rest/message.ts';
import type { MessageClient } from '../../src/discord/rest/message-client.ts';
import type { Outcome } from '../../src/discord/rest/outcome.ts';
import type { FindCommandAccess } from '../../src/discord/server/command-access.ts';
import type { Channels, ServerNames } from '../../src/discord/server/lookups.ts';
import type { Operators } from '../../src/discord/server/operators.ts';
import type { ForumLacks } from '../../src/discord/server/permissions.ts';
import type { SetupChannel, SetupFacts } from '../../src/discord/server/setup-guesses.ts';
import type { MemberBound } from '../../src/engine/member-bound.ts';
import type { Finding } from '../../src/findings/finding.ts';
import type { Processes } from '../../src/health/processes.ts';
import type { MessageLocation } from '../../src/jobs/job/job.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import type { Answers } from '../../src/jobs/records/answers.ts';
import type { History } from '../../src/jobs/records/history.ts';
import type { ModelRecords } from '../../src/jobs/records/model-records.ts';
import type { ServiceWatch } from '../../src/jobs/watch/service-watch.ts';
import type { Moderation } from '../../src/moderation/moderation.ts';
import type { Rounds } from '../../src/moderation/rounds/rounds.ts';
import type { ServerRules } from '../../src/moderation/settings/server-settings.ts';
import type { OperatorCommands } from '../../src/operator-commands/operator-commands.ts';
import type { KeptAbout } from '../../src/privacy/kept-about.ts';
import type { KeptRequests } from '../../src/studio/kept-requests.ts';
import type { PreferencesStore } from '../../src/studio/preferences.ts';
import type { SavedSources } from '../../src/studio/saved-sources.ts';
import type { Styles } from '../../src/studio/styles.ts';
import type { MediaKind, ModelId } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { Clock } from '../../src/time/clock.ts';
import type { WorkCollections } from '../../src/works/collections.ts';
import type { MostStarred } from '../../src/works/most-starred.ts';
import type { Stars } from '../../src/works/stars.ts';
import type { Views } from '../../src/works/views.ts';

/** Accounts, what the service charged, and alerts about both. */
export interface MoneyContext {
  accounts: Accounts;
  tally: ServiceTally;
  operators: Pick<Operators, 'has'>;
  operatorCommands: Pick<OperatorCommands, 'submit'>;
  alerter: Pick<Alerter, 'channelOf' | 'onModeratorsUnreachable' | 'setChannel' | 'turnOff'>;
  /** Whether the operator already knows about the current problem. */
  operatorAlerter: Pick<OperatorAlerter, 'isAlerted'>;
  /** Renders a PNG. */
  drawChart: DrawChart;
}

/** Finding and sorting finished works. */
export interface WorksContext {
  stars: Stars;
  mostStarred: Pick<MostStarred, 'since'>;
  collections: WorkCollections;
  /** Members' last searches among their works. */
  views: Views;
  moveResult: MoveResult;
  /** The current addresses of files that are on messages. */
  attachedFiles: AttachedFiles;
  searchBound: MemberBound;
  /** Limits how often a member may fetch files again. */
  fetchBound: MemberBound;
  /** Makes two presses of a member on the same button one. */
  pressBound: MemberBound;
}

/** What Easel keeps about a member. */
export interface PrivacyContext {
  /** Reads all of the server's records. */
  keptAbout(owner: { guildId: string; memberId: string }): Promise<KeptAbout>;
  /** Erases a member from a server, or from all that this process serves. */
  erase(memberId: string, guildId: string | undefined): Promise<{ erased: 'erased' | 'later'; servers: number }>;
  /** Erases a server unless something is under way there. */
  eraseServer(guildId: string): Promise<'erased' | 'later' | 'under way'>;
  /** Whether this process serves all servers. */
  isWhole: boolean;
  /** Limits how often a member may have either done. */
  bound: MemberBound;
  /** The operator's own, as far as Discord has said. */
  pages(): PublishedPages;
}

/** What members set up for their requests. */
export interface StudioContext {
  styles: Styles;
  preferences: PreferencesStore;
  /** Requests that wait for their author's answer or form. */
  keptRequests: KeptRequests;
  answers: Pick<Answers, 'find' | 'keep'>;
  /** Pictures that members set aside as sources. */
  savedSources: SavedSources;
}

/** Facts that Discord knows, and calls to it. */
export interface DiscordContext extends ServerNames {
  /** Command permissions that admins set in Discord. */
  commandAccess: FindCommandAccess;
  channels: Channels;
  /** Whether every member can see the channel; undefined if Discord doesn't answer in time. */
  isOpenToEveryone(guildId: string, channelId: string): Promise<boolean | undefined>;
  /** A server's roles with their permissions; undefined if Discord doesn't answer in time. */
  rolesOf(guildId: string): Promise<SetupFacts['roles'] | undefined>;
  /** A server's roles and channels; undefined if Discord doesn't answer in time. */
  setupFacts(guildId: string): Promise<SetupFacts | undefined>;
  /**
   * Creates the gallery, or the moderators' channel, which only these roles see. If Easel created it
   * before, also at the same moment, that channel is used.
   * @returns its id, or undefined if Discord refused it
   */
  createSetupChannel(guildId: string, kind: SetupChannel, roleIds: readonly string[]): Promise<string | undefined>;
  /** Permissions that Easel lacks in a forum or media channel; undefined if Discord doesn't answer in time. */
  lackingInForum(guildId: string, channelId: string): Promise<ForumLacks | undefined>;
  /** Whether Easel passes an address on to the service. */
  isSourceAddress: IsSourceAddress;
  /** Whether the member may manage the server; undefined if Discord doesn't answer in time. */
  isManager(guildId: string, memberId: string): Promise<boolean | undefined>;
  /** Posts a line for moderators. */
  postLine(at: { guildId: string; channelId: string }, text: string): Promise<Outcome<SentMessage>>;
  /** Reads a file that came with a command, as text; undefined if it can't be downloaded or is too large. */
  readAttachment(address: string, maxBytes: number): Promise<string | undefined>;
  /** Sends a member a direct message. @returns whether Discord accepted it */
  directMessage(memberId: string, text: string, idempotencyKey: string): Promise<boolean>;
  /** Deletes one of Easel's messages, as the bot. */
  deleteMessage: MessageClient['delete'];
  /** Replaces private pages that show this work. */
  closePages: OpenPages['close'];
  /** Deletes a question that was answered, if its interaction token is still valid. */
  removeQuestion(question: { applicationId: string; token: string }, messageId: string): Promise<void>;
}

/** Everything that commands and controls can use, by feature. Helpers take the members that they need. */
export interface Context {
  money: MoneyContext;
  works: WorksContext;
  studio: StudioContext;
  privacy: PrivacyContext;
  discord: DiscordContext;
  moderation: Moderation;
  rounds: Rounds;
  jobs: Jobs;
  /** Whether this machine can take frames from clips, so that they can be continued. */
  clips: { readonly takesFrames: boolean };
  history: History;
  models: ModelRecords;
  watch: ServiceWatch;
  defaults: {
    /** `finish` makes a picture again in a better model; without it, the dearest one does. */
    modelId: Readonly<Record<MediaKind, ModelId> & { finish: ModelId | undefined }>;
    /** Sent if the member chooses none. If undefined, the service uses its own default. */
    aspectRatio: string | undefined;
    promptMaxCharacters: number;
  };
  clock: Clock;
  /** The server's rules, read once per interaction. Code that changes them reads them again. */
  rules(): Promise<ServerRules>;
  /** Everything that is wrong with Easel now. */
  findings(): readonly Finding[];
  /** What each process of Easel does, and what all servers spent today. */
  processes: Pick<Processes, 'status'>;
  /** Aborts when Easel stops, so that long work ends early and its member learns why. */
  stop: AbortSignal;
  texts: Texts;
}

/** The members of the context that a helper uses. */
export type Needs<Part extends keyof Context> = Pick<Context, Part>;

/** An interaction inside a server. */
export type InServer<Facts extends InteractionFacts = InteractionFacts> = Facts & {
  guildId: string;
  channelId: string;
  server: ServerFacts;
};
/** An interaction, and how to respond to it. */
export type WithResponder<Facts> = Facts & { respond: Responder };
export type ServerInteraction = WithResponder<InServer>;
/** Who asks for a job, and how to answer with the job's message. */
export type Asker = InServer & { respond: Pick<Responder, 'answerForRecord'> };
export type CommandInteraction = WithResponder<InServer<InteractionOf<'command'>>>;
export type ComponentInteraction = WithResponder<InServer<InteractionOf<'component'>>>;
export type FormInteraction = WithResponder<InServer<InteractionOf<'modal'>>>;

/** A press, or a form that one opened. */
export type PressInteraction = ComponentInteraction | FormInteraction;

/** Handles a button, menu or form. @param argument the parts of the control's id */
export type Handler<Argument, Interaction = ServerInteraction> = (
  interaction: Interaction,
  argument: Argument,
  context: Context,
) => Promise<void>;
/** Handles a subcommand. */
export type Subcommand<Interaction = CommandInteraction> = (
  interaction: Interaction,
  context: Context,
) => Promise<void>;

/** Who spends, and in which channel, for the server's limits. */
export function spenderOf({ userId: memberId, channelId, server }: InServer) {
  return {
    memberId,
    roleIds: server.roleIds,
    channelIds: channelIdsOf(channelId, server.parentChannelId),
  } satisfies Spender;
}

/** Where the response to an interaction is and how to reach it. */
export function locationOf({ guildId, channelId, applicationId, token, ...interaction }: InServer): MessageLocation {
  const { receivedAtMs: tokenIssuedAtMs, server } = interaction;
  const { uploadLimitBytes } = server;
  return { guildId, channelId, applicationId, token, tokenIssuedAtMs, uploadLimitBytes };
}
