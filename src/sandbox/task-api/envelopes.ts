import type { SandboxTaskState, SandboxTaskView } from './tasks.ts';

/** The answers of `task-api.txt` as they are sent. */
export interface Envelope {
  code: number;
  msg: string;
  data?: Record<string, unknown>;
}

const STATUSES: Record<SandboxTaskState, number> = { queued: 1, running: 2, success: 3, failed: 4 };

export interface TaskAnswerOptions {
  resultUrl: string | undefined;
  audioUrl: string | undefined;
  createdAtUnit: 'seconds' | 'milliseconds';
  /** Replaces the task's own status. */
  status: number | undefined;
}

export function refusedEnvelope(msg: string): Envelope {
  return { code: 0, msg };
}

export function createdEnvelope(task: SandboxTaskView): Envelope {
  return {
    code: 200,
    msg: 'task submitted, waiting for generation',
    data: { task_id: task.taskId, request_id: task.requestId, credits: task.chargedCredits },
  };
}

export function taskEnvelope(task: SandboxTaskView, options: TaskAnswerOptions): Envelope {
  const { resultUrl, audioUrl, createdAtUnit } = options;
  return {
    code: 200,
    msg: 'ok',
    data: {
      task_id: task.taskId,
      task_status: options.status ?? STATUSES[task.state],
      task_type: task.kind,
      model_id: task.request.modelId,
      image_url: task.kind === 'image' ? (resultUrl ?? null) : null,
      video_url: task.kind === 'video' ? (resultUrl ?? null) : null,
      audio_url: audioUrl ?? null,
      credits: task.chargedCredits,
      created_at: createdAtUnit === 'seconds' ? Math.floor(task.createdAtMs / 1000) : task.createdAtMs,
    },
  };
}

/** The same fields with values of other types, as after a careless release of the service. */
export function withWrongTypes(envelope: Envelope): unknown {
  const data = Object.entries(envelope.data ?? {}).map(([field, value]) => [
    field,
    typeof value === 'string' ? [value] : `${value}`,
  ]);
  return { code: `${envelope.code}`, msg: null, data: Object.fromEntries(data) };
}
