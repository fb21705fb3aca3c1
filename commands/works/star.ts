import { starIds } from '../../src/discord/custom-ids/results.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { STARS_OF_MEMBER_MAX, STARS_OF_WORK_MAX, type StarOutcome } from '../../src/works/stars.ts';
import type { CommandContext } from '../support/context.ts';
import { defineButton } from '../support/define.ts';
import { needAccess } from '../support/work-access.ts';

/** The star of the one who presses: given, or taken away where it is there. */
export const starButton = defineButton(starIds, async (interaction, { jobId, memberId }, respond, context) => {
  const { stars, texts } = context;
  const { server, userId } = interaction;
  const ref = { guildId: server.guildId, jobId, memberId };
  if (await stars.isStarred(ref, userId)) {
    const left = await stars.unstar(ref, userId);
    await respond.answer(privateText(texts.works.stars.taken(left)));
    return;
  }
  const { work } = await needAccess(interaction, ref, ['star'], context);
  const starred = await stars.star({ ...ref, createdAtMs: work.job.createdAtMs }, userId);
  await respond.answer(privateText(wordsOf(starred, texts)));
});

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
