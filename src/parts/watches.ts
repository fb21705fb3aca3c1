import { dirname, resolve } from 'node:path';
import type { Backups } from '../backups/backups.ts';
import { finding } from '../findings/finding.ts';
import { createCreditWatch } from '../health/credit-watch.ts';
import { createDiskWatch, type DiskFolder } from '../health/disk-watch.ts';
import type { Watch } from '../health/open-findings.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { VacantShards } from '../store/database/shards.ts';
import { parseStoreUrl } from '../store/store-url.ts';
import { HOUR_MS } from '../time/clock.ts';
import type { Base, Topic } from './base.ts';
import type { Discord } from './discord.ts';
import type { Making } from './making.ts';
import type { createModerating } from './moderation.ts';
import type { Money } from './money.ts';
import type { Service } from './service.ts';

interface WatchedParts {
  money: Pick<Money, 'accounts'>;
  service: Pick<Service, 'signer'>;
  discord: Pick<Discord, 'alertsChannel' | 'clockCheck' | 'discord' | 'limitWatch' | 'twiceWatch'>;
  making: Pick<Making, 'jobs'>;
  moderating: Pick<ReturnType<typeof createModerating>, 'moderation'>;
  backups: Backups | undefined;
  vacancies: Topic<VacantShards>;
}

/** Everything that knows of itself whether something is wrong, in the order in which people read it. */
export function createWatches(
  base: Base,
  { money, service, discord, making, moderating, backups, vacancies }: WatchedParts,
) {
  const { metrics, slow } = base.metering;
  const { alertsChannel, clockCheck, limitWatch, twiceWatch } = discord;
  const creditWatch = createCreditWatch({ ...base, accounts: money.accounts });
  const diskWatch = createDiskWatch({ ...base, folders: foldersOf(base) });
  const vacancyWatch = createVacancyWatch(vacancies);
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
    service.signer,
  ];
  const { hasOverdue } = moderating.moderation.reports;
  const reportWatch: Watch = { finding: () => (hasOverdue() ? finding('moderation.overdue') : undefined) };
  const ofMoney = [creditWatch.tasks, creditWatch.ceiling];
  const watches: readonly Watch[] = [...own, ...(backups ? [backups] : []), ...ofMoney, reportWatch];
  metrics.observe({
    shards: discord.discord.shards,
    clockAheadMs: () => clockCheck.status().aheadMs,
    tasks: () => tasksIn(making.jobs),
    unconfirmed: creditWatch.unconfirmed,
    month: creditWatch.month,
    disks: diskWatch.spaces,
    unreadable: base.store.unreadable,
    ...(backups && {
      backups: () => ({ lastAtMs: backups.lastAtMs(), intervalMs: base.config.BACKUP_EVERY_HOURS * HOUR_MS }),
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

function createVacancyWatch(vacancies: Topic<VacantShards>): Watch {
  let shards: readonly number[] = [];
  vacancies.subscribe(({ numbers }) => {
    shards = numbers;
  });
  return { finding: () => (shards.length > 0 ? finding('shards.vacant', { shards: shards.join(', ') }) : undefined) };
}

function foldersOf({ config: { STORE_URL, BACKUP_FOLDER }, results }: Base): DiskFolder[] {
  const address = parseStoreUrl(STORE_URL);
  return [
    ...(address.scheme === 'sqlite' ? [{ what: 'store', path: dirname(resolve(address.path)) } as const] : []),
    { what: 'results', path: results.path },
    ...(BACKUP_FOLDER === undefined ? [] : [{ what: 'backups', path: resolve(BACKUP_FOLDER) } as const]),
  ];
}
