import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that run real processes, which wait for most of their time. The first stops its processes properly, and so
 * leaves compiled code for the others.
 */
const WAITING = [/\/test\/main\.test/, /\/test\/(processes\/|image\/|kill\.test|sandbox\/playground\/)/];

/** Shuffles the files by the seed, and puts those that wait first, so that the others run meanwhile. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const orderOf = ({ moduleId }: TestSpecification): string => {
      const place = createHash('sha1')
        .update(`${seed} ${moduleId.replace(this.ctx.config.root, '')}`)
        .digest('hex');
      const rank = WAITING.findIndex((files) => files.test(moduleId));
      return `${rank === -1 ? WAITING.length : rank} ${place}`;
    };
    return files.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  }
}
