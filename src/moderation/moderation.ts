import type { Accounts } from '../budget/accounts.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import { type Admission, createAdmission } from './admission.ts';
import { type ApprovalDesk, type Approvals, createApprovals } from './approvals.ts';
import { type AuditLog, type AuditRecord, createAuditLog } from './audit-log.ts';
import type { BeginParts } from './begin-approved.ts';
import { createBegin } from './begin-approved.ts';
import { createMembers, type MemberRecord, type Members } from './members.ts';
import { createServerSettings, type ServerSettings, type SettingsRecord } from './server-settings.ts';
import type { Waiting } from './waiting.ts';

/** All that moderation offers to commands. */
export interface Moderation {
  settings: ServerSettings;
  members: Members;
  audit: AuditLog;
  admission: Admission;
  approvals: Approvals;
}

export interface ModerationParts {
  collections: {
    settings: Collection<SettingsRecord>;
    members: Collection<MemberRecord>;
    audit: Collection<AuditRecord>;
    waiting: Collection<Waiting>;
  };
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  accounts: Accounts;
  desk: ApprovalDesk;
  jobs: Omit<BeginParts, 'accounts'>;
  /** The member's jobs that have not ended. */
  jobIdsUnderWay: (guildId: string, memberId: string) => Promise<string[]>;
}

export function createModeration(parts: ModerationParts): Moderation {
  const { collections, locks, clock, log, accounts, desk, jobIdsUnderWay } = parts;
  const settings = createServerSettings({ collection: collections.settings, locks, clock });
  const members = createMembers({ collection: collections.members, locks });
  const audit = createAuditLog({ collection: collections.audit, locks, clock });
  const approvals = createApprovals({
    ...{ accounts, audit, members, locks, clock, log, desk },
    collection: collections.waiting,
    begin: createBegin({ ...parts.jobs, accounts }),
  });
  const underWayIds = async (guildId: string, memberId: string): Promise<string[]> => [
    ...(await jobIdsUnderWay(guildId, memberId)),
    ...approvals.idsOf(guildId, memberId),
  ];
  const admission = createAdmission({ settings, members, audit, clock, underWayIds });
  return { settings, members, audit, admission, approvals };
}
