import { describe, expect, it } from 'vitest';
import { toCsv } from '../../../commands/support/text-file.ts';
import { creditsOf } from '../../../src/budget/ledger/ledger.ts';
import { toStatement } from '../../../src/budget/ledger/statement.ts';
import { changed, decide, decideRelease, decideSettle, holding, terms } from '../samples.ts';

const grant = { kind: 'grant', id: 'o', credits: 50, why: '=SUM(A1), "a prize"' } as const;
const released = changed(decideRelease(holding('job', 10, 20), 'job.0', 'refused', terms()));
const settled = changed(decideSettle(released, 'job.1', 25, terms()));
const { latest: entries } = changed(decide(settled, grant));

describe('a statement', () => {
  it('has a row for each entry, with member, model, job, credits and balance', () => {
    const lines = toCsv(toStatement(entries)).split('\r\n');
    expect(lines).toHaveLength(entries.length + 2);
    expect(lines[1]).toBe('1,2026-11-20T12:00:00.000Z,2026-11,period,,,,,100,100,,');
    expect(lines[2]).toBe('2,2026-11-20T12:00:00.000Z,2026-11,held,member,image-model-a,job,job.0,-10,90,,');
    expect(lines[5]).toBe('5,2026-11-20T12:00:00.000Z,2026-11,settled,member,image-model-a,job,job.1,-5,75,,');
    expect(lines.at(-1)).toBe('');
  });

  it('quotes cells where necessary, and makes no formula of what people wrote', () => {
    expect(toCsv(toStatement(entries))).toContain(`,granted,,,,,50,125,op,"'=SUM(A1), ""a prize"""`);
  });

  it('adds up: the balances follow from the credits', () => {
    let balance = 0;
    for (const entry of entries) {
      balance += creditsOf(entry);
      expect(entry.leftCredits - entry.overspentCredits).toBe(balance);
    }
  });
});
