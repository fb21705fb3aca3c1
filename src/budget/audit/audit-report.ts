import type { AuditReport } from './audit.ts';

/** What `npm run audit` and `npm run store` end with. */
export const EXIT_CODES = { inOrder: 0, differs: 1, unreadable: 2, empty: 3 } as const;

/** A report as its operator reads it. A store without accounts is told apart: it is that of a new bot, or a lost one. */
export function tellAudit(report: AuditReport): { lines: string[]; exitCode: number } {
  const { accounts, faults, unreadable, spentCredits, heldCredits, unconfirmed } = report;
  const lines = [
    ...unreadable.map((guildId) => `server ${guildId}: the account cannot be read`),
    ...faults.map(({ guildId, entryNumber, fault }) => {
      return `server ${guildId}: ${entryNumber === undefined ? '' : `entry ${entryNumber}: `}${fault}`;
    }),
    `${accounts} accounts: ${spentCredits} credits spent, ${heldCredits} held, of which ${unconfirmed.credits} unconfirmed`,
  ];
  const wrong = faults.length + unreadable.length;
  if (wrong > 0) return { lines: [...lines, `${wrong} faults.`], exitCode: EXIT_CODES.differs };
  if (accounts === 0) return { lines: ['The store is empty: no server has an account.'], exitCode: EXIT_CODES.empty };
  return { lines: [...lines, 'The books are in order.'], exitCode: EXIT_CODES.inOrder };
}
