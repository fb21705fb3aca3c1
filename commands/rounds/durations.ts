import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { ROUND_BOUNDS } from '../../src/moderation/rounds/round.ts';
import { textOf } from '../support/subcommands.ts';

const MINUTES_OF: Readonly<Record<string, number>> = { '': 1, m: 1, min: 1, h: 60, d: 1440 };
const MINUTE_MS = 60_000;
const SUGGESTED = ['10m', '30m', '1h', '2h', '6h', '12h', '1d', '2d', '7d'];

/** A time as people type it: `30m`, `2h`, `1d`, or minutes alone. @returns undefined for what is none, or out of bounds. */
export function parseDurationMs(text: string): number | undefined {
  const match = /^(\d{1,5}) ?(m|min|h|d|)$/i.exec(text.trim());
  if (!match) return undefined;
  const minutes = Number(match[1]) * (MINUTES_OF[(match[2] ?? '').toLowerCase()] ?? 1);
  const [least, most] = ROUND_BOUNDS.minutes;
  return minutes >= least && minutes <= most ? minutes * MINUTE_MS : undefined;
}

export function suggestDurations(interaction: InteractionOf<'autocomplete'>): Suggestions {
  const typed = textOf(interaction, interaction.focused) ?? '';
  const own = parseDurationMs(typed) !== undefined && !SUGGESTED.includes(typed) ? [typed] : [];
  return [...own, ...SUGGESTED.filter((one) => one.startsWith(typed))].map((one) => ({ name: one, value: one }));
}
