import type { Refusal } from '../../moderation/admission/refusal.ts';
import { modelIdsOf, nameOfModel } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import { escapeText } from './prompt-text.ts';

/**
 * Why moderation refuses a request, and what to do next. The text never includes the word that was refused.
 * @param command where to choose a model or ratio, if not in the command that was used.
 */
export function refusalWords(refusal: Refusal, { drafts, moderation, refusals }: Texts, command?: string): string {
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
    default:
      return words[refusal.reason];
  }
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
