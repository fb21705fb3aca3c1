import { DECISION_KINDS, type DecisionKind } from '../../src/moderation/records/audit-log.ts';
import { REASON_MAX_CHARACTERS } from '../../src/moderation/records/members.ts';
import { en } from '../../src/texts/en.ts';
import { showQueue } from '../review/queue.ts';
import { MODERATION_COMMAND } from '../support/command-access.ts';
import type { Subcommand } from '../support/context.ts';
import { defineSubcommands } from '../support/define.ts';
import * as option from '../support/options.ts';
import { lift, member, timeout, timeouts, trust, untrust } from './members.ts';
import { drafts, log, pause, refusals, resume } from './overviews.ts';

const words = en.commands.moderation;

const who = option.user('member', words.who, { required: true });
const why = option.text('why', words.why, { max_length: REASON_MAX_CHARACTERS });
const durations = Object.entries(en.moderation.moderators.durations).map(([minutes, name]) => ({
  name,
  value: Number(minutes),
}));
const duration = option.integer('for', words.timeoutFor, { required: true, choices: durations });
const ofLog = [
  option.user('member', words.logMember),
  option.user('moderator', words.logModerator),
  option.text('about', words.logAbout, {
    choices: option.choicesOf(Object.keys(DECISION_KINDS) as DecisionKind[], words.logKinds),
  }),
  option.text('day', words.logDay, { max_length: 10 }),
  option.toggle('as_file', words.asFile),
];

const forModerators = (description: string, run: Subcommand, options?: option.OptionData[]) => ({
  guard: 'moderator' as const,
  description,
  run,
  ...(options && { options }),
});

export const moderation = defineSubcommands({
  ...MODERATION_COMMAND,
  description: words.description,
  subcommands: {
    timeout: forModerators(words.timeout, timeout, [who, duration, why]),
    lift: forModerators(words.lift, lift, [who]),
    timeouts: forModerators(words.timeouts, timeouts),
    trust: forModerators(words.trust, trust, [who]),
    untrust: forModerators(words.untrust, untrust, [who]),
    member: forModerators(words.member, member, [who]),
    queue: forModerators(words.queue, showQueue),
    refusals: forModerators(words.refusals, refusals),
    drafts: forModerators(words.drafts, drafts),
    log: forModerators(words.log, log, ofLog),
    pause: forModerators(words.pause, pause, [
      option.text('why', words.pauseWhy, { max_length: REASON_MAX_CHARACTERS }),
    ]),
    resume: forModerators(words.resume, resume),
  },
});
