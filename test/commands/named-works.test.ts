import { describe, expect, it } from 'vitest';
import { picturesIn } from '../../commands/studio/sources.ts';
import type { Context } from '../../commands/support/context.ts';
import { type Button, defineButton, defineForm, type Form } from '../../commands/support/define.ts';
import { chosenIn } from '../../commands/support/form-fields.ts';
import { chosenPolicy } from '../../commands/works/view.ts';
import * as customIds from '../../src/discord/custom-ids/controls.ts';
import { starIds, workIn } from '../../src/discord/custom-ids/controls.ts';
import { en } from '../../src/texts/en.ts';

/** A control about a work gets its author from the work's record, and not from its id. */

const AUTHOR = '1'.repeat(18);
const FORGER = '2'.repeat(18);
const JOB = 'abc123';

/**
 * Ids with a job that isn't a work: where a page of a list starts, operators' decisions about tasks, and questions about any
 * picture. *Why?* is about the decision, and reads whose picture it was from the report. `/explore` shows works of several
 * members, so its message belongs to none; it looks each one up before it opens it. A question about a decision is found by its
 * member, or not at all.
 */
const NO_WORKS = ['history', 'resolve', 'consent', 'whyreported', 'explore', 'appeal'];

const ALL_IDS = Object.values(customIds).filter((one) => typeof one === 'object' && 'action' in one);

/** Ids that carry a job, by trying the parts that may come after it. */
const withJobs = ALL_IDS.flatMap(({ action, verbs, read }) =>
  (verbs.length === 0 ? [[]] : verbs.map((verb) => [verb])).flatMap((verb) =>
    [[], ['0'], ['1'.repeat(18)], ['1'.repeat(18), '0']].flatMap((rest) => {
      const id = `${action}:${[...verb, JOB, ...rest].join('-')}:${AUTHOR}`;
      const argument: object | undefined = read(id);
      return argument && 'jobId' in argument ? [{ action, id }] : [];
    }),
  ),
);

it('every id with a work is known as one', () => {
  const missing = withJobs.filter(({ action, id }) => !NO_WORKS.includes(action) && workIn(id) === undefined);
  expect(missing.map(({ id }) => id)).toEqual([]);
  expect(new Set(withJobs.map(({ action }) => action)).size).toBeGreaterThan(15);
});

const contextWith = (known: { memberId: string } | undefined): Context =>
  ({ texts: en, jobs: { lineageOf: async () => known } }) as unknown as Context;

/** The member that the handler of a control gets, for a forged id. */
async function memberGiven(
  kind: 'button' | 'form',
  known: { memberId: string } | undefined,
  shownIds: readonly string[] = [],
): Promise<string> {
  let given = '';
  const handle = async (_: unknown, { memberId }: { memberId: string }): Promise<void> => {
    given = memberId;
  };
  const control: Pick<Button | Form, 'run'> =
    kind === 'button' ? defineButton(starIds, 'everyone', handle) : defineForm(starIds, 'everyone', handle);
  const customId = starIds.of(FORGER, { jobId: JOB, picture: 0 });
  const interaction = {
    customId,
    guildId: '9',
    channelId: '8',
    server: {},
    message: { customIds: [customId, ...shownIds] },
  };
  const run = control.run as (...given: readonly unknown[]) => Promise<void>;
  await run(interaction, {}, contextWith(known));
  return given;
}

describe.each(['button', 'form'] as const)('a %s with another member in its id', (kind) => {
  it('is about the author', async () => {
    expect(await memberGiven(kind, { memberId: AUTHOR })).toBe(AUTHOR);
  });

  it('believes its message if no record is left, by the message’s other controls', async () => {
    expect(await memberGiven(kind, undefined, [customIds.promptIds.of(AUTHOR, { jobId: JOB })])).toBe(AUTHOR);
  });

  it('is refused if neither knows the work', async () => {
    const gone = en.works.denials.gone;
    await expect(memberGiven(kind, undefined)).rejects.toThrow(gone);
    const other = [customIds.promptIds.of(AUTHOR, { jobId: 'other1' })];
    await expect(memberGiven(kind, undefined, other)).rejects.toThrow(gone);
  });
});

it.each([['who may build on a work', chosenPolicy, ['everyone', undefined]]] as const)(
  'a value that the menu for %s doesn’t have is refused',
  (_, schema, values) => {
    for (const value of values) {
      const interaction = { values: value === undefined ? [] : [value] };
      expect(() => chosenIn<unknown>(interaction, schema, { texts: en })).toThrow(en.refusals.unknownButton);
    }
  },
);

it('a picture on a message of Easel’s that names no work is no app’s picture', async () => {
  const target = { id: '7', isOwn: true, customIds: [], pictures: [{ url: '' }], author: { id: '6', isMember: false } };
  const interaction = { target, channelId: '8', guildId: '9' } as unknown as Parameters<typeof picturesIn>[0];
  await expect(picturesIn(interaction, contextWith(undefined))).rejects.toThrow(en.studio.work.noWork);
});
