import type { AppealAnswer, AppealedDecision } from '../moderation/appeals/appeal.ts';
import { counted, member, moment, relative } from './en-formats.ts';

/** What people read when a member asks for another look at a decision. */

const why = (words: string): string => (words === '' ? '.' : `: ${words}`);

export const appealWords = {
  ask: 'Ask for another look …',
  form: { title: 'Ask for another look', words: 'Why? The moderators will read this' },
  keepForm: { title: 'Keep the decision', why: 'Why? The member will read this' },
  sent: 'The moderators have your question. Easel tells you their answer here within 15 minutes, later by direct message if you turned those on in `/preferences`. You can always read it where you pressed the button.',
  asked: (expiresAtMs: number) =>
    `You asked for another look. The moderators have until ${moment(expiresAtMs)} to answer.`,
  tooMany: (limit: number) =>
    `You’re already waiting for ${counted(limit, 'answer')}, the most at once. Ask again once the moderators have answered one.`,
  notInForce: 'This decision no longer holds, so there’s nothing to ask about.',
  title: (memberId: string) => `### <@${memberId}> asks for another look`,
  erased: '(The member had their words deleted)',
  waits: (expiresAtMs: number) => `If no one answers, the decision stays. This closes ${relative(expiresAtMs)}.`,
  waiting: (memberId: string, action: AppealedDecision['action'], expiresAtMs: number, url: string | undefined) =>
    `- <@${memberId}> asks for another look (${action}), closes ${relative(expiresAtMs)}${url === undefined ? '' : ` ([card](${url}))`}`,
  buttons: { change: 'Change the decision', keep: 'Keep it …' },
  answered: ({ kind, byId, atMs, why: words }: AppealAnswer) =>
    ({
      changed: `**Changed** by ${member(byId)} ${relative(atMs)}`,
      kept: `**Kept** by ${member(byId)} ${relative(atMs)}${why(words)}`,
      over: `**Closed** ${relative(atMs)}: the decision no longer holds`,
      expired: `**Closed** ${relative(atMs)}: no one answered, so the decision stays`,
    })[kind],
  untold: 'Easel couldn’t send the member this answer. They read it where they asked, or you can tell them.',
  own: 'This is about you, so another moderator has to answer.',
  forOthers: (fromMs: number) => `You decided this, so another moderator should answer. You can ${relative(fromMs)}.`,
  late: 'Too late: this is answered already.',
  told: {
    changed: {
      rejected: 'The moderators looked again and changed their decision: your request is on its way.',
      hidden: 'The moderators looked again and changed their decision: your picture or clip is shown again.',
      removed:
        'The moderators looked again and changed their decision. What they removed stays away, but you can make it again.',
      'timed out': 'The moderators looked again and ended your timeout.',
    } satisfies Record<AppealedDecision['action'], string>,
    kept: (words: string) => `The moderators looked again, and their decision stays${why(words)}`,
    over: () => 'The decision that you asked about no longer holds.',
    expired: () =>
      'No moderator answered your question in time, so the decision stays. If it still matters, talk to them.',
  },
};
