import { type Figure, quantile } from '../rig/figures.ts';
import { type Kind, openRig } from '../rig/rig.ts';
import { atPace, TOWN } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const PACES_PER_SECOND = [100, 200, 300];
const SECONDS = 6;
const SLOWEST_MS = 1_000;
const KINDS = ['bare', 'easel', 'grown'] as const;

/** How many commands a second, of many servers, are answered within a second while their pictures are made. */
export async function benchSustained(yard: Yard): Promise<Figure[]> {
  const seen = new Map<Kind, { perSecond: number; p99Ms: number }[]>(KINDS.map((kind) => [kind, []]));
  for (const perSecond of PACES_PER_SECOND) {
    for (const kind of KINDS) {
      const before = seen.get(kind) ?? [];
      if (before.some(isTooSlow)) continue;
      const rig = await openRig(yard, kind, { pictures: 3_000 });
      await atPace(rig.discord, { seats: TOWN, perSecond: 20, count: 20 });
      const count = perSecond * scaled(yard, SECONDS, 2);
      const p99Ms = quantile(await atPace(rig.discord, { seats: TOWN, perSecond, count }), 0.99);
      await rig.close();
      before.push({ perSecond, p99Ms });
    }
  }
  const reached = (kind: Kind): number =>
    Math.max(0, ...(seen.get(kind) ?? []).filter((one) => !isTooSlow(one)).map(({ perSecond }) => perSecond));
  const noteOf = (kind: Kind): string =>
    (seen.get(kind) ?? []).map(({ perSecond, p99Ms }) => `${perSecond}: ${p99Ms.toFixed(0)} ms`).join(', ');
  const easel = reached('easel');
  return [
    {
      what: 'commands of which 99 % are answered within 1 s',
      ...{ value: easel, unit: 'a second', note: noteOf('easel') },
      floor: { name: `bare (${noteOf('bare')})`, value: reached('bare') },
      goal: { of: 'value', least: 300 },
    },
    {
      ...{ what: '- with a grown store', value: reached('grown'), unit: 'a second', note: noteOf('grown') },
      floor: { name: 'with a new store', value: easel },
      goal: { of: 'ratio', least: 0.9 },
    },
  ];
}

function isTooSlow({ p99Ms }: { p99Ms: number }): boolean {
  return p99Ms > SLOWEST_MS;
}
