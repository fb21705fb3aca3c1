import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Leaves compiled code for the processes of later files, because it stops its own properly. */
const FIRST = /\/test\/main\.test/;
/** Files that run real processes, which wait for most of their time, the longest first. */
const WAITING = [/\/test\/(processes\/|kill\.test)/, /\/test\/sandbox\/playground\//];
/** The part of the run in which files that wait start. One that starts late would be the last to end. */
const STARTING_PART = 0.6;

/** Shuffles the files by the seed, and spreads those that wait, so that others keep the processors busy meanwhile. */
export class WaitingBetween extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const shuffled = files
      .map((file) => {
        const path = file.moduleId.replace(this.ctx.config.root, '');
        return { file, path, order: createHash('sha1').update(`${seed} ${path}`).digest('hex') };
      })
      .toSorted((a, b) => (a.order < b.order ? -1 : 1));
    const waiting = WAITING.flatMap((kind) => shuffled.filter(({ path }) => kind.test(path)));
    const others = shuffled.filter((one) => !waiting.includes(one));
    const placed = [
      ...waiting.map(({ file }, index) => ({ file, place: (index / waiting.length) * STARTING_PART })),
      ...others.map(({ file, path }, index) => ({ file, place: FIRST.test(path) ? -1 : index / others.length })),
    ];
    return placed.toSorted((a, b) => a.place - b.place).map(({ file }) => file);
  }
}
