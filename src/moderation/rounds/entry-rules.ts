import type { Moderation } from '../moderation.ts';
import { entriesIn, type Round } from './round.ts';

/** The numbers of the entries that the server's rules would not let through now; of all of them, or of those asked for. */
export type Barred = (round: Round, only?: readonly number[]) => Promise<ReadonlySet<number>>;

/** Entries that may no longer be made: the settings have changed, or their author was timed out. */
export function createBarred({ admission, settings }: Pick<Moderation, 'admission' | 'settings'>): Barred {
  return async (round, only) => {
    const { guildId, request, channelIds, ageRestricted } = round;
    const rules = await settings.of(guildId);
    const barred = new Set<number>();
    for (const { number, memberId, prompt } of entriesIn(round)) {
      if (only && !only.includes(number)) continue;
      const letIn = { guildId, memberId, request: { ...request, prompt }, channelIds, ageRestricted };
      if (await admission.recheck({ ...letIn, roleIds: undefined }, 'start', rules)) barred.add(number);
    }
    return barred;
  };
}
