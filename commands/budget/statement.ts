import { toStatement } from '../../src/budget/ledger/statement.ts';
import { periodStartMs } from '../../src/budget/periods/period.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import type { Context, WithResponder } from '../support/context.ts';
import { textOf } from '../support/options.ts';
import { completeWithFile, toCsv } from '../support/text-file.ts';

export const STATEMENT_PERIODS = ['period', '7', '31', 'all'] as const;
type StatementPeriod = (typeof STATEMENT_PERIODS)[number];

/** Answers privately with a server's account as a file. */
export async function sendStatement(
  guildId: string,
  interaction: WithResponder<InteractionOf<'command'>>,
  { clock, money: { accounts }, texts }: Context,
): Promise<void> {
  const { respond } = interaction;
  await respond.deferPrivately();
  const words = texts.budget;
  const period = STATEMENT_PERIODS.find((one) => one === textOf(interaction, 'period')) ?? 'period';
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
