import { dirname, resolve } from 'node:path';
import type { Backups } from '../backups/backups.ts';
import { finding } from '../findings/finding.ts';
import { createCreditWatch } from '../health/credit-watch.ts';
import { createDiskWatch, type DiskFolder } from '../health/disk-watch.ts';
import type { Watch } from '../health/open-findings.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Moderation } from '../moderation/moderation.ts';
import { parseStoreUrl } from '../store/store-url.ts';
import { HOUR_MS } from '../time/clock.ts';
import type { App } from './app.ts';

/** Everything that knows of itself whether something is wrong, in the order in which people read it. */
export function createWatches(app: App, { hasOverdue }: Moderation['reports'], backups: Backups | undefined) {
  const { alertsChannel, clockCheck, config, discord, jobs, limitWatch, signer, store, twiceWatch } = app;
  const { metrics, slow } = app.metering;
  const creditWatch = createCreditWatch(app);
  const diskWatch = createDiskWatch({ ...app, folders: foldersOf(app) });
  const vacancyWatch = createVacancyWatch(app);
  const own = [
    twiceWatch,
    limitWatch,
    alertsChannel,
    clockCheck,
    slow.discord,
    slow.service,
    slow.store,
    ...diskWatch.watches,
    vacancyWatch,
    signer,
  ];
  const reportWatch: Watch = { finding: () => (hasOverdue() ? finding('moderation.overdue') : undefined) };
  const ofMoney = [creditWatch.tasks, creditWatch.ceiling];
  const watches: readonly Watch[] = [...own, ...(backups ? [backups] : []), ...ofMoney, reportWatch];
  metrics.observe({
    shards: discord.shards,
    clockAheadMs: () => clockCheck.status().aheadMs,
    tasks: () => tasksIn(jobs),
    unconfirmed: creditWatch.unconfirmed,
    month: creditWatch.month,
    disks: diskWatch.spaces,
    unreadable: store.unreadable,
    ...(backups && {
      backups: () => ({ lastAtMs: backups.lastAtMs(), intervalMs: config.BACKUP_EVERY_HOURS * HOUR_MS }),
    }),
  });
  /** Looks by the clock. Backups are also made so. */
  const looking = {
    run: (signal: AbortSignal): Promise<unknown> =>
      Promise.all([creditWatch.run(signal), diskWatch.run(signal), backups?.run(signal)]),
  };
  return { looking, watches };
}

function tasksIn({ tasks: { sending, atService, delivering }, creating }: Jobs) {
  return { new: sending - creating, submitting: creating, submitted: atService, delivering };
}

function createVacancyWatch({ vacancies }: App): Watch {
  let shards: readonly number[] = [];
  vacancies.subscribe(({ numbers }) => {
    shards = numbers;
  });
  return { finding: () => (shards.length > 0 ? finding('shards.vacant', { shards: shards.join(', ') }) : undefined) };
}

function foldersOf({ config: { STORE_URL, BACKUP_FOLDER }, results }: App): DiskFolder[] {
  const address = parseStoreUrl(STORE_URL);
  return [
    ...(address.scheme === 'sqlite' ? [{ what: 'store', path: dirname(resolve(address.path)) } as const] : []),
    { what: 'results', path: results.path },
    ...(BACKUP_FOLDER === undefined ? [] : [{ what: 'backups', path: resolve(BACKUP_FOLDER) } as const]),
  ];
}
