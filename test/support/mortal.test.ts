import { expect, it } from 'vitest';
import { killAtMoments, Mortal } from './mortal.ts';

/** A bot that writes three things, each unless an earlier life has. */
async function playWrites(
  deaths: readonly number[],
  hasMark: boolean,
): Promise<{ left: (readonly number[])[]; written: string[] }> {
  const written: string[] = [];
  for (const dieAt of [...deaths, 0]) {
    const life = new Mortal(dieAt);
    if (hasMark) life.mark = () => written.join();
    const writeAll = async (): Promise<void> => {
      for (const thing of ['a', 'b', 'c'].filter((one) => !written.includes(one)))
        await life.effect(thing, async () => void written.push(thing));
    };
    await life.during(writeAll());
    if (!life.isDead) return { left: life.deathsAfter(deaths), written };
  }
  throw new Error('the last life has to last');
}

/** The deaths that were played, in order, and how many there were with those that are alike. */
async function playedWith(again: number, hasMark = true) {
  const played: string[] = [];
  const deaths = await killAtMoments<readonly number[]>(async (at = []) => {
    played.push(at.join(' and '));
    const { left, written } = await playWrites(at, hasMark);
    expect(written).toEqual(['a', 'b', 'c']);
    return left;
  }, again);
  return { played, deaths };
}

it('plays a death right after a write and one right before the next once, and counts both', async () => {
  expect(await playedWith(0)).toEqual({ played: ['', '1', '2', '4', '6'], deaths: 6 });
});

it('plays every death if nothing says what stands outside', async () => {
  expect(await playedWith(0, false)).toEqual({ played: ['', '1', '2', '3', '4', '5', '6'], deaths: 6 });
});

it('plays a second death at every moment of the life that follows', async () => {
  const { played, deaths } = await playedWith(1);
  const second = ['1 and 1', '1 and 2', '1 and 4', '1 and 6', '2 and 1', '2 and 2', '2 and 4', '4 and 1', '4 and 2'];
  expect(played.filter((one) => one.includes('and')).sort()).toEqual(second);
  // 6 first ones, and for each that leaves 3, 2, 2, 1, 1 or 0 writes, two deaths for each moment around them.
  expect(deaths).toBe(6 + 2 * (6 + 4 + 4 + 2 + 2 + 0));
});
