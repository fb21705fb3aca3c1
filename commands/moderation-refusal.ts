import { escapeText } from '../src/discord/prompt-text.ts';
import type { LateRefusal } from '../src/moderation/recheck.ts';
import type { CommandContext } from './context.ts';

/** Why moderation refuses, in words that say what to do next, and never with the word that it was about. */
export function refusalWords(refusal: LateRefusal, { moderation, refusals }: CommandContext['texts']): string {
  const words = moderation.refusals;
  switch (refusal.reason) {
    case 'paused':
      return words.paused;
    case 'timed out':
      return words.timedOut(refusal.untilMs, escapeText(refusal.why));
    case 'message deleted':
      return moderation.waiting.deleted;
    case 'channel':
      return words.channel(refusal.channelIds);
    case 'role':
      return words.role(refusal.roleIds);
    case 'model':
      return words.model(refusal.modelIds);
    case 'ratio':
      return words.ratio(refusal.ratios);
    case 'words':
      return words.words;
    case 'explicit':
      return words.explicit;
    case 'at once':
      return words.atOnce(refusal.limit);
    case 'per day':
      return words.perDay(refusal.limit, refusal.againAtMs);
    case 'cooldown':
      return words.cooldown(refusal.againAtMs);
    case 'no moderators channel':
      return words.noModeratorsChannel;
    case 'hidden source':
      return moderation.reports.hiddenSource;
    case 'expired sources':
      return refusals.sourcesExpired;
  }
}
