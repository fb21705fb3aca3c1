import type { ResultRequest } from '../../../src/sandbox/task-api/results.ts';

export function pictureRequest(prompt: string, changes: Partial<ResultRequest> = {}): ResultRequest {
  return {
    modelId: 'image-model-a',
    kind: 'image',
    prompt,
    aspectRatio: undefined,
    imageUrls: [],
    seed: 1,
    ...changes,
  };
}

export function clipRequest(prompt: string, changes: Partial<ResultRequest> = {}): ResultRequest {
  return { ...pictureRequest(prompt), modelId: 'omni-flash', kind: 'video', ...changes };
}
