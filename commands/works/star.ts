import { starIds } from '../../src/discord/custom-ids/results.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import { isHiddenOrRemoved } from '../../src/moderation/reports/report-record.ts';
import { STARS_OF_MEMBER_MAX, STARS_OF_WORK_MAX, type StarOutcome } from '../../src/works/stars.ts';
import type { CommandContext } from '../support/context.ts';
import { defineButton } from '../support/define.ts';

/** The star of whoever presses: given, or taken away where it is there. */
export const starButton = defineButton(
  starIds,
  async ({ server, userId }, { jobId, memberId }, respond, { history, moderation, stars, texts }) => {
    const work = { guildId: server.guildId, jobId, memberId };
    if (await stars.isStarred(work, userId)) {
      const left = await stars.unstar(work, userId);
      await respond.answer(privateText(texts.works.stars.taken(left)));
      return;
    }
    const entry = await history.find(server.guildId, memberId, jobId);
    if (!entry) throw new MemberError(texts.refusals.jobGone);
    if (entry.request.isDraft) throw new MemberError(texts.works.notToBeSeen);
    if (isHiddenOrRemoved(await moderation.reports.find(server.guildId, jobId))) {
      throw new MemberError(texts.works.stars.hidden);
    }
    const starred = await stars.star({ ...work, createdAtMs: entry.createdAtMs }, userId);
    await respond.answer(privateText(wordsOf(starred, texts)));
  },
);

function wordsOf({ outcome, count }: StarOutcome, { works }: CommandContext['texts']): string {
  switch (outcome) {
    case 'starred':
    case 'already':
      return works.stars.given(count);
    case 'member full':
      return works.stars.memberFull(STARS_OF_MEMBER_MAX);
    case 'work full':
      return works.stars.workFull(STARS_OF_WORK_MAX);
  }
}
