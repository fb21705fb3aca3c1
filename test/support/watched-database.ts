import type { KeyRange, Write } from '../../src/store/database/database.ts';
import { MemoryDatabase } from './memory-database.ts';

/** A database in memory that records its calls. */
export class WatchedDatabase extends MemoryDatabase {
  readonly reads: string[] = [];
  readonly ranges: KeyRange[] = [];
  readonly commits: (readonly Write[])[] = [];
  /** Called for each page, before it is read. */
  onPage: (range: KeyRange) => void = () => undefined;

  override async read(key: string): Promise<unknown> {
    this.reads.push(key);
    return super.read(key);
  }

  override async page(range: KeyRange): Promise<[key: string, text: unknown][]> {
    this.ranges.push(range);
    this.onPage(range);
    return super.page(range);
  }

  override async commit(writes: readonly Write[]): Promise<void> {
    this.commits.push(writes);
    await super.commit(writes);
  }
}
