import { ButtonStyle } from 'discord.js';
import { privacyIds } from '../../src/discord/custom-ids/controls.ts';
import {
  actionRow,
  button,
  container,
  privateMessage,
  privateText,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import type { KeptAbout } from '../../src/privacy/kept-about.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { InServer, Needs } from '../support/context.ts';
import { listed } from '../support/lists.ts';

export function renderPrivacy(
  { server, userId }: InServer,
  { privacy, texts }: Needs<'privacy' | 'texts'>,
): MessageBody {
  const words = texts.privacy;
  const lines = [`## ${words.title}`, words.kept, words.correct, words.erase, ...words.pages(privacy.pages())];
  const isManager = mayManageServer(server.memberPermissions);
  if (isManager) lines.push(words.forManagers);
  const file = button(privacyIds.of(userId, { verb: 'file' }), words.file, ButtonStyle.Primary);
  const here = button(privacyIds.of(userId, { verb: 'ask', where: 'here' }), words.forget.here, ButtonStyle.Danger);
  const all = button(privacyIds.of(userId, { verb: 'ask', where: 'all' }), words.forget.all, ButtonStyle.Danger);
  const ofServer = button(privacyIds.of(userId, { verb: 'server' }), words.server.erase, ButtonStyle.Danger);
  const rows = [actionRow([file, here, all]), ...(isManager ? [actionRow([ofServer])] : [])];
  return privateMessage([container([textDisplay(lines.join('\n\n')), ...rows])]);
}

export function renderServerQuestion(userId: string, { privacy: { server: words } }: Texts): MessageBody {
  return privateText(words.ask, [
    button(privacyIds.of(userId, { verb: 'eraseServer' }), words.yes, ButtonStyle.Danger),
  ]);
}

export function renderQuestion(userId: string, where: 'here' | 'all', { privacy: words }: Texts): MessageBody {
  const yes = button(privacyIds.of(userId, { verb: 'yes', where }), words.yes, ButtonStyle.Danger);
  return privateText(words.ask(where), [yes]);
}

/** A sentence for each kind of record, as many as fit. The file has all. */
export function keptWords({ kinds, isCut }: KeptAbout, { privacy: words }: Texts): string {
  const lines = kinds.map(({ what, records }) => words.kind(what, records.length));
  return [listed(words.list, words.nothing, lines, words.more), ...(isCut ? [words.cut] : [])].join('\n');
}
