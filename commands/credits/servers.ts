import { compare } from '../../src/budget/service-tally.ts';
import { serversIds } from '../../src/discord/custom-ids/controls.ts';
import { container, privateMessage, rowOf, textDisplay } from '../../src/discord/messages/components.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { heldForDecisions } from '../budget/hold-purposes.ts';
import type { Needs } from '../support/context.ts';
import { numberedPageButtons, pageAt } from '../support/lists.ts';
import { type OperatorSubcommand, serverName } from './operators.ts';

export const servers: OperatorSubcommand = async ({ respond, userId }, context) => {
  await respond.deferPrivately();
  await respond.complete(await renderServers(context, userId, 0));
};

const SERVERS_PER_PAGE = 10;

type ServersContext = Needs<'discord' | 'moderation' | 'money' | 'rounds' | 'texts'>;

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
    ...(lines.length === 0 ? [words.noServers] : lines),
    '',
    ...(await totals(context)),
    ...(pages > 1 ? [`-# ${words.page(page + 1, pages, sorted.length)}`] : []),
  ].join('\n');
  const turning = numberedPageButtons({ page, pages }, (to) => serversIds.of(operatorId, { page: to }), texts.pages);
  return privateMessage([container([textDisplay(content)]), ...rowOf(turning)]);
}

/** All servers together, compared with what the service charged according to its answers. */
async function totals(context: ServersContext): Promise<string[]> {
  const { accounts, tally } = context.money;
  const words = context.texts.creditsCommand;
  const ceiling = await accounts.ceiling();
  const report = await accounts.audit({ everyServer: true });
  const sums = await tally.sums();
  const { chargedCredits, refundedCredits, writtenOffCredits } = sums;
  const { differenceCredits, netCredits, unansweredCredits, verdict } = compare(sums, report);
  // What waits for people isn't at the service at all.
  const forPeople = await heldForDecisions(context);
  const undecided = Math.min(unansweredCredits, forPeople.undecided);
  const rounds = Math.min(unansweredCredits - undecided, forPeople.rounds);
  const making = unansweredCredits - undecided - rounds;
  const comparison = {
    agree: words.agrees,
    'agree but': words.agreesBut({ making, undecided, rounds, unconfirmed: report.unconfirmed.credits }),
    differ: words.differs(Math.abs(differenceCredits)),
  };
  const faults = report.faults.length + report.unreadable.length;
  return [
    ...(ceiling ? [words.ceiling(ceiling.usedCredits, ceiling.ceilingCredits, ceiling.renewsAtMs)] : []),
    words.service(chargedCredits, refundedCredits, netCredits),
    ...(writtenOffCredits === 0 ? [] : [words.writtenOff(writtenOffCredits)]),
    words.accounts(report.spentCredits, report.heldCredits),
    comparison[verdict],
    faults === 0 ? words.booksInOrder : words.booksDiffer(faults),
  ];
}
