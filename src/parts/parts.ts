import type { OpenHold } from '../budget/audit/audit.ts';
import { markOrphanedHolds } from '../jobs/records/orphaned-holds.ts';
import { queryTask } from '../jobs/watch/service-watch.ts';
import { createExecuteCommand } from '../operator-commands/execute.ts';
import { createOperatorCommands } from '../operator-commands/operator-commands.ts';
import { DEFAULT_LIMITS } from '../task-api/limits.ts';
import { en } from '../texts/en.ts';
import { createAlerts } from './alerts.ts';
import { createOwnBackups } from './backups.ts';
import type { Base } from './base.ts';
import { COLLECTIONS } from './collections.ts';
import { createCommands } from './commands.ts';
import { createDiscord } from './discord.ts';
import { createMaking, type JobRules, type Making } from './making.ts';
import { createModerating } from './moderation.ts';
import { createMoney } from './money.ts';
import { openPrivacy, openSweeper } from './privacy.ts';
import { createService } from './service.ts';
import { createWatches } from './watches.ts';

/** The longest time that a create may take. */
export const CREATE_WITHIN_MS = DEFAULT_LIMITS.createDeadlineMs;

/** Creates and wires all parts of the bot; starts none of them. @throws StoreError if learned data can't be read. */
export async function createParts(opened: Omit<Base, 'closing' | 'texts'>) {
  const base: Base = { ...opened, texts: en, closing: [] };
  const { stop, store } = base;
  // Before anything is written, the store has to know every format: whether it is of a newer Easel, or has to be copied.
  for (const definition of COLLECTIONS) store.collection(definition);
  const money = createMoney(base);
  const service = await createService(base);
  // The message of a job asks for its report and its stars, which are created later.
  const discord = createDiscord(base, {
    reportOf: (job) => moderation.reports.ofRunning(job),
    starsOf: (work) => making.stars.countOf(work),
  });
  const services = { ...base, ...money, ...service, ...discord };
  const alerts = createAlerts(services);
  const backups = createOwnBackups({ ...base, ...alerts });
  base.vacancies.subscribe(alerts.operatorAlerter.onVacancy);
  // What jobs need from moderation, which is created later.
  const rules: JobRules = {
    known: {
      hasAny: (guildId) => moderation.known.hasAny(guildId),
      includes: (...asked) => moderation.known.includes(...asked),
    },
    revertToRequest: (jobId, undo) => moderation.requests.restart(jobId, undo),
    amend: async (job, options) => {
      await moderation.gallery.redraw(job.location.guildId, job.id);
      return moderation.redraw(job, (shown) => discord.jobMessages.amend(shown, options));
    },
  };
  const making: Making = createMaking(services, rules);
  const app = { ...services, ...alerts, ...making };
  const moderating = createModerating(app);
  const { moderation, rounds } = moderating;
  const { erasures, leftServers, privacy } = openPrivacy(app, moderating);
  const operatorCommands = createOperatorCommands({
    ...base,
    execute: createExecuteCommand({
      ...app,
      commit: store.commit,
      queryTask: (taskId) => queryTask(service, taskId, stop),
    }),
  });
  const watching = createWatches(app, moderation.reports, backups);
  const commands = createCommands({ ...app, ...moderating, ...watching, operatorCommands, privacy });

  /** Reads requests first, so that one that becomes a job meanwhile is found among the jobs. */
  const holders = async (): Promise<ReadonlySet<string>> => {
    const ids = new Set([...moderation.requests.allWaitingIds(), ...rounds.potJobIds()]);
    for await (const { jobs } of making.works.everyRunning()) for (const { id } of jobs) ids.add(id);
    return ids;
  };
  const { accounts, history, stars, tally } = app;
  const sweeps = { history, stars, moderation, accounts, leftServers, tally: { sweep: tally.fold } };
  const sweeper = openSweeper(app, sweeps);
  return {
    ...app,
    ...commands,
    ...moderating,
    ...watching,
    backups,
    loaded: [...moderating.loaded, making.answers, erasures],
    operatorCommands,
    sweeper,
    marks: service.signer.marks,
    markOrphanedHolds: (holds: readonly OpenHold[]) => markOrphanedHolds({ accounts, log: base.log, holders }, holds),
  };
}
