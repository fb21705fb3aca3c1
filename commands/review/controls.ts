import { previewIds, waitingIds } from '../../src/discord/custom-ids/controls.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { allow, decline, neverAskAgain } from './owner-answer.ts';
import { discard, openDiscardForm, publish, viewPreview } from './preview.ts';
import {
  approve,
  approveAndTrust,
  edit,
  openEditForm,
  openRejectForm,
  reject,
  showPrompt,
  showReason,
  undo,
  untrust,
  vote,
  withdraw,
  withRequest,
} from './waiting.ts';

/** The buttons of a request that is waiting for a decision. */
export const waitingButton = defineButtons(waitingIds, 'everyone', {
  withdraw: withRequest(withdraw),
  why: withRequest(showReason),
  vote: withRequest(vote),
  prompt: withRequest(showPrompt),
  approve: { guard: 'moderator', run: withRequest(approve) },
  trust: { guard: 'moderator', run: withRequest(approveAndTrust) },
  untrust: { guard: 'moderator', run: withRequest(untrust) },
  undo: { guard: 'moderator', run: undo },
  veto: { guard: 'moderator', run: withRequest(openRejectForm) },
  reject: { guard: 'moderator', run: withRequest(openRejectForm) },
  edit: withRequest(openEditForm),
  allow: withRequest(allow),
  decline: withRequest(decline),
  never: withRequest(neverAskAgain),
});

/** The forms of *Reject*, *Veto* and *Edit prompt*. */
export const waitingForm = defineForms(waitingIds, 'everyone', {
  edit: withRequest(edit),
  reject: { guard: 'moderator', run: withRequest(reject) },
});

/** The buttons of a result that moderators see before everyone else. */
export const previewButton = defineButtons(previewIds, 'moderator', {
  view: { guard: 'everyone', run: viewPreview },
  discard: openDiscardForm,
  publish,
});

export const discardPreviewForm = defineForms(previewIds, 'moderator', { discard });
