import { beforeEach, describe, expect, test } from 'vitest';
import {
  applyStyle,
  STYLE_TEXT_MAX_CHARACTERS,
  STYLES_MAX,
  styleTextFrom,
  suggestStyleName,
} from '../../src/studio/style.ts';
import { createStyles, type Styles } from '../../src/studio/styles.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const MEMBER = { guildId: '1', memberId: '2' };
const SERVER = { guildId: '1' };

let database: MemoryDatabase;
const open = async (): Promise<Styles> => createStyles({ store: await storeOver(database), clock: new FakeClock() });
let styles: Styles;
beforeEach(async () => {
  database = new MemoryDatabase();
  styles = await open();
});

const save = (owner: { guildId: string; memberId?: string }, name: string, text = '{prompt}, oil') =>
  styles.save(owner as typeof MEMBER, { name, text, byId: '2' });

describe('a style', () => {
  test.each([
    ['{prompt}, oil on linen', 'a heron', 'a heron, oil on linen'],
    ['oil on linen', 'a heron', 'a heron, oil on linen'],
    ['{prompt} beside {prompt}', '$& a {prompt}', '$& a {prompt} beside $& a {prompt}'],
  ])('“%s” of “%s” is “%s”', (text, prompt, whole) => {
    expect(applyStyle(text, prompt)).toBe(whole);
  });

  test('is found by its name in any spelling, even after a restart', async () => {
    await save(MEMBER, 'Oil Painting');
    styles = await open();
    expect((await styles.find(MEMBER, 'oil painting '))?.style.name).toBe('Oil Painting');
    expect(await styles.find({ ...MEMBER, memberId: '3' }, 'Oil Painting')).toBeUndefined();
  });

  test('of the member comes before the server’s style with the same name', async () => {
    await save(SERVER, 'oil', 'the server’s');
    expect(await styles.find(MEMBER, 'oil')).toMatchObject({ isServers: true, style: { text: 'the server’s' } });
    await save(MEMBER, 'oil', 'mine');
    expect(await styles.find(MEMBER, 'oil')).toMatchObject({ isServers: false, style: { text: 'mine' } });
  });

  test('is changed when saved again, and can be deleted', async () => {
    expect(await save(MEMBER, 'oil')).toMatchObject({ outcome: 'saved' });
    expect(await save(MEMBER, 'OIL', 'other words')).toMatchObject({ outcome: 'changed' });
    expect(await styles.listOf(MEMBER)).toMatchObject([{ name: 'OIL', text: 'other words' }]);
    expect([await styles.remove(MEMBER, 'oil'), await styles.remove(MEMBER, 'oil')]).toEqual([true, false]);
  });

  test('keeps what a change leaves out', async () => {
    const options = { modelId: 'omni-pro', aspectRatio: '16:9' };
    await styles.save(MEMBER, { name: 'oil', text: '{prompt}, oil', options, byId: '2' });
    await styles.save(MEMBER, { name: 'oil', options: { aspectRatio: '1:1', count: 2 }, byId: '2' });
    expect((await styles.find(MEMBER, 'oil'))?.style).toMatchObject({
      text: '{prompt}, oil',
      options: { modelId: 'omni-pro', aspectRatio: '1:1', count: 2 },
    });
  });

  test('is refused when its owner has too many, but can still be changed; other owners are unaffected', async () => {
    const outcomes = await Promise.all(Array.from({ length: STYLES_MAX + 5 }, (_, index) => save(MEMBER, `s${index}`)));
    expect(outcomes.filter(({ outcome }) => outcome === 'full')).toHaveLength(5);
    expect(await save(MEMBER, 's0')).toMatchObject({ outcome: 'changed' });
    expect(await save(SERVER, 's0')).toMatchObject({ outcome: 'saved' });
  });
});

describe('a style made from a prompt', () => {
  test.each([
    ['is told where it was kept', 'a fox, oil on linen', '{prompt}, oil on linen', '{prompt}, oil on linen'],
    ['has its place in the middle', 'oil: a fox!', 'oil: {prompt}!', 'oil: {prompt}!'],
    [
      'is told by its first comma, where the prompt was changed',
      'a fox, ink, red',
      '{prompt}, oil',
      '{prompt}, ink, red',
    ],
    ['is told by its first comma, where it was in none', 'a fox,\n ink', undefined, '{prompt}, ink'],
    ['has no words yet, where it cannot be told', 'an inked fox', undefined, '{prompt},'],
  ])('%s', (_, prompt, styleText, text) => {
    expect(styleTextFrom({ prompt, styleText })).toBe(text);
  });

  test('is cut to the maximum length of a style', () => {
    expect(styleTextFrom({ prompt: `a, ${'word '.repeat(500)}` }).length).toBeLessThanOrEqual(
      STYLE_TEXT_MAX_CHARACTERS,
    );
    expect(styleTextFrom({ prompt: `a,${'w'.repeat(900)}` })).toHaveLength(STYLE_TEXT_MAX_CHARACTERS);
  });

  test.each([
    ['{prompt}, oil on linen, muted', [], 'oil on linen'],
    ['{prompt}, oil on linen', ['Oil on Linen', 'oil on linen 2'], 'oil on linen 3'],
    ['{prompt}', [], ''],
    ['Straßenbahnhaltestellenhäuschen im Regen', [], 'Straßenbahnhaltestellenhäusch'],
  ])('“%s” beside %j is called “%s”', (text, taken, name) => {
    expect(suggestStyleName(text, taken)).toBe(name);
  });
});
