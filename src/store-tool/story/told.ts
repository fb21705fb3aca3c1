import { isEnded, type JobTask, taskIndexOf } from '../../jobs/job/job.ts';
import { askedAtMs, interactionIdOf, isOfRound } from '../../jobs/job/job-id.ts';
import { sentPromptsOf } from '../../jobs/job/variants.ts';
import { reasonForOperator } from '../../jobs/watch/refusal-reason.ts';
import { BY_EASEL, type GatedRequest, isBeforeStart } from '../../moderation/requests/request.ts';
import type { HoldEntry, JobRecords } from './job-records.ts';

/** Tells in sentences what the store knows of a job. Nothing here says what the job's prompt was. */

export interface StoryEvent {
  atMs: number;
  /** A line of the log with its level, or a record of the store. */
  source: string;
  text: string;
}

const told = (atMs: number | undefined, text: string): StoryEvent[] =>
  atMs === undefined ? [] : [{ atMs, source: 'store', text }];

/** What happened. Sorting by time keeps the order of what happened in the same millisecond. */
export function eventsOf({ jobId, job, ended, request, entries, decisions }: JobRecords): StoryEvent[] {
  const tasks = (job ?? ended)?.tasks ?? [];
  const memberId = (job ?? ended ?? request ?? entries[0])?.memberId;
  const [holds, others] = [true, false].map((isHold) =>
    entries.filter(({ kind }) => (kind === 'held') === isHold).flatMap((entry) => told(entry.atMs, booked(entry))),
  );
  const decision = request?.decision;
  const isLogged = decisions.some(({ atMs }) => atMs === decision?.atMs);
  return [
    ...told(askedAtMs(jobId), `${memberOf(memberId)} asked, in interaction ${interactionIdOf(jobId)}.`),
    ...(request ? told(request.createdAtMs, waitingFor(request)) : []),
    ...(decision && !isLogged ? told(decision.atMs, decided(decision.kind, decision)) : []),
    ...decisions.flatMap((one) => told(one.atMs, decided(one.action, one))),
    ...told((job ?? ended)?.createdAtMs, `Easel stored the job. Its tasks: ${tasks.length}.`),
    ...(holds ?? []),
    ...tasks.flatMap(atService),
    ...(others ?? []),
    ...tasks.flatMap((task) =>
      'deliveredAtMs' in task ? told(task.deliveredAtMs, `Easel was done with the result of ${nameOf(task.key)}.`) : [],
    ),
    ...told(job?.cancelledAtMs, 'A member cancelled it.'),
    ...told(ended?.endedAtMs, ended?.cancelled ? 'The job ended, cancelled.' : 'The job ended.'),
  ];
}

function atService(task: JobTask): StoryEvent[] {
  // Easel itself makes what has no id there.
  if (!('submittedAtMs' in task) || task.taskId === '') return [];
  const { submittedAtMs, taskId, chargedCredits } = task;
  const name = nameOf(task.key);
  return [
    ...told(submittedAtMs, `The service accepted ${name} as ${taskId}, for ${chargedCredits} credits.`),
    ...('runningSinceMs' in task ? told(task.runningSinceMs, `The service began ${name}.`) : []),
    ...('finishedAtMs' in task ? told(task.finishedAtMs, `The service finished ${name}.`) : []),
  ];
}

/** How things stand now, and what comes next. */
export function stateOf(records: JobRecords): string[] {
  const { job, ended, request, report, entries, unreadable } = records;
  const known = job ?? ended;
  const isForgotten = !known && !request && unreadable.length === 0;
  return [
    ...(known?.tasks ?? []).map((task) => stateOfTask(task, known ? sentPromptsOf(known.request) : [])),
    ...(request ? [stateOfRequest(request)] : []),
    ...(job?.tasks.every(isEnded) ? ['Easel still has to show the end in its message.'] : []),
    ...(report ? [`It was reported ${report.reports.length} times and is ${report.state}.`] : []),
    ...(isForgotten ? [...heldWithoutJob(entries), 'The store has no record of the job itself any more.'] : []),
    ...unreadable.map((name) => `Its record in "${name}" can't be read, and blocks what depends on it.`),
  ];
}

/** Holds that no job ends, because its record is missing. */
function heldWithoutJob(entries: JobRecords['entries']): string[] {
  const hasEnded = (taskKey: string): boolean =>
    entries.some((one) => one.taskKey === taskKey && (one.kind === 'settled' || one.kind === 'released'));
  return entries
    .filter(({ kind, taskKey }) => kind === 'held' && !hasEnded(taskKey))
    .map(({ taskKey }) => `The hold of ${nameOf(taskKey)} has no job that ends it. Use /credits resolve.`);
}

const nameOf = (taskKey: string): string => `task ${taskIndexOf(taskKey) + 1}`;
const memberOf = (id: string | undefined): string => (id === undefined ? 'A member' : `Member ${id}`);
const personOf = (id: string): string => (id === BY_EASEL ? 'Easel' : id);

const DECIDERS: Readonly<Record<GatedRequest['gates']['before'], string>> = {
  nobody: 'no one',
  owner: 'the owners of its pictures',
  moderators: 'moderators',
  members: 'members’ votes',
};

const WAIT_REASONS: Readonly<Record<GatedRequest['why']['reason'], string>> = {
  owner: 'they want to be asked',
  channel: 'that is the channel’s mode',
  words: 'a word list says so',
  pictures: 'it uses pictures of others',
};

function waitingFor({ id, gates, why }: GatedRequest): string {
  const round = isOfRound(id) ? ' It won a round.' : '';
  if (gates.before !== 'nobody') {
    return `The request waited for ${DECIDERS[gates.before]}, because ${WAIT_REASONS[why.reason]}.${round}`;
  }
  return `Moderators see its result before everyone else.${round}`;
}

function decided(
  what: string,
  { byId, why, refusal }: NonNullable<GatedRequest['decision']> | JobRecords['decisions'][number],
): string {
  const because = refusal?.reason ?? (why === '' ? undefined : why);
  return `Decision: ${what}, by ${personOf(byId)}${because === undefined ? '' : ` (${because})`}.`;
}

function booked(entry: HoldEntry): string {
  const name = nameOf(entry.taskKey);
  const by = 'byId' in entry && entry.byId !== undefined ? `, as ${entry.byId} decided` : '';
  switch (entry.kind) {
    case 'held':
      return `${entry.credits} credits were held for ${name} (${entry.modelId}). The server had ${entry.leftCredits} left.`;
    case 'corrected':
      return `The hold of ${name} changed from ${entry.fromCredits} to ${entry.toCredits} credits, as the service charged.`;
    case 'unconfirmed':
      return `The hold of ${name} became unconfirmed: no one knows whether the service charged it.`;
    case 'settled':
      return `${name[0]?.toUpperCase()}${name.slice(1)} was settled: ${entry.chargedCredits} credits were spent${by}.`;
    case 'released':
      return `${entry.credits} credits of ${name} were returned${by}: ${entry.why}.`;
  }
}

const DELIVERIES = {
  attached: 'its message shows it',
  linked: 'its message links it, because Discord doesn’t take the file',
} as const;

const FAILURES: Readonly<Partial<Record<string, string>>> = {
  'failed by the service': 'the service failed to make it',
  refused: 'the service refused it',
  'bad key': 'the service rejects Easel’s key',
  'not served': 'the service refuses every request',
  'not the service': 'something other than the service answers',
  'too many requests': 'the service had too many requests',
  unreachable: 'the service could not be reached',
  'no result': 'the service reported success without a result',
  'over budget': 'the service charged more than quoted for other tasks, so the budget did not cover it',
  interrupted: 'Easel stopped before anything was sent',
};

function stateOfTask(task: JobTask, prompts: readonly string[]): string {
  return `T${nameOf(task.key).slice(1)}: ${stateWords(task, prompts)}`;
}

function stateWords(task: JobTask, prompts: readonly string[]): string {
  switch (task.state) {
    case 'new':
      return 'not sent yet. Easel sends it when it is its turn, or returns its credits after a restart.';
    case 'submitting':
      return 'sent; the service has not answered yet. If Easel ends now, it becomes unconfirmed.';
    case 'submitted':
      return `${task.serviceState} at the service as ${task.taskId}. Easel asks for it again by itself.`;
    case 'delivering':
      return 'finished; Easel is fetching or showing its result, and tries again by itself.';
    case 'delivered': {
      const { delivery } = task;
      const how = delivery.how === 'kept' ? `no message shows it (${delivery.reason})` : DELIVERIES[delivery.how];
      return `delivered; ${how}. It cost ${task.chargedCredits} credits.`;
    }
    case 'failed': {
      const { failure, returnedCredits } = task;
      const said = 'serviceMessage' in failure ? ` (${reasonForOperator(failure.serviceMessage, prompts)})` : '';
      return `failed: ${FAILURES[failure.reason] ?? failure.reason}${said}. ${returnedCredits} credits went back.`;
    }
    case 'unconfirmed': {
      const { reason, resolved, taskId } = task;
      if (resolved) return `was unconfirmed (${reason}); resolved: ${resolved.decision}, ${resolved.credits} credits.`;
      const look = taskId === undefined ? 'Look at the service’s account page' : `Look up ${taskId} at the service`;
      return `unconfirmed (${reason}), so its credits stay held. ${look}, then use /credits resolve.`;
    }
  }
}

function stateOfRequest({ phase, gates, expiresAtMs }: GatedRequest): string {
  if (!isBeforeStart(phase)) return `The request is over: ${phase}.`;
  const until = new Date(expiresAtMs).toISOString();
  if (phase !== 'asked') return `The request is ${phase}, and Easel goes on with it by itself.`;
  return `The request waits for ${DECIDERS[gates.before]} until ${until}.`;
}
