import type { Refusal } from '../../moderation/admission/refusal.ts';
import { modelIdsOf, nameOfModel } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import { escapeText } from './prompt-text.ts';

/**
 * Why moderation refuses, in words that say what to do next, and never with the word that it was about.
 * @param command where a model or a ratio can be chosen, if not in the one that is named as what is made.
 */
export function refusalWords(refusal: Refusal, { moderation, refusals }: Texts, command?: string): string {
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
    default:
      return words[refusal.reason];
  }
}

/** Where nothing of that kind is made here, the command for what is made: the other offers no model that is allowed. */
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
