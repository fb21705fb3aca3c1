import * as appealControls from './appeals/controls.ts';
import { budget } from './budget/budget.ts';
import * as budgetControls from './budget/controls.ts';
import * as creditsControls from './credits/controls.ts';
import { credits } from './credits/credits.ts';
import * as draftControls from './drafts/controls.ts';
import * as galleryControls from './gallery/controls.ts';
import { generationCommand } from './generate/command.ts';
import * as generateControls from './generate/controls.ts';
import { help } from './help/help.ts';
import * as moderationControls from './moderation/controls.ts';
import { moderation } from './moderation/moderation.ts';
import * as privacyControls from './privacy/controls.ts';
import { privacy } from './privacy/privacy.ts';
import * as reportControls from './reports/controls.ts';
import * as reviewControls from './review/controls.ts';
import * as roundControls from './rounds/controls.ts';
import { round } from './rounds/round.ts';
import * as settingsControls from './settings/controls.ts';
import { settings } from './settings/settings.ts';
import * as setupControls from './setup/controls.ts';
import { setup } from './setup/setup.ts';
import * as studioControls from './studio/controls.ts';
import { preferences } from './studio/preferences.ts';
import { style } from './studio/style.ts';
import { type Button, type Command, type Form, isCommand, isControl } from './support/define.ts';
import * as wallControls from './wall/controls.ts';
import { explore } from './wall/explore.ts';
import { history } from './wall/history.ts';
import * as workControls from './works/controls.ts';

/** All buttons, menus, forms and message commands that these files export. */
const defined = [
  ...[budgetControls, creditsControls, draftControls, galleryControls, generateControls],
  ...[wallControls, moderationControls, privacyControls, reportControls, reviewControls, roundControls],
  ...[settingsControls, setupControls, studioControls, workControls, appealControls],
].flatMap((file): unknown[] => Object.values(file));

export const buttons: readonly Button[] = defined.filter((one) => isControl(one, 'component'));
export const forms: readonly Form[] = defined.filter((one) => isControl(one, 'modal'));

/** @param promptMaxCharacters of what members may type */
export const commandsFor = (promptMaxCharacters: number): readonly Command[] => [
  generationCommand('image', promptMaxCharacters),
  generationCommand('video', promptMaxCharacters),
  help,
  privacy,
  history,
  explore,
  style,
  preferences,
  budget,
  setup,
  settings,
  moderation,
  round,
  credits,
  ...defined.filter(isCommand),
];
