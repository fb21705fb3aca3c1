import type { Refusal, SourceRefusal } from '../../moderation/admission/refusal.ts';
import { modelIdsOf, nameOfModel } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import { messageUrl } from './links.ts';
import { escapeText } from './prompt-text.ts';

/**
 * Why moderation refuses a request, and what to do next. The text never includes the word that was refused.
 * @param command where to choose a model or ratio, if not in the command that was used.
 */
export function refusalWords(refusal: Refusal | SourceRefusal, texts: Texts, command?: string): string {
  const { drafts, moderation, refusals, studio } = texts;
  const words = moderation.refusals;
  switch (refusal.reason) {
    case 'timed out':
      return words.timedOut(refusal.untilMs, escapeText(refusal.why));
    case 'channel':
      return words.channel(refusal.channelIds);
    case 'role':
      return words.role(refusal.roleIds);
    case 'model':
      return modelWords(refusal, words, command);
    case 'ratio':
      return words.ratio(refusal.ratios, command ?? refusal.kind);
    case 'at once':
      return words.atOnce(refusal.limit);
    case 'per day':
      return words.perDay(refusal.limit, refusal.againAtMs);
    case 'cooldown':
      return words.cooldown(refusal.againAtMs);
    case 'expired sources':
      return refusals.sourcesExpired;
    case 'drafts off':
      return drafts.off;
    case 'no draft':
      return drafts.reviewed[refusal.because];
    case 'source':
      return sourceWords(refusal, texts);
    case 'owner declined':
      return studio.consent.declined(refusal.ownerId, refusal.againAtMs);
    case 'owner asked': {
      const { at, expiresAtMs, ownerId } = refusal;
      const url = at?.messageId === undefined ? undefined : messageUrl(at.guildId, at.channelId, at.messageId);
      return studio.consent.waits(ownerId, url, expiresAtMs);
    }
    case 'owner left':
      return studio.consent.gone(refusal.ownerId);
    case 'too many questions':
      return studio.consent.tooMany(refusal.limit);
    default:
      return words[refusal.reason];
  }
}

function sourceWords(
  { denial, ownerId, rule }: Extract<SourceRefusal, { reason: 'source' }>,
  { moderation, studio, works }: Texts,
): string {
  if (denial === 'hidden' || denial === 'removed') return moderation.reports.hiddenSource;
  if (denial !== 'no consent') return works.denials[denial];
  const { byApp, notByOthers, notTheirs, notThisOne } = studio.work;
  return { app: byApp, server: notByOthers, owner: notTheirs(ownerId), picture: notThisOne(ownerId) }[rule];
}

/** If the server allows no model of one kind, names the command for the other kind. */
function modelWords(
  { kind, modelIds, modelNames }: Extract<Refusal, { reason: 'model' }>,
  words: Texts['moderation']['refusals'],
  command: string | undefined,
): string {
  const offered = command === undefined ? modelIdsOf(kind).filter((id) => modelIds.includes(id)) : modelIds;
  const namesOf = (ids: readonly string[]): string[] => ids.map((id) => nameOfModel(id, modelNames));
  if (offered.length > 0) return words.model(namesOf(offered), command ?? kind);
  return words.noModel(kind, kind === 'image' ? 'video' : 'image', namesOf(modelIds));
}
