import { FAULT_NAMES, type FaultName } from './faults.ts';

interface FaultText {
  title: string;
  description: string;
}

const TEXTS: Record<FaultName, FaultText> = {
  slow: { title: 'Slow service', description: 'Every answer comes some seconds late.' },
  hang: { title: 'Service hangs', description: 'Requests are taken and never answered.' },
  cutLine: {
    title: 'Line is cut',
    description: 'The connection breaks, before or after a task was accepted and charged.',
  },
  badKey: { title: 'Bad key', description: 'Every key is refused with HTTP 401.' },
  down: { title: 'Service down', description: 'Every request gets HTTP 500 and nothing is accepted.' },
  rateLimited: { title: 'Too many requests', description: 'Every request gets HTTP 429.' },
  html: { title: 'Web page instead of an answer', description: 'Tasks are accepted, and the answer is HTML.' },
  wrongTypes: {
    title: 'Wrong types',
    description: 'Tasks are accepted, and the fields of the answer have other types.',
  },
  refuseCreates: { title: 'Refused requests', description: 'New tasks are refused with a reason; nothing is charged.' },
  failTasks: { title: 'Failing tasks', description: 'Tasks created from now on fail in the end and are refunded.' },
  unknownState: { title: 'Unknown state', description: 'Tasks are in a state that no document names.' },
  successWithoutAddress: { title: 'Success without a result', description: 'Tasks succeed, and no address is given.' },
  resultGone: { title: 'Result gone', description: 'The address of a result answers that nothing is there.' },
  resultSlow: { title: 'Slow result', description: 'Results trickle in.' },
  resultCut: { title: 'Cut result', description: 'The connection breaks in the middle of a result.' },
  resultHuge: { title: 'Huge result', description: 'Results are followed by far too many bytes.' },
  resultRedirect: { title: 'Redirected result', description: 'The address of a result leads to another address.' },
};

/** Every fault with words for a person, in the order in which a switchboard shows them. */
export const FAULTS: readonly (FaultText & { name: FaultName })[] = FAULT_NAMES.map((name) => ({
  name,
  ...TEXTS[name],
}));
