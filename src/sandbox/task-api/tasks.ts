import { z } from 'zod';
import { kindOf, type MediaKind, MODEL_IDS } from '../../task-api/models.ts';

/** A task as the sandbox keeps it: its future is settled at its creation, and only the clock moves it on. */
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
  /** Makes the result; the same one gives the same result. */
  seed: z.int(),
  /** How often it was queried. */
  polls: z.int().nonnegative(),
});

export type SandboxTask = z.output<typeof sandboxTaskSchema>;
export type SandboxTaskState = 'queued' | 'running' | 'success' | 'failed';

/** What a visitor of the sandbox sees of a task. */
export type SandboxTaskView = Readonly<SandboxTask> & { readonly state: SandboxTaskState; readonly kind: MediaKind };

export function stateOf(task: SandboxTask, nowMs: number): SandboxTaskState {
  if (nowMs >= task.endsAtMs) return task.outcome;
  return nowMs >= task.runsAtMs ? 'running' : 'queued';
}

export function viewOf(task: SandboxTask, nowMs: number): SandboxTaskView {
  return { ...structuredClone(task), state: stateOf(task, nowMs), kind: kindOf(task.request.modelId) };
}
