import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { createLruCache } from '../../store/lru-cache.ts';
import { type Collection, type Commit, defineCollection } from '../../store/store.ts';
import { sweepParts } from '../../store/sweep.ts';
import { type Clock, DAY_MS } from '../../time/clock.ts';
import type { Decisions, NewDecision } from '../records/decisions.ts';
import { createWordRules, type WordRules } from '../words/words.ts';
import { changesBetween, type SettingChange, toLoggedChanges } from './setting-changes.ts';
import { SETTINGS } from './setting-rows.ts';
import { type ModerationSettings, NEW_SETTINGS, settingsSchema } from './settings.ts';

/** How many changes can be undone, one after the other. */
const UNDO_STEPS = 10;
const CHANGES_KEPT_MS = 400 * DAY_MS;

const settingsRecordSchema = z.strictObject({
  settings: settingsSchema,
  /** The settings before each of the last changes, oldest first. */
  before: z.array(z.strictObject({ settings: settingsSchema, atMs: z.int().min(0), byId: z.string() })).max(UNDO_STEPS),
  /** If set, nothing new is generated. */
  pause: z.strictObject({ byId: z.string(), atMs: z.int().min(0), why: z.string() }).nullable(),
});
export type SettingsRecord = z.output<typeof settingsRecordSchema>;

export const NEW_SETTINGS_RECORD: SettingsRecord = { settings: NEW_SETTINGS, before: [], pause: null };

export const settingsCollection = defineCollection({
  name: 'settings',
  schema: settingsRecordSchema,
  serverOf: 'key',
  keeps: {
    what: 'a server’s settings, the last ten changes and who made them',
    ends: { when: 'never; changes after 400 days' },
    erased: { stays: 'so that people know who changed what' },
    restored: {
      from: 'backup',
      stricter: ({ pause }, restored = NEW_SETTINGS_RECORD) =>
        pause && !restored.pause ? { ...restored, pause } : undefined,
    },
  },
});

export interface ServerRules {
  settings: ModerationSettings;
  words: WordRules;
  pause: SettingsRecord['pause'];
  undo: UndoState;
}

/** How many changes can be undone, and the time of the last one, which identifies it. */
export interface UndoState {
  steps: number;
  changedAtMs: number;
}

/** Settings that name one channel in which Easel posts on its own. */
const POSTED_IN = SETTINGS.filter(({ facts }) => facts.kind === 'channel');

const undoStateOf = ({ before }: SettingsRecord): UndoState => ({
  steps: before.length,
  changedAtMs: before.at(-1)?.atMs ?? 0,
});

/** How many servers' compiled lists stay in memory. */
const CACHED_SERVERS = 500;

export interface ServerSettingsParts {
  collection: Collection<SettingsRecord>;
  commit: Commit;
  clock: Pick<Clock, 'now'>;
  /** Called before a server's settings change. */
  onChanging?: (guildId: string, settings: ModerationSettings) => Promise<void>;
  /** Whether a channel is known to belong to another server. */
  isChannelElsewhere: (guildId: string, channelId: string) => Promise<boolean>;
  decisions: Pick<Decisions, 'put' | 'deliver'>;
}

interface Decision<Outcome> {
  after?: SettingsRecord;
  /** What the log says about it. */
  entry?: NewDecision;
  outcome: Outcome;
}

/** Who changes the settings, and how. */
export interface SettingsChange {
  byId: string;
  action: 'settings changed' | 'settings imported';
}

export type ServerSettings = ReturnType<typeof createServerSettings>;

/** The settings of all servers. Calls reject with StoreError if the store fails; then nothing may be admitted. */
export function createServerSettings(parts: ServerSettingsParts) {
  const { collection, clock, decisions, isChannelElsewhere } = parts;
  /** Safe, because only this process writes its servers' records. */
  const cache = createLruCache<ServerRules>(CACHED_SERVERS);

  const remember = (guildId: string, record: SettingsRecord): ServerRules => {
    const { settings, pause } = record;
    const rules = { settings, pause, words: createWordRules(settings), undo: undoStateOf(record) };
    cache.set(guildId, rules);
    return rules;
  };

  /** Checks on every read, because a stored channel may always have belonged to another server. */
  const withOwnChannels = async (guildId: string, settings: ModerationSettings): Promise<ModerationSettings> => {
    const foreign = await Promise.all(
      POSTED_IN.map(async (setting) => {
        const id = setting.of(settings);
        return typeof id === 'string' && (await isChannelElsewhere(guildId, id)) ? [setting] : [];
      }),
    );
    return foreign.flat().reduce((all, setting) => setting.with(all, null), settings);
  };

  const write = <Outcome>(
    guildId: string,
    decide: (before: SettingsRecord) => Decision<Outcome> | Promise<Decision<Outcome>>,
  ): Promise<Outcome> =>
    collection.locked(guildId, async () => {
      const { after, entry, outcome } = await decide((await collection.get(guildId)) ?? NEW_SETTINGS_RECORD);
      if (!after) return outcome;
      // A failed write may still have reached the store.
      cache.delete(guildId);
      await parts.onChanging?.(guildId, after.settings);
      await collection.set(guildId, after, entry && [decisions.put(guildId, entry)]);
      remember(guildId, after);
      decisions.deliver(guildId);
      return outcome;
    });

  return {
    /** Leaves out channels of other servers in which Easel would post. */
    of: async (guildId: string): Promise<ServerRules> => {
      const rules =
        cache.get(guildId) ??
        (await collection.locked(guildId, async () =>
          remember(guildId, (await collection.get(guildId)) ?? NEW_SETTINGS_RECORD),
        ));
      return { ...rules, settings: await withOwnChannels(guildId, rules.settings) };
    },
    /** @returns whether nothing was ever set here. Later calls resolve with false, so that a server is offered help once. */
    firstVisit: (guildId: string): Promise<boolean> =>
      collection.locked(guildId, async () => {
        if (await collection.get(guildId)) return false;
        await collection.set(guildId, NEW_SETTINGS_RECORD);
        return true;
      }),
    /** Resolves with the changes (none if nothing differs) and with what can be undone. */
    change: (guildId: string, by: SettingsChange, change: (before: ModerationSettings) => ModerationSettings) =>
      write(guildId, async (now) => {
        const seen = await withOwnChannels(guildId, now.settings);
        const settings = settingsSchema.parse(change(seen));
        return changed(now, changesBetween(seen, settings), settings, { ...by, atMs: clock.now() });
      }),
    /** For the erasure of the server. */
    forgetServer: (guildId: string): Promise<void> =>
      collection.locked(guildId, async () => {
        await parts.commit([collection.drop(guildId)]);
        cache.delete(guildId);
      }),
    /** Forgets changes that are too old, and who made them. */
    sweep: (nowMs: number): Promise<void> =>
      sweepParts(collection, (record) => withoutChangesBefore(record, nowMs - CHANGES_KEPT_MS), remember),
    /** Undoes the last change if the manager saw that one. */
    undo: (guildId: string, byId: string, seen: UndoState) => write(guildId, (now) => undone(now, byId, seen)),
    /** @returns whether that is a change */
    setPause: (guildId: string, isPaused: boolean, by: { byId: string; why: string }) =>
      write(guildId, (before) => {
        if ((before.pause !== null) === isPaused) return { outcome: false };
        const after = { ...before, pause: isPaused ? { ...by, atMs: clock.now() } : null };
        return { after, entry: { ...by, action: isPaused ? 'paused' : 'resumed' }, outcome: true };
      }),
  };
}

function withoutChangesBefore(record: SettingsRecord, sinceMs: number): SettingsRecord {
  const before = record.before.filter(({ atMs }) => atMs > sinceMs);
  return before.length === record.before.length ? record : { ...record, before };
}

function changed(
  now: SettingsRecord,
  changes: readonly SettingChange[],
  settings: ModerationSettings,
  { action, byId, atMs }: SettingsChange & { atMs: number },
): Decision<{ changes: readonly SettingChange[]; undo: UndoState }> {
  if (changes.length === 0) return { outcome: { changes, undo: undoStateOf(now) } };
  const before = [...now.before, { settings: now.settings, atMs, byId }].slice(-UNDO_STEPS);
  const after = { ...now, settings, before };
  const entry = { byId, action, changes: toLoggedChanges(changes) };
  return { after, entry, outcome: { changes, undo: undoStateOf(after) } };
}

function undone(now: SettingsRecord, byId: string, seen: UndoState): Decision<'done' | 'nothing' | 'changed'> {
  const last = now.before.at(-1);
  if (!last) return { outcome: 'nothing' };
  if (!isDeepStrictEqual(undoStateOf(now), seen)) return { outcome: 'changed' };
  const after = { ...now, settings: last.settings, before: now.before.slice(0, -1) };
  const changes = toLoggedChanges(changesBetween(now.settings, last.settings));
  return { after, entry: { byId, action: 'settings undone', changes }, outcome: 'done' };
}
