import { describe, expect, it } from 'vitest';
import {
  changesBetween,
  loggedChangesSchema,
  toLoggedChanges,
} from '../../../src/moderation/settings/setting-changes.ts';
import { SETTINGS } from '../../../src/moderation/settings/setting-rows.ts';
import { type ModerationSettings, NEW_SETTINGS, settingsSchema } from '../../../src/moderation/settings/settings.ts';

const settingsOf = (changed: object): ModerationSettings => settingsSchema.parse(changed);
const id = (number: number): string => String(1_300_000_000_000_000_000n + BigInt(number));
const line = (number: number): string => `${number}`.padEnd(80, 'x');

describe('the changes between two settings', () => {
  it('are none if the settings are equal', () => {
    expect(changesBetween(NEW_SETTINGS, settingsOf({}))).toEqual([]);
  });

  it('are data by row, with added and removed values for lists', () => {
    const before = settingsOf({
      spoiler: 'always',
      modes: { [id(1)]: 'vote' },
      words: { refuse: ['kraken', 'squid'] },
    });
    const after = settingsOf({
      ...{ modes: { [id(1)]: 'review' }, jobsPerDay: 5, galleryChannelId: id(2), categories: { gore: 'refuse' } },
      words: { refuse: ['squid', 'a', 'b', 'c', 'd'].map((one) => one.padEnd(3, 'z')) },
    });
    expect(changesBetween(before, after)).toEqual([
      { key: 'modes.review', added: { first: [id(1)], count: 1 }, removed: { first: [], count: 0 } },
      { key: 'modes.vote', added: { first: [], count: 0 }, removed: { first: [id(1)], count: 1 } },
      {
        key: 'words.refuse',
        added: { first: ['azz', 'bzz', 'czz'], count: 4 },
        removed: { first: ['kraken'], count: 1 },
      },
      { key: 'spoiler', from: 'always', to: 'asked' },
      { key: 'galleryChannelId', from: null, to: id(2) },
      { key: 'jobsPerDay', from: 0, to: 5 },
      { key: 'categories.gore', from: 'off', to: 'refuse' },
    ]);
  });

  it('include a list that only changed its order', () => {
    const nothing = { first: [], count: 0 };
    expect(changesBetween(settingsOf({ ratios: ['1:1', '4:3'] }), settingsOf({ ratios: ['4:3', '1:1'] }))).toEqual([
      { key: 'ratios', added: nothing, removed: nothing },
    ]);
  });

  it('fit into the log; the rest is counted', () => {
    const ids = Array.from({ length: 25 }, (_, index) => id(index));
    const lists = Object.fromEntries(
      ['refuse', 'explicit', 'review', 'allow'].map((list) => [list, Array.from({ length: 200 }, (_, n) => line(n))]),
    );
    const changes = changesBetween(
      NEW_SETTINGS,
      settingsOf({ imageChannelIds: ids, roleIds: ids, moderatorRoleIds: ids, words: lists, spoiler: 'always' }),
    );
    const logged = toLoggedChanges(changes);
    expect(loggedChangesSchema.parse(logged)).toEqual(logged);
    expect(JSON.stringify(logged).length).toBeLessThan(1_600);
    expect(logged.listed.length).toBeGreaterThan(3);
    expect(logged.listed.length + logged.more).toBe(changes.length);
  });
});

describe('a row of the table of settings', () => {
  it.each(SETTINGS.map((setting) => [setting.key, setting] as const))(
    '%s gives back what it was given',
    (_, setting) => {
      const { facts } = setting;
      const other = {
        ...{ number: facts.kind === 'number' ? facts.most : 0, choice: facts.kind === 'choice' ? facts.of[1] : '' },
        ...{ channels: [id(1)], roles: [id(2)], names: ['one'], channel: id(3), lines: ['kraken'], text: 'Sketcher' },
      }[facts.kind];
      const value = setting.parse(other);
      expect(value).toEqual(other);
      if (value === undefined) return;
      const changed = settingsSchema.parse(setting.with(NEW_SETTINGS, value));
      expect(setting.of(changed)).toEqual(value);
      expect(changesBetween(NEW_SETTINGS, changed).map(({ key }) => key)).toEqual([setting.key]);
      expect(setting.with(changed, setting.of(NEW_SETTINGS))).toEqual(NEW_SETTINGS);
    },
  );
});
