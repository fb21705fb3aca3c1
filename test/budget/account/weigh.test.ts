import { describe, expect, it } from 'vitest';
import { NEW_ACCOUNT } from '../../../src/budget/account/account.ts';
import { weigh } from '../../../src/budget/account/decisions.ts';
import { NOVEMBER_MS, request } from '../samples.ts';

const terms = { nowMs: NOVEMBER_MS, defaultAllowanceCredits: 100 };
const asking = (askFromCredits: number | null) => ({
  ...NEW_ACCOUNT,
  settings: { ...NEW_ACCOUNT.settings, askFromCredits },
});

describe('weighing a request before it starts', () => {
  it.each([
    ['is small where nobody wants to be asked', null, [99], { outcome: 'small' }],
    ['is small under what is asked about', 50, [20, 29], { outcome: 'small' }],
    ['is asked about from there on, all tasks together', 50, [20, 30], { outcome: 'much', neededCredits: 50 }],
    ['is told what there is', 50, [60], { outcome: 'much', leftCredits: 100 }],
    ['is not asked about where there is no room', 50, [101], { outcome: 'short', neededCredits: 101 }],
    ['that is small is not refused here', 50, [49], { outcome: 'small' }],
  ])('%s', (_, askFromCredits, quotes, expected) => {
    expect(weigh(asking(askFromCredits), request('job', ...quotes), terms)).toMatchObject(expected);
  });

  it('names the author’s strictest share if it leaves less than the server has', () => {
    const share = { target: { kind: 'everyone' as const }, every: 'day' as const, credits: 80 };
    const roomy = { ...share, every: 'month' as const, credits: 100 };
    expect(weigh({ ...asking(50), shares: [roomy, share] }, request('job', 60), terms)).toMatchObject({
      ...{ outcome: 'much', leftCredits: 100 },
      room: { share, leftCredits: 80 },
    });
    expect(weigh({ ...asking(50), shares: [roomy] }, request('job', 60), terms)).toMatchObject({ room: undefined });
  });

  it('does not ask during a pause', () => {
    const weighed = weigh(asking(50), request('job', 60), { ...terms, isPausedEverywhere: true });
    expect(weighed).toEqual({ outcome: 'paused', by: 'operator everywhere' });
  });
});
