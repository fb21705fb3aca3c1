import { alertsButton } from './budget/alerts.ts';
import { budget } from './budget/budget.ts';
import { credits } from './credits/credits.ts';
import { newServerButton } from './credits/new-server.ts';
import { resolveButton } from './credits/resolve-button.ts';
import { serversPage } from './credits/servers.ts';
import { draftButton } from './drafts/show.ts';
import { galleryButton, galleryCommand } from './gallery/gallery.ts';
import { again, askAnswer, askForm, cancel } from './generate/controls.ts';
import { generationCommand } from './generate/options.ts';
import { forget } from './history/forget.ts';
import { history, historyButton } from './history/history.ts';
import {
  moderateButton,
  moderateCommand,
  moderateRequestButton,
  moderatingButton,
  moderatingForm,
} from './moderation/moderate.ts';
import { moderation } from './moderation/moderation.ts';
import { reportButton, reportCommand, reportedButton, reportedForm, reportForm } from './reports/report.ts';
import { deleteMessage, surelyDelete } from './results/delete.ts';
import { fetchAgain } from './results/fetch.ts';
import { wholePrompt } from './results/prompt.ts';
import { discardPreviewForm, previewButton } from './review/preview.ts';
import { queueButton } from './review/queue.ts';
import { waitingButton, waitingForm } from './review/waiting.ts';
import { roundButton, roundForm } from './rounds/buttons.ts';
import { round } from './rounds/round.ts';
import { settingsControl, settingsForm } from './settings/controls.ts';
import { settings } from './settings/settings.ts';
import { consentButton } from './studio/consent-answer.ts';
import { animatePicture, changePicture, useAsSource } from './studio/picture-menu.ts';
import { preferences, resetButton } from './studio/preferences.ts';
import { saveStyleButton, saveStyleForm, saveThisStyle } from './studio/save-style.ts';
import { style } from './studio/style.ts';
import { stylesPage } from './studio/style-list.ts';
import { whatMadeThis } from './studio/what-made-this.ts';
import { workButton, workOnForm } from './studio/work-on.ts';
import type { Button, Command, Form } from './support/define.ts';
import { collectFormSent, pageButton } from './works/collect.ts';
import { starButton } from './works/star.ts';

/** @param promptMaxCharacters as many may be typed, and no more */
export const commandsFor = (promptMaxCharacters: number): readonly Command[] => [
  generationCommand('image', promptMaxCharacters),
  generationCommand('video', promptMaxCharacters),
  history,
  style,
  preferences,
  changePicture,
  animatePicture,
  useAsSource,
  whatMadeThis,
  saveThisStyle,
  budget,
  settings(promptMaxCharacters),
  moderation,
  reportCommand,
  moderateCommand,
  galleryCommand,
  round,
  credits,
];

export const buttons: readonly Button[] = [
  cancel,
  again,
  workButton,
  saveStyleButton,
  stylesPage,
  consentButton,
  starButton,
  pageButton,
  deleteMessage,
  surelyDelete,
  wholePrompt,
  fetchAgain,
  historyButton,
  forget,
  askAnswer,
  alertsButton,
  resetButton,
  serversPage,
  resolveButton,
  newServerButton,
  settingsControl,
  waitingButton,
  queueButton,
  roundButton,
  reportButton,
  reportedButton,
  moderateButton,
  moderateRequestButton,
  moderatingButton,
  previewButton,
  draftButton,
  galleryButton,
];

export const forms: readonly Form[] = [
  workOnForm,
  askForm,
  collectFormSent,
  saveStyleForm,
  settingsForm,
  waitingForm,
  discardPreviewForm,
  moderatingForm,
  roundForm,
  reportedForm,
  reportForm,
];
