import { type SandboxState, sandboxState } from './state.ts';

/** A copy of everything that outlives a restart; plain JSON. The files' bytes stay in the sandbox's folder. */
export const takeSnapshot = (state: SandboxState): SandboxState => structuredClone(state);

/** @throws ZodError for anything that is no snapshot */
export const readSnapshot = (json: unknown): SandboxState => sandboxState.parse(json);
