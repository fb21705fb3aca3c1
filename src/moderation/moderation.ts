import type { Clock } from '../clock.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import { type Admission, createAdmission } from './admission.ts';
import { type AuditLog, type AuditRecord, createAuditLog } from './audit-log.ts';
import { createMembers, type MemberRecord, type Members } from './members.ts';
import { createServerSettings, type ServerSettings, type SettingsRecord } from './server-settings.ts';

/** All that moderation offers to commands. */
export interface Moderation {
  settings: ServerSettings;
  members: Members;
  audit: AuditLog;
  admission: Admission;
}

export interface ModerationParts {
  collections: {
    settings: Collection<SettingsRecord>;
    members: Collection<MemberRecord>;
    audit: Collection<AuditRecord>;
  };
  locks: KeyedLocks;
  clock: Clock;
  /** The member's jobs that have not ended. */
  jobIdsUnderWay: (guildId: string, memberId: string) => Promise<string[]>;
}

export function createModeration({ collections, locks, clock, jobIdsUnderWay }: ModerationParts): Moderation {
  const settings = createServerSettings({ collection: collections.settings, locks, clock });
  const members = createMembers({ collection: collections.members, locks });
  const audit = createAuditLog({ collection: collections.audit, locks, clock });
  const admission = createAdmission({ settings, members, audit, clock, underWayIds: jobIdsUnderWay });
  return { settings, members, audit, admission };
}
