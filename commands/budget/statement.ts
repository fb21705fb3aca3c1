import { toStatement } from '../../src/budget/ledger/statement.ts';
import { periodStartMs } from '../../src/budget/periods/period.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import type { Context } from '../support/context.ts';
import { completeWithFile, toCsv } from '../support/text-file.ts';

export const STATEMENT_PERIODS = ['period', '7', '31', 'all'] as const;
type StatementPeriod = (typeof STATEMENT_PERIODS)[number];

/** Answers privately with a server's account as a file. @param wanted one of the periods; the current one if left out */
export async function sendStatement(
  guildId: string,
  wanted: string | undefined,
  respond: Responder,
  { clock, money: { accounts }, texts }: Context,
): Promise<void> {
  await respond.deferPrivately();
  const words = texts.budget;
  const period = STATEMENT_PERIODS.find((one) => one === wanted) ?? 'period';
  const { periodKey, settings } = await accounts.view(guildId);
  const sinceMs = sinceOf(period, clock.now(), () => Math.max(0, periodStartMs(periodKey, settings.timeZone)));
  const { entries: shown, earlierEntries, isCut } = await accounts.ledger(guildId, { sinceMs });
  const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
  const from = shown[0]?.atMs ?? sinceMs;
  const said = words.statementReady(shown.length, day(from), day(clock.now()));
  await completeWithFile(respond, [said, ...(isCut ? [words.statementCut(earlierEntries)] : [])].join('\n'), {
    name: `easel-statement-${guildId}-${day(clock.now())}.csv`,
    mimeType: 'text/csv',
    text: toCsv(toStatement(shown)),
  });
}

function sinceOf(period: StatementPeriod, nowMs: number, periodStart: () => number): number {
  switch (period) {
    case 'period':
      return periodStart();
    case 'all':
      return 0;
    case '7':
    case '31':
      return nowMs - Number(period) * DAY_MS;
  }
}
