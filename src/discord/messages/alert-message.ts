import { ButtonStyle } from 'discord.js';
import type { PostAlert } from '../../alerts/alerter.ts';
import type { NamedServer, OperatorAlert } from '../../alerts/operator-alert.ts';
import { markdownOf } from '../../findings/finding.ts';
import { SERVICE_FINDINGS } from '../../findings/table.ts';
import type { Texts } from '../../texts/en.ts';
import { newServerIds } from '../custom-ids/controls.ts';
import { type MessageBody, messageBody } from '../rest/message-body.ts';
import { actionRow, button, container, textDisplay } from './components.ts';
import { cut, escapeText } from './prompt-text.ts';

type AnyAlert = Parameters<PostAlert>[1];
type NewServer = Extract<OperatorAlert, { kind: 'new server' }>;

/** A server's name can be long; this much identifies it. */
const NAME_CHARACTERS = 50;
const SHARDS_NAMED_MAX = 10;
const SERVERS_NAMED_MAX = 5;
const CLAIMS_SHOWN_MAX = 5;
const namesOf = (shards: readonly number[]): string =>
  `${shards.slice(0, SHARDS_NAMED_MAX).join(', ')}${shards.length > SHARDS_NAMED_MAX ? ' …' : ''}`;

/** An alert to a server's managers or to the operator. */
export function renderAlert(alert: AnyAlert, texts: Texts): MessageBody {
  const words = container([textDisplay(wordsOfAlert(alert, texts))]);
  return messageBody(alert.kind === 'new server' ? [words, newServerButtons(alert, texts)] : [words]);
}

function wordsOfAlert(alert: AnyAlert, texts: Texts): string {
  const { budget, operatorAlerts } = texts;
  switch (alert.kind) {
    case 'hello':
      return budget.alertHello;
    case 'moderators unreachable':
      return budget.alertModeratorsUnreachable;
    case 'used':
      return budget.alertUsed(alert.percent, alert.leftCredits, alert.budgetCredits, alert.renewsAtMs);
    case 'unconfirmed':
      return budget.alertUnconfirmed(alert.tasks, alert.credits);
    case 'trouble':
      return operatorAlerts.found(
        markdownOf(SERVICE_FINDINGS[alert.trouble]),
        ...(alert.reason === undefined ? [] : [operatorAlerts.says(escapeText(alert.reason))]),
      );
    case 'trouble over':
      return operatorAlerts.over(alert.trouble, alert.alertedAtMs);
    case 'unconfirmed everywhere':
      return unconfirmedWords(alert, texts);
    case 'intimate report':
      return alert.isOverdue
        ? operatorAlerts.found(markdownOf('moderation.overdue'), operatorAlerts.overdueReport(alert))
        : operatorAlerts.intimateReport(alert);
    case 'restored':
      return operatorAlerts.found(
        markdownOf('store.restored'),
        operatorAlerts.restored(alert.backupChangedAtMs, alert.isCarriedOver),
      );
    case 'token used twice':
      return operatorAlerts.found(markdownOf('discord.twice'));
    case 'no backup':
      return operatorAlerts.found(
        markdownOf('store.backup', { path: escapeText(alert.path), cause: escapeText(alert.cause) }),
        operatorAlerts.lastBackup(alert.lastAtMs),
      );
    case 'ceiling':
      return operatorAlerts.found(
        alert.percent < 100
          ? markdownOf('credits.ceiling-near', { percent: alert.percent })
          : markdownOf('credits.ceiling'),
        operatorAlerts.ceiling(alert.usedCredits, alert.ceilingCredits, alert.renewsAtMs),
      );
    case 'shards vacant':
      return operatorAlerts.found(
        markdownOf('shards.vacant', { shards: namesOf(alert.shards) }),
        ...serversOf(alert, texts),
      );
    case 'shards served':
      return [operatorAlerts.shardsServed(alert.shards.length, namesOf(alert.shards)), ...serversOf(alert, texts)].join(
        '\n',
      );
    case 'new server':
      return newServerWords(alert, texts);
  }
}

/** The servers by name, in a line of their own. Nothing if there are none. */
function serversOf(
  { servers }: { servers: readonly NamedServer[] },
  { creditsCommand, operatorAlerts }: Texts,
): string[] {
  if (servers.length === 0) return [];
  const named = servers
    .slice(0, SERVERS_NAMED_MAX)
    .map(({ guildId, name }) => creditsCommand.server(guildId, shortNameOf(name)));
  return [operatorAlerts.servers(named, servers.length - named.length)];
}

const shortNameOf = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : escapeText(cut(name, NAME_CHARACTERS));

function unconfirmedWords(
  { tasks, servers, credits, claims }: Extract<OperatorAlert, { kind: 'unconfirmed everywhere' }>,
  { operatorAlerts: words }: Texts,
): string {
  const shown = claims.slice(0, CLAIMS_SHOWN_MAX);
  return words.found(
    markdownOf('credits.unconfirmed', { tasks }),
    ...(claims.length < tasks ? [words.answersLost] : []),
    ...shown.map(({ claimedCredits, quoteCredits }) => words.claim(claimedCredits, quoteCredits)),
    ...(shown.length < claims.length ? [words.moreClaims(claims.length - shown.length)] : []),
    words.stillHeld(servers, credits),
  );
}

/** The text of the operator's card about a new server. */
function newServerWords(
  { guildId, name, offeredCredits }: NewServer,
  { creditsCommand, operatorAlerts }: Texts,
): string {
  return operatorAlerts.newServer(creditsCommand.server(guildId, shortNameOf(name)), offeredCredits);
}

function newServerButtons({ guildId, offeredCredits: credits }: NewServer, { operatorAlerts }: Texts) {
  const { give, later } = operatorAlerts.newServerButtons;
  return actionRow([
    button(newServerIds.of(guildId, { verb: 'give', credits }), give(credits), ButtonStyle.Primary),
    button(newServerIds.of(guildId, { verb: 'later' }), later),
  ]);
}
