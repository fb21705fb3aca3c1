import { alertOperator } from '../alerts/alert-operator.ts';
import { createAlerter } from '../alerts/alerter.ts';
import { createApprovals } from '../alerts/approvals.ts';
import type { IntimateReport } from '../alerts/operator-alert.ts';
import { createOperatorAlerter } from '../alerts/operator-alerter.ts';
import type { BackupFailure } from '../backups/backups.ts';
import { createAlertPosters } from '../discord/reconciler/alert-messages.ts';
import { finding, logFinding } from '../findings/finding.ts';
import { ownsServer } from '../store/database/shards.ts';
import type { Base } from './base.ts';
import type { Discord } from './discord.ts';
import type { Money } from './money.ts';
import type { Service } from './service.ts';

/** Alerts for managers and operators about credits and the service. */
export function createAlerts(app: Base & Money & Service & Discord) {
  const { accounts, accountChanged, clock, config, log, metering, personal, serverNames, stop, store, watch } = app;
  const posters = createAlertPosters({
    ...app,
    direct: personal.direct,
    operatorChannelId: config.OPERATOR_CHANNEL_ID,
  });
  const { post, postToOperator } = metering.countedAlerts(posters);
  const alerter = createAlerter({ ...app, post });
  accountChanged.subscribe(({ guildId }) => alerter.onAccountChanged(guildId));
  const operatorAlerter = createOperatorAlerter({
    ...app,
    service: () => {
      const { status, sinceMs, refusal: reason, lastCreatedAtMs } = watch;
      return { status, sinceMs, reason, lastCreatedAtMs };
    },
    serversIn: async (numbers) => {
      const all = await accounts.ranking();
      const guildIds = all.filter((guildId) => ownsServer({ numbers, of: store.shards.of }, guildId));
      const names = await serverNames(guildIds);
      return guildIds.map((guildId) => ({ guildId, name: names.get(guildId) }));
    },
    post: postToOperator,
  });
  accountChanged.subscribe(({ entries }) => {
    operatorAlerter.onSpending();
    if (entries.some(({ kind }) => kind === 'unconfirmed')) operatorAlerter.onUnconfirmed();
  });
  app.serviceChanged.subscribe(operatorAlerter.onServiceChanged);
  const approvals = createApprovals({
    ...app,
    isApproved: async (guildId) => (await accounts.view(guildId)).isApproved,
    offeredCredits: config.BUDGET_DEFAULT_CREDITS,
    post: postToOperator,
  });
  app.lackedApproval.subscribe(approvals.onNotApproved);
  const alertOfIntimateReport = async (report: IntimateReport): Promise<void> => {
    const { guildId, jobId, deadlineMs, isOverdue } = report;
    const alert = { kind: 'intimate report', ...report } as const;
    await alertOperator(postToOperator, alert, [guildId, jobId, deadlineMs, isOverdue], stop);
    if (isOverdue) logFinding(log, finding('moderation.overdue'), { job: jobId, server: guildId });
  };
  const alertOfNoBackup = async (failure: BackupFailure): Promise<void> => {
    await alertOperator(postToOperator, { kind: 'no backup', ...failure }, [failure.lastAtMs], stop);
  };
  app.answeredTwice.subscribe(() => {
    const alert = { kind: 'token used twice', atMs: clock.now() } as const;
    alertOperator(postToOperator, alert, [alert.atMs], stop).catch((error: unknown) => {
      if (!stop.aborted) log.warn({ err: error }, 'the operator could not be told that the token is used twice');
    });
  });
  return { alerter, approvals, operatorAlerter, alertOfIntimateReport, alertOfNoBackup };
}

export type Alerts = ReturnType<typeof createAlerts>;
