import { alertCollection } from '../alerts/alert.ts';
import { approvalCardCollection } from '../alerts/approvals.ts';
import { operatorAlertCollection } from '../alerts/operator-alert.ts';
import { troubleCollection } from '../alerts/service-reports.ts';
import {
  accountCollection,
  checkedCollection,
  counterCollection,
  grantCollection,
  holdCollection,
  ledgerCollection,
  monthSumCollection,
  unconfirmedCollection,
  usageCollection,
} from '../budget/books/books.ts';
import { globalPauseCollection } from '../budget/global-pause.ts';
import { chargeCollection, tallyCollection } from '../budget/service-tally.ts';
import { registrationCollection } from '../discord/registration/registration-records.ts';
import { sweepCollection } from '../engine/sweeper.ts';
import { processCollection } from '../health/processes.ts';
import { answerCollection } from '../jobs/records/answers.ts';
import { lateEditCollection } from '../jobs/records/late-edits.ts';
import { modelCollection } from '../jobs/records/learned-models.ts';
import { taskIdCollection } from '../jobs/records/task-ids.ts';
import { derivedJobCollection, finishedCollection, runningCollection, workCollection } from '../jobs/records/works.ts';
import { appealCollection } from '../moderation/appeals/appeal.ts';
import { bestWorksCollection } from '../moderation/gallery/best-works.ts';
import { galleryCollection } from '../moderation/gallery/gallery-copy.ts';
import { knownPictureCollection } from '../moderation/known/known-pictures.ts';
import { auditCollection } from '../moderation/records/audit-log.ts';
import { decisionCollection } from '../moderation/records/decisions.ts';
import { memberCollection, timeoutCollection } from '../moderation/records/members.ts';
import { reportCollection } from '../moderation/reports/report-record.ts';
import { requestCollection } from '../moderation/requests/request.ts';
import { recurrenceCollection } from '../moderation/rounds/recurrence.ts';
import { roundCollection } from '../moderation/rounds/round.ts';
import { settingsCollection } from '../moderation/settings/server-settings.ts';
import {
  operatorCommandCollection,
  operatorCommandResultCollection,
  orderCollection,
} from '../operator-commands/operator-commands.ts';
import { erasureCollection } from '../privacy/erasure.ts';
import { probeCollection } from '../store/open-store.ts';
import { restoreCollection } from '../store/restores.ts';
import type { CollectionDefinition } from '../store/store.ts';
import { releaseCollection, versionCollection } from '../store/versions.ts';
import { consentCollection } from '../studio/consents.ts';
import { keptRequestCollection } from '../studio/kept-requests.ts';
import { memberPolicyCollection, preferenceCollection } from '../studio/preferences.ts';
import { savedSourceCollection } from '../studio/saved-sources.ts';
import { styleCollection } from '../studio/styles.ts';
import { collectedWorkCollection } from '../works/collections.ts';
import { mostStarredCollection } from '../works/most-starred.ts';
import { starCollection, starredWorkCollection } from '../works/stars.ts';
import { viewCollection } from '../works/views.ts';

/** All that Easel keeps, in the order of the page for operators. */
export const COLLECTIONS: readonly CollectionDefinition[] = [
  workCollection,
  runningCollection,
  finishedCollection,
  derivedJobCollection,
  answerCollection,
  lateEditCollection,
  taskIdCollection,
  keptRequestCollection,
  savedSourceCollection,
  consentCollection,
  viewCollection,
  preferenceCollection,
  memberPolicyCollection,
  styleCollection,
  starCollection,
  starredWorkCollection,
  mostStarredCollection,
  collectedWorkCollection,
  requestCollection,
  reportCollection,
  appealCollection,
  knownPictureCollection,
  auditCollection,
  decisionCollection,
  memberCollection,
  timeoutCollection,
  roundCollection,
  galleryCollection,
  erasureCollection,
  settingsCollection,
  recurrenceCollection,
  bestWorksCollection,
  accountCollection,
  counterCollection,
  holdCollection,
  unconfirmedCollection,
  ledgerCollection,
  usageCollection,
  grantCollection,
  checkedCollection,
  operatorCommandCollection,
  operatorCommandResultCollection,
  orderCollection,
  globalPauseCollection,
  monthSumCollection,
  chargeCollection,
  tallyCollection,
  alertCollection,
  operatorAlertCollection,
  approvalCardCollection,
  troubleCollection,
  processCollection,
  modelCollection,
  registrationCollection,
  sweepCollection,
  releaseCollection,
  restoreCollection,
  versionCollection,
  probeCollection,
];
