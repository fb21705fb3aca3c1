import type { HoldRefusal, PausedBy } from '../../budget/account/decisions.ts';
import type { ServiceStatus } from '../../jobs/watch/service-watch.ts';
import type { Denial } from '../../moderation/access/access.ts';
import type { Refusal, SourceRefusal } from '../../moderation/admission/refusal.ts';

/** Why members are refused, as short codes for the log. docs/operating/why-nothing-happened.md lists them. */

const OF_RULES = {
  floor: 'words.floor',
  words: 'words.server',
  explicit: 'words.explicit',
  unread: 'words.unread',
  paused: 'paused.moderators',
  'timed out': 'timeout',
  channel: 'channel',
  role: 'role',
  model: 'model',
  'retired model': 'model.retired',
  ratio: 'ratio',
  'at once': 'limit.running',
  'per day': 'limit.day',
  cooldown: 'limit.cooldown',
  'too many questions': 'limit.questions',
  'no moderators channel': 'review.channel',
  'drafts off': 'drafts.off',
  'no draft': 'drafts.review',
  left: 'gone',
  'message deleted': 'gone',
  'hidden source': 'source.hidden',
  'no consent': 'source.consent',
  'expired sources': 'source.expired',
  source: 'source.denied',
  'owner declined': 'source.declined',
  'owner asked': 'source.asked',
  'owner left': 'source.left',
} as const satisfies Record<(Refusal | SourceRefusal)['reason'], string>;

const OF_HOLDS = {
  short: 'budget.left',
  share: 'budget.share',
  everywhere: 'budget.everywhere',
  'not approved': 'budget.approval',
} as const satisfies Record<Exclude<HoldRefusal['outcome'], 'paused'>, string>;

const OF_PAUSES = {
  'operator everywhere': 'paused.everywhere',
  operator: 'paused.operator',
  manager: 'paused.manager',
} as const satisfies Record<PausedBy, string>;

/** `service.member`: it serves others, but this member's creates were lost. */
const OF_SERVICE = {
  well: 'service.member',
  unrecognised: 'service.member',
  down: 'service.down',
  'bad key': 'service.key',
  'not the service': 'service.wrong',
  'creates fail': 'service.creates',
  'refuses requests': 'service.member',
  'asks to wait': 'service.limit',
} as const satisfies Record<ServiceStatus, string>;

const OF_DENIALS = {
  gone: 'gone',
  ended: 'gone',
  draft: 'work.private',
  unpublished: 'work.private',
  published: 'gone',
  deleted: 'gone',
  hidden: 'work.hidden',
  removed: 'work.hidden',
  discarded: 'work.hidden',
  'in progress': 'work.running',
  'not yours': 'owner',
  'out of sight': 'work.private',
  'private prompt': 'work.private',
  'age restricted': 'work.private',
  'no consent': 'source.consent',
  'ask first': 'source.consent',
} as const satisfies Record<Denial, string>;

const OTHERS = [
  /** What was typed, chosen or pressed can't be used, or changes nothing. The default. */
  'input',
  /** What a control belongs to has ended, was decided or was deleted. */
  'gone',
  /** It belongs to another member. */
  'owner',
  'guard.manager',
  'guard.moderator',
  'guard.operator',
  /** Denied in Discord's settings for commands, and when Discord doesn't tell those settings. */
  'command.denied',
  'command.unsure',
  /** Easel lacks a permission in the channel. */
  'permission',
  /** Outside a server. */
  'outside',
  /** As many records as Easel keeps there. */
  'limit.records',
  'limit.often',
  /** Too much at once for this process, for jobs and for interactions. */
  'busy.jobs',
  'busy.interactions',
  /** Another process owns the server. */
  'process',
  'stopping',
] as const;

export type RefusalReason =
  | (typeof OF_RULES)[keyof typeof OF_RULES]
  | (typeof OF_HOLDS)[keyof typeof OF_HOLDS]
  | (typeof OF_PAUSES)[PausedBy]
  | (typeof OF_SERVICE)[ServiceStatus]
  | (typeof OF_DENIALS)[Denial]
  | (typeof OTHERS)[number];

export const REFUSAL_REASONS: ReadonlySet<RefusalReason> = new Set(
  [OF_RULES, OF_HOLDS, OF_PAUSES, OF_SERVICE, OF_DENIALS, OTHERS].flatMap((reasons): RefusalReason[] =>
    Object.values(reasons),
  ),
);

export const reasonOfRule = ({ reason }: { reason: keyof typeof OF_RULES }): RefusalReason => OF_RULES[reason];

export const reasonOfHold = (refusal: HoldRefusal): RefusalReason =>
  refusal.outcome === 'paused' ? OF_PAUSES[refusal.by] : OF_HOLDS[refusal.outcome];

export const reasonOfDenial = (denial: Denial): RefusalReason => OF_DENIALS[denial];

export const reasonOfService = (status: ServiceStatus): RefusalReason => OF_SERVICE[status];
