import type { HoldRefusal, PausedBy } from '../../budget/account/decisions.ts';
import type { ServiceStatus } from '../../jobs/watch/service-watch.ts';
import type { Denial } from '../../moderation/access/access.ts';
import type { Refusal, SourceRefusal } from '../../moderation/admission/refusal.ts';

/** Why members are refused: short codes for the log, each with its meaning. `docs/operating/reasons.md` is made of them. */
export const REFUSALS = {
  'budget.left': 'the server’s budget has too few credits left',
  'budget.share': 'the member’s share has too few credits left',
  'budget.everywhere': 'all servers have used `BUDGET_ALL_CREDITS`',
  'budget.approval': 'you haven’t approved the server',
  'paused.everywhere': 'you paused everything',
  'paused.operator': 'you paused this server',
  'paused.manager': 'the server’s managers paused spending',
  'paused.moderators': 'the server’s moderators paused requests',
  'service.down': 'the service isn’t answering',
  'service.wrong': 'something else answers',
  'service.key': 'the service refuses the key',
  'service.limit': 'the service asks for fewer requests',
  'service.creates': 'answers to creates are lost',
  'service.member': 'answers to this member’s creates were lost',
  'words.server': 'a word on the server’s lists',
  'words.explicit': 'a word on the server’s list *Explicit*',
  'words.floor': 'a word that Easel always refuses',
  'words.unread': 'the prompt takes too long to compare',
  'limit.running': 'the limit of requests at once',
  'limit.day': 'the limit of requests a day',
  'limit.cooldown': 'the wait between requests',
  'limit.questions': 'as many open questions as Easel keeps',
  'limit.records': 'as many records as Easel keeps there',
  'limit.often': 'too many searches or fetches',
  'busy.jobs': 'too many jobs for this process',
  'busy.interactions': 'too many interactions for this process',
  role: 'the server’s roles',
  channel: 'the server’s channels',
  model: 'the server’s models',
  ratio: 'the server’s aspect ratios',
  timeout: 'the member has a timeout',
  'model.retired': 'the model is no longer offered',
  'drafts.off': 'the server allows no drafts',
  'drafts.review': 'it needs approval, so it can’t be a draft',
  'review.channel': 'it needs approval, but Easel can’t reach a moderators’ channel',
  'source.hidden': 'a source picture was hidden',
  'source.expired': 'Discord no longer serves a source picture',
  'source.denied': 'the server doesn’t allow building on it',
  'source.consent': 'its owner doesn’t allow building on it',
  'source.declined': 'its owner declined',
  'source.asked': 'its owner has been asked already',
  'source.left': 'its owner has left',
  'work.hidden': 'it was hidden or removed',
  'work.private': 'this member can’t see it',
  'work.running': 'it isn’t made yet',
  'guard.moderator': 'only for moderators',
  'guard.manager': 'only for managers',
  'guard.operator': 'only for operators',
  owner: 'it belongs to another member',
  'command.denied': 'Discord’s settings for commands deny it',
  'command.unsure': 'Discord didn’t tell its settings',
  permission: 'Easel lacks a permission in the channel',
  outside: 'it works in servers only',
  process: 'another process owns the server',
  stopping: 'Easel is stopping',
  gone: 'it has ended, was decided or was deleted',
  input: 'the input can’t be used, or changes nothing',
} as const;

export type RefusalReason = keyof typeof REFUSALS;

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
} as const satisfies Record<(Refusal | SourceRefusal)['reason'], RefusalReason>;

const OF_HOLDS = {
  short: 'budget.left',
  share: 'budget.share',
  everywhere: 'budget.everywhere',
  'not approved': 'budget.approval',
} as const satisfies Record<Exclude<HoldRefusal['outcome'], 'paused'>, RefusalReason>;

const OF_PAUSES = {
  'operator everywhere': 'paused.everywhere',
  operator: 'paused.operator',
  manager: 'paused.manager',
} as const satisfies Record<PausedBy, RefusalReason>;

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
} as const satisfies Record<ServiceStatus, RefusalReason>;

const OF_DENIALS = {
  gone: 'gone',
  ended: 'gone',
  draft: 'work.private',
  unpublished: 'work.private',
  published: 'gone',
  deleted: 'gone',
  hidden: 'work.hidden',
  removed: 'work.hidden',
  discarded: 'gone',
  'in progress': 'work.running',
  'not yours': 'owner',
  'out of sight': 'work.private',
  'private prompt': 'work.private',
  'age restricted': 'work.private',
  'no consent': 'source.consent',
  'ask first': 'source.consent',
} as const satisfies Record<Denial, RefusalReason>;

export const REFUSAL_REASONS = Object.keys(REFUSALS) as readonly RefusalReason[];

export const reasonOfRule = ({ reason }: { reason: keyof typeof OF_RULES }): RefusalReason => OF_RULES[reason];

export const reasonOfHold = (refusal: HoldRefusal): RefusalReason =>
  refusal.outcome === 'paused' ? OF_PAUSES[refusal.by] : OF_HOLDS[refusal.outcome];

export const reasonOfDenial = (denial: Denial): RefusalReason => OF_DENIALS[denial];

export const reasonOfService = (status: ServiceStatus): RefusalReason => OF_SERVICE[status];
