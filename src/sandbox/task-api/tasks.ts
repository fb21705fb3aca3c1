import { z } from 'zod';
import { kindOf, type MediaKind, MODEL_IDS } from '../../task-api/models.ts';

/** A task as the sandbox stores it. Its future is decided when it is created, and time alone moves it on. */
export const sandboxTaskSchema = z.object({
  taskId: z.string(),
  requestId: z.string(),
  key: z.string(),
  request: z.object({
    modelId: z.enum(MODEL_IDS),
    prompt: z.string(),
    imageUrls: z.array(z.string()),
    aspectRatio: z.string().optional(),
  }),
  chargedCredits: z.int().nonnegative(),
  refundedCredits: z.int().nonnegative(),
  createdAtMs: z.number(),
  runsAtMs: z.number(),
  endsAtMs: z.number(),
  outcome: z.enum(['success', 'failed']),
  hasAudio: z.boolean(),
  /** The same seed gives the same result. */
  seed: z.int(),
  /** How often it was polled. */
  polls: z.int().nonnegative(),
});

export type SandboxTask = z.output<typeof sandboxTaskSchema>;
export type SandboxTaskState = 'queued' | 'running' | 'success' | 'failed';

/** A task as a visitor sees it. */
export type SandboxTaskView = Readonly<SandboxTask> & { readonly state: SandboxTaskState; readonly kind: MediaKind };

export function stateOf(task: SandboxTask, nowMs: number): SandboxTaskState {
  if (nowMs >= task.endsAtMs) return task.outcome;
  return nowMs >= task.runsAtMs ? 'running' : 'queued';
}

export function viewOf(task: SandboxTask, nowMs: number): SandboxTaskView {
  return { ...structuredClone(task), state: stateOf(task, nowMs), kind: kindOf(task.request.modelId) };
}
