import type { JobRequest } from '../../src/jobs/job/job.ts';
import type { Needs } from '../support/context.ts';
import { serverModels } from './models.ts';

/** A picture for people who want to see one before they think of a prompt. */
export async function sampleRequest(context: Needs<'defaults' | 'rules' | 'texts'>): Promise<JobRequest> {
  const { defaults, texts } = context;
  const offered = await serverModels(['image'], context);
  const modelId =
    offered.find(({ id }) => id === defaults.modelId.image)?.id ?? offered[0]?.id ?? defaults.modelId.image;
  return { prompt: texts.help.samplePrompt, modelId, sources: [], spoiler: false };
}
