import { createDrivenRecords, type DrivenRecords, type DrivenRecordsParts } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import type { ServerRules, ServerSettings } from './server-settings.ts';
import type { ModerationSettings } from './settings.ts';

export interface TimerParts<One> extends Pick<DrivenRecordsParts<One>, 'collection' | 'clock' | 'log'> {
  settings: Pick<ServerSettings, 'of'>;
  /** Whether the machine's clock agrees with Discord's. */
  isClockRight: () => Promise<boolean>;
}

export interface Timer<One> extends TimerParts<One> {
  name: string;
  /** Whether the settings ask for it. If not, the server's record is deleted. */
  isOn: (settings: ModerationSettings) => boolean;
  /** The record before its first step. */
  first: (guildId: string, wanted: ModerationSettings) => One;
  /** Does what is due, like `follow` of driven records. */
  step: (record: One, rules: ServerRules, records: Pick<DrivenRecords<One>, 'amend'>) => Promise<Next>;
}

interface TimedRecord {
  guildId: string;
  /** When the next step is due; undefined if only a change of the settings can lead to one. */
  dueAtMs?: number | undefined;
}

const CLOCK_WAIT_MS = 60_000;

/** What Easel does for a server on its own, at times that follow from the server's settings. */
export function createServerTimer<One extends TimedRecord>(timer: Timer<One>) {
  const { clock, isClockRight, settings, isOn, first, step } = timer;
  const records: DrivenRecords<One> = createDrivenRecords<One>({
    ...timer,
    guildOf: ({ guildId }) => guildId,
    dueInMs: ({ dueAtMs }, nowMs) => (dueAtMs === undefined ? undefined : dueAtMs - nowMs),
    follow: async (record) => {
      const rules = await settings.of(record.guildId);
      if (!isOn(rules.settings)) return void (await records.drop(record.guildId));
      if (!(await isClockRight())) return { dueInMs: CLOCK_WAIT_MS };
      return step(record, rules, records);
    },
  });
  return {
    load: records.load,
    run: records.run,
    /** Call it just before the settings are stored, so that no crash can separate the two. */
    onSettingsChanging: (guildId: string, wanted: ModerationSettings): Promise<void> =>
      records.change(guildId, (before) => {
        if (!before && !isOn(wanted)) return { outcome: undefined };
        return { after: { ...(before ?? first(guildId, wanted)), dueAtMs: clock.now() }, outcome: undefined };
      }),
  };
}
