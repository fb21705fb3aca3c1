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
  untrust,
  vote,
  withdraw,
  withRequest,
} from './waiting.ts';

/** The buttons of a request that is waiting for a decision. */
export const waitingButton = defineButtons(waitingIds, {
  withdraw: { guard: 'everyone', run: withRequest(withdraw) },
  why: { guard: 'everyone', run: withRequest(showReason) },
  vote: { guard: 'everyone', run: withRequest(vote) },
  prompt: { guard: 'everyone', run: withRequest(showPrompt) },
  approve: { guard: 'moderator', run: withRequest(approve) },
  trust: { guard: 'moderator', run: withRequest(approveAndTrust) },
  untrust: { guard: 'moderator', run: withRequest(untrust) },
  veto: { guard: 'moderator', run: withRequest(openRejectForm) },
  reject: { guard: 'moderator', run: withRequest(openRejectForm) },
  edit: { guard: 'everyone', run: withRequest(openEditForm) },
  allow: { guard: 'everyone', run: withRequest(allow) },
  decline: { guard: 'everyone', run: withRequest(decline) },
  never: { guard: 'everyone', run: withRequest(neverAskAgain) },
});

/** The forms of *Reject*, *Veto* and *Edit prompt*. */
export const waitingForm = defineForms(waitingIds, {
  edit: { guard: 'everyone', run: withRequest(edit) },
  reject: { guard: 'moderator', run: withRequest(reject) },
});

/** The buttons of a result that moderators see before everyone else. */
export const previewButton = defineButtons(previewIds, {
  view: { guard: 'everyone', run: viewPreview },
  discard: { guard: 'moderator', run: openDiscardForm },
  publish: { guard: 'moderator', run: publish },
});

export const discardPreviewForm = defineForms(previewIds, { discard: { guard: 'moderator', run: discard } });
