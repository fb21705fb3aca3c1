import type { ReportRecord, ReportSubject } from '../../src/moderation/reports/report-record.ts';
import { NOW } from '../jobs/samples.ts';
import { GUILD, MEMBER } from '../support/job-service.ts';

export const SUBJECT: ReportSubject = {
  ...{ guildId: GUILD, jobId: 'job1', memberId: MEMBER },
  ...{ channelId: '400000000000000001', messageId: '600000000000000001' },
};

/** A result without reports. */
export function sampleRecord(changed: Partial<ReportRecord> = {}): ReportRecord {
  return {
    ...{ guildId: GUILD, jobId: 'job1', memberId: MEMBER },
    ...{ channelId: '400000000000000001', messageId: '600000000000000001' },
    ...{ atMs: NOW, reports: [], state: 'shown', byId: 'easel', shown: {} },
    ...changed,
  };
}
