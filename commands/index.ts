import { alertsButton } from './budget/alerts.ts';
import { budget } from './budget/budget.ts';
import { credits } from './credits/credits.ts';
import { resolveButton } from './credits/resolve-button.ts';
import { newServerButton, serversPage } from './credits/servers.ts';
import { draftButton } from './drafts/controls.ts';
import { galleryButton, galleryCommand } from './gallery/controls.ts';
import { generationCommand } from './generate/command.ts';
import { again, askAnswer, askForm, cancel } from './generate/controls.ts';
import { forget, history, historyButton } from './history/controls.ts';
import {
  moderateButton,
  moderateCommand,
  moderateRequestButton,
  moderatingButton,
  moderatingForm,
} from './moderation/controls.ts';
import { moderation } from './moderation/moderation.ts';
import { reportButton, reportCommand, reportedButton, reportedForm, reportForm } from './reports/controls.ts';
import { waitingButton, waitingForm } from './review/controls.ts';
import { discardPreviewForm, previewButton } from './review/preview.ts';
import { queueButton } from './review/queue.ts';
import { roundButton, roundForm } from './rounds/controls.ts';
import { round } from './rounds/round.ts';
import { settingsControl, settingsForm } from './settings/controls.ts';
import { settings } from './settings/settings.ts';
import { consentButton } from './studio/consent-answer.ts';
import { animatePicture, changePicture, useAsSource, whatMadeThis } from './studio/controls.ts';
import { preferences, resetButton } from './studio/preferences.ts';
import { saveStyleButton, saveStyleForm, saveThisStyle } from './studio/save-style.ts';
import { style } from './studio/style.ts';
import { stylesPage } from './studio/style-view.ts';
import { workButton, workOnForm } from './studio/work-on.ts';
import type { Button, Command, Form } from './support/define.ts';
import { collectFormSent, pageButton, starButton, wholePrompt } from './works/controls.ts';
import { deleteMessage, surelyDelete } from './works/delete.ts';
import { fetchAgain } from './works/fetch.ts';

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
