import { isShown, type Job, logFacts, pictureFilesOf } from '../../jobs/job/job.ts';
import type { Needs } from '../../runtime.ts';
import type { Texts } from '../../texts/en.ts';
import { privateText } from '../messages/components.ts';
import { subjectOf } from '../messages/job-message.ts';
import type { MessageClient } from '../rest/message-client.ts';

interface FirstResultsParts extends Needs<'log' | 'stop'> {
  client: Pick<MessageClient, 'mayWhisper' | 'whisper'>;
  /** Records that a member knows what the buttons do. Resolves with whether that is new. */
  learnControls: (guildId: string, memberId: string) => Promise<boolean>;
  texts: Texts;
}

/**
 * Says privately below a member's first result what its buttons do. The record of it comes first, so that a crash leaves
 * the line out rather than repeats it.
 */
export function createFirstResults({ client, learnControls, log, texts, stop }: FirstResultsParts) {
  const explain = async ({ id, location, memberId, request, tasks }: Job): Promise<void> => {
    const subject = subjectOf({ request, tasks }, pictureFilesOf(tasks).length);
    if (subject === 'nothing' || !client.mayWhisper(location)) return;
    if (!(await learnControls(location.guildId, memberId))) return;
    await client.whisper(location, privateText(texts.job.firstResult[subject]), { about: { job: id }, signal: stop });
  };

  /** For a job that has ended. Returns at once; a failure is logged. */
  return (job: Job): void => {
    const { location, cancelledAtMs, tasks } = job;
    if (location.isForModerators || cancelledAtMs !== undefined || !tasks.some(isShown)) return;
    explain(job).catch((error: unknown) => {
      if (!stop.aborted) log.warn({ ...logFacts(job), err: error }, 'a member could not read what the buttons do');
    });
  };
}
