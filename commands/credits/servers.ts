import { compare } from '../../src/budget/service-tally.ts';
import { serversIds } from '../../src/discord/custom-ids/controls.ts';
import { container, privateMessage, rowOf, textDisplay } from '../../src/discord/messages/components.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import type { HeldByPurpose } from '../../src/texts/en-budget.ts';
import { VERSION } from '../../src/version.ts';
import { heldForDecisions } from '../budget/hold-purposes.ts';
import type { Needs } from '../support/context.ts';
import { numberedPageButtons, pageAt } from '../support/lists.ts';
import { type OperatorSubcommand, serverName } from './operators.ts';

export const servers: OperatorSubcommand = async ({ respond, userId }, context) => {
  await respond.deferPrivately();
  await respond.complete(await renderServers(context, userId, 0));
};

const SERVERS_PER_PAGE = 10;

type ServersContext = Needs<'discord' | 'moderation' | 'money' | 'rounds' | 'texts' | 'unreadable'>;

/** What servers spend, most first, and how the sums compare with what the service charged. Only for operators. */
export async function renderServers(
  context: ServersContext,
  operatorId: string,
  wantedPage: number,
): Promise<MessageBody> {
  const { texts } = context;
  const { accounts } = context.money;
  const words = texts.creditsCommand;
  const sorted = await accounts.ranking();
  const { page, pages, shown } = pageAt(sorted, wantedPage, SERVERS_PER_PAGE);
  const lines = await Promise.all(
    shown.map(
      async (guildId) => `- ${words.serverLine(await serverName(guildId, context), await accounts.view(guildId))}`,
    ),
  );
  const content = [
    `### ${words.serversTitle}`,
    `-# Easel ${VERSION}`,
    ...(lines.length === 0 ? [words.noServers] : lines),
    '',
    ...(await ceilingLine(context)),
    ...(await againstService(context)),
    ...(pages > 1 ? [`-# ${words.page(page + 1, pages, sorted.length)}`] : []),
  ].join('\n');
  const turning = numberedPageButtons({ page, pages }, (to) => serversIds.of(operatorId, { page: to }), texts.pages);
  return privateMessage([container([textDisplay(content)]), ...rowOf(turning)]);
}

async function ceilingLine({ money: { accounts }, texts }: ServersContext): Promise<string[]> {
  const ceiling = await accounts.ceiling();
  return ceiling ? [texts.creditsCommand.ceiling(ceiling.usedCredits, ceiling.ceilingCredits, ceiling.renewsAtMs)] : [];
}

/** The credits that the service charged according to its answers, compared with the accounts. */
async function againstService(context: ServersContext): Promise<string[]> {
  const { texts } = context;
  const { accounts, tally } = context.money;
  const words = texts.creditsCommand;
  const report = await accounts.audit({ everyServer: true });
  const sums = await tally.sums();
  const forPeople = await heldForDecisions(context);
  const { chargedCredits, refundedCredits, writtenOffCredits } = sums;
  const comparison = compare(sums, report);
  const said = {
    agree: () => words.agrees,
    'agree but': () =>
      words.agreesBut(unansweredFor(comparison.unansweredCredits, report.unconfirmed.credits, forPeople)),
    differ: () => words.differs(Math.abs(comparison.differenceCredits)),
  }[comparison.verdict]();
  const faults = report.faults.length + report.unreadable.length;
  return [
    words.service(chargedCredits, refundedCredits, comparison.netCredits),
    ...(writtenOffCredits === 0 ? [] : [words.writtenOff(writtenOffCredits)]),
    words.accounts(report.spentCredits, report.heldCredits),
    said,
    faults === 0 ? words.booksInOrder : words.booksDiffer(faults),
    ...unreadableLine(context),
  ];
}

function unreadableLine({ texts, unreadable }: ServersContext): string[] {
  const counts = Object.entries(unreadable());
  return counts.length === 0 ? [] : [texts.creditsCommand.unreadable(counts)];
}

/** Divides credits without an answer by purpose. What waits for people isn't at the service at all. */
function unansweredFor(
  unansweredCredits: number,
  unconfirmed: number,
  forPeople: Pick<HeldByPurpose, 'undecided' | 'rounds'>,
): HeldByPurpose {
  const undecided = Math.min(unansweredCredits, forPeople.undecided);
  const rounds = Math.min(unansweredCredits - undecided, forPeople.rounds);
  return { undecided, rounds, unconfirmed, making: unansweredCredits - undecided - rounds };
}
