import type { Accounts } from '../../budget/accounts.ts';
import type { DrivenRecords } from '../../engine/driven-records.ts';
import type { EndedJob } from '../../jobs/job/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobMessages } from '../../jobs/ports/job-messages.ts';
import type { History } from '../../jobs/records/history.ts';
import type { AddressLookup } from '../../jobs/records/source-addresses.ts';
import type { Log } from '../../log.ts';
import type { Collection } from '../../store/store.ts';
import type { Consents } from '../../studio/consents.ts';
import type { Clock } from '../../time/clock.ts';
import type { Refusal } from '../admission/refusal.ts';
import type { Decisions } from '../records/decisions.ts';
import type { GatedRequest } from './request.ts';
import type { RequestEvent } from './request-decisions.ts';
import type { RequestMessages } from './request-messages.ts';

export interface RequestsParts {
  collection: Collection<GatedRequest>;
  accounts: Pick<Accounts, 'hold' | 'releaseJob'>;
  jobs: Pick<Jobs, 'find' | 'hasRoom' | 'submit'>;
  history: Pick<History, 'find' | 'isKnown' | 'change' | 'put' | 'withoutUnmade'>;
  jobMessages: Pick<JobMessages, 'show'>;
  /** @throws RetryLater while Discord is unavailable */
  addressesOf: AddressLookup['addressesOf'];
  messages: RequestMessages;
  decisions: Pick<Decisions, 'loggedBy'>;
  /** Why the current settings refuse it; undefined if they don't. */
  recheck: (request: GatedRequest) => Promise<Refusal | undefined>;
  /** The same for one that moderators rejected and want back. */
  recheckUndone: (request: GatedRequest) => Promise<Refusal | undefined>;
  /** Whether what moderators published earlier may still be published. */
  mayPublish: (request: GatedRequest, entry: EndedJob) => Promise<boolean>;
  /** What comes next for a request whose owners agreed, by the rules and its member's roles of now. */
  readmit: (request: GatedRequest) => Promise<RequestEvent>;
  consents: Pick<Consents, 'answered'>;
  /** A request that is approved before or during a pause starts when the pause ends. */
  isPaused: (guildId: string) => Promise<boolean>;
  /** Whether the service and Easel's own state allow new jobs now. */
  mayCreate: (from: { guildId: string; memberId: string }) => boolean;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Whether a rejected request may still start again. */
  isAppealed: (request: GatedRequest) => boolean;
  /** Called when Easel can't reach the moderators' channel. */
  onModeratorsUnreachable: (guildId: string) => void;
  /** Called when everyone may see a result that only moderators saw, for other messages that show it. */
  onSightChanged: (jobId: string) => Promise<void>;
  clock: Clock;
  log: Log;
}

/** What the steps of requests share. */
export interface RequestsContext extends RequestsParts {
  records: DrivenRecords<GatedRequest>;
  /** Requests that this process is answering. If it isn't, a missing answer may be lost. */
  openingIds: Set<string>;
  recordEvent: (id: string, event: RequestEvent) => Promise<GatedRequest | undefined>;
}
