import { budget } from './budget/budget.ts';
import { again } from './buttons/again.ts';
import { askAnswer } from './buttons/ask.ts';
import { cancel } from './buttons/cancel.ts';
import { deleteMessage } from './buttons/delete.ts';
import { fetchAgain } from './buttons/fetch.ts';
import { forget } from './buttons/forget.ts';
import { historyPage } from './buttons/history-page.ts';
import { wholePrompt } from './buttons/prompt.ts';
import { resolveButton } from './buttons/resolve.ts';
import { serversPage } from './buttons/servers-page.ts';
import type { Button, Command, Form } from './context.ts';
import { credits } from './credits/credits.ts';
import { galleryButton, galleryCommand } from './gallery/gallery.ts';
import { history } from './history.ts';
import { image } from './image.ts';
import { moderation } from './moderation/moderation.ts';
import { previewButton } from './moderation/preview.ts';
import { queueButton } from './moderation/queue.ts';
import { reportButton, reportCommand, reportedButton, reportForm } from './moderation/report.ts';
import { waitingButton, waitingForm } from './moderation/waiting.ts';
import { roundButton, roundForm } from './round/buttons.ts';
import { round } from './round/round.ts';
import { settingsControl, settingsForm } from './settings/controls.ts';
import { settings } from './settings/settings.ts';
import { video } from './video.ts';

/** @param promptMaxCharacters as many may be typed, and no more */
export const commandsFor = (promptMaxCharacters: number): readonly Command[] => [
  image(promptMaxCharacters),
  video(promptMaxCharacters),
  history,
  budget,
  settings(promptMaxCharacters),
  moderation,
  reportCommand,
  galleryCommand,
  round,
  credits,
];

export const buttons: readonly Button[] = [
  cancel,
  again,
  deleteMessage,
  wholePrompt,
  fetchAgain,
  historyPage,
  forget,
  askAnswer,
  serversPage,
  resolveButton,
  settingsControl,
  waitingButton,
  queueButton,
  roundButton,
  reportButton,
  reportedButton,
  previewButton,
  galleryButton,
];

export const forms: readonly Form[] = [settingsForm, waitingForm, roundForm, reportForm];
