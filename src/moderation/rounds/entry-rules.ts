import type { Members } from '../members.ts';
import type { Recheck } from '../recheck.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { judge, type Verdict, type Wish } from '../verdict.ts';
import { entriesIn, type Round } from './round.ts';

/**
 * What the rules say of a theme, or of an entry. Limits of number and time are for requests of one's own: an entry makes
 * nothing by itself. Where members decide before something is made, the round is their vote.
 */
export async function roundVerdict(
  { guildId, memberId, wish, nowMs }: { guildId: string; memberId: string; wish: Wish; nowMs: number },
  { settings, members }: { settings: ServerSettings; members: Members },
): Promise<Verdict> {
  const rules = await settings.of(guildId);
  const record = await members.of(guildId, memberId);
  const member = {
    memberId,
    timeout: record.timeout ?? undefined,
    isTrusted: record.trusted !== null,
    begunAtMs: [],
    underWay: 0,
  };
  const verdict = judge(wish, member, rules.settings, rules.words, { guildId, nowMs, isPaused: rules.pause !== null });
  if (verdict.verdict !== 'ask' || verdict.gates.before !== 'members') return verdict;
  const gates = { ...verdict.gates, before: 'nobody' as const };
  return gates.after === 'nobody' ? { verdict: 'allow' } : { ...verdict, gates };
}

/** The numbers of the entries that the server's rules would not let through now; of all of them, or of those asked for. */
export type Barred = (round: Round, only?: readonly number[]) => Promise<ReadonlySet<number>>;

/** Entries that may no longer be made: the settings have changed, or their author was timed out. */
export function createBarred(recheck: Recheck): Barred {
  return async (round, only) => {
    const { guildId, request, channelIds, ageRestricted } = round;
    const barred = new Set<number>();
    for (const { number, memberId, prompt } of entriesIn(round)) {
      if (only && !only.includes(number)) continue;
      const letIn = { guildId, memberId, request: { ...request, prompt }, channelIds, ageRestricted };
      if (await recheck({ ...letIn, roleIds: undefined })) barred.add(number);
    }
    return barred;
  };
}
