import type { Source } from '../../src/jobs/job/sources.ts';

/** A picture that a member attached. */
export const attached = (address = 'https://cdn.example/1.png', ownerId = '300000000000000001'): Source => ({
  ...{ kind: 'upload', id: '1', ownerId, use: { picture: '1' } },
  address,
});

/** A work of Easel's, used like this. */
export const work = (id: string, ownerId: string, use: Source['use'] = { picture: `${id}-1` }): Source => ({
  ...{ kind: 'work', id, ownerId, use },
});
