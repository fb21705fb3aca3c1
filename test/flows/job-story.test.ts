import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createAccounts } from '../../src/budget/accounts.ts';
import { interactionIdOf } from '../../src/jobs/job/job-id.ts';
import { workKey } from '../../src/jobs/records/works.ts';
import { openStore } from '../../src/store/open-store.ts';
import { storeFileOf } from '../../src/store/store-url.ts';
import { readStory } from '../../src/store-tool/story/story.ts';
import { credits, startWithOperator } from '../commands/asking.ts';
import { meddle } from '../store/temp-folder.ts';
import { atelier, type Easel, GALLERY, mediaOf, passes, people, textOf } from '../support/easel.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { toy } from '../support/toy-collection.ts';
import { agree, configure, decideOn, followed, image, lastCard, STAFF, start } from './moderation-support.ts';
import { made, report } from './reports-support.ts';

/** What `npm run job` tells of jobs that the whole bot made. */

async function logFileOf(easel: Easel): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'easel.log');
  await writeFile(path, easel.log.map((line) => `easel-1 | ${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** The lines about an id without their times, read next to the running bot. */
async function told(easel: Easel, id: string, logs: string[] = []): Promise<string | undefined> {
  await using store = await openStore(easel.config.STORE_URL, { exclusive: false });
  const story = await readStory(store, id, logs);
  return story?.lines.map((line) => line.replace(/^\d{4}-\S+ +/u, '')).join('\n');
}

const jobOf = (easel: Easel): string => String(easel.log.findLast(({ msg }) => msg === 'job held')?.['job']);

const inOrder = (...lines: string[]): RegExp => new RegExp(lines.join('[\\s\\S]*'), 'u');

/** A request that moderators have to approve, with its message and their card. */
async function waitingForModerators() {
  const easel = await start();
  await configure(easel, {
    words: { review: ['lighthouse'] },
    moderatorsChannelId: STAFF,
    moderatorRoleIds: [atelier.roles.moderator],
  });
  const shown = await image(easel, people.member);
  const card = await lastCard(easel);
  return { easel, shown, card };
}

describe('the story of a job', () => {
  it('tells a picture from the command to the end, by whatever id the operator has', async () => {
    const easel = await start();
    const shown = await image(easel, people.member, { options: { prompt: 'a castle' } });
    await easel.until(() => mediaOf(easel.now(shown)).length === 1);
    await easel.idle();
    const jobId = jobOf(easel);
    const [task] = easel.service.tasks();
    const interactionId = String(interactionIdOf(jobId));
    const link = `https://discord.com/channels/${atelier.guild}/${GALLERY}/${shown.id}`;
    const story = await told(easel, jobId);
    expect(story).toMatch(
      inOrder(
        'ledger +held .*"taskKey":"\\w+-1".*"modelId":"image-model-a","credits":5',
        'ledger +settled .*"chargedCredits":4',
        `\nNow: .*"job":"${jobId}","server":"${atelier.guild}","interaction":"${interactionId}"`,
        '  works .*"endedAtMs":"\\d{4}-',
        `  ${jobId}-1 .*"taskId":"${task?.taskId}","chargedCredits":4.*"state":"delivered"`,
      ),
    );
    for (const id of [`${jobId}-1`, interactionId, shown.id, link, String(task?.taskId)]) {
      expect(await told(easel, id), id).toEqual(story);
    }
  });

  it('adds what the log has, without prompts', async () => {
    const easel = await start();
    const shown = await image(easel, people.member, { options: { prompt: 'a purple castle' } });
    await easel.until(() => mediaOf(easel.now(shown)).length === 1);
    await easel.idle();
    const story = await told(easel, jobOf(easel), [await logFileOf(easel)]);
    expect(story).toMatch(/log +interaction answered .*"what":"image"/u);
    expect(story).toMatch(/log +the service gave the task an id/u);
    expect(story).toMatch(/log +job ended/u);
    expect(story).not.toContain('purple');
  });

  it('keeps the prompt in one line that commands no terminal', async () => {
    const easel = await start();
    await image(easel, people.member, { options: { prompt: 'a castle\u001b[2J\nand a moat' } });
    await easel.idle();
    await using store = await openStore(easel.config.STORE_URL, { exclusive: false });
    expect((await readStory(store, jobOf(easel), []))?.prompt).toMatch(/^a castle ?\[2J and a moat$/u);
  });

  it('has the edits of its message that Discord did not make, at the level debug', async () => {
    const easel = await start();
    const shown = await image(easel, people.member);
    easel.discord.faults.switchOn({ name: 'internal-error', method: 'PATCH', times: 6 });
    await easel.until(() => mediaOf(easel.now(shown)).length === 1);
    await easel.idle();
    const story = await told(easel, jobOf(easel), [await logFileOf(easel)]);
    expect(story).toMatch(/log +Discord did not change a message ."outcome":"unavailable/u);
  });

  it('says what the service refused', async () => {
    const easel = await start();
    easel.service.faults.switchOn('refuseCreates', { times: 1 });
    await image(easel, people.member);
    await easel.idle();
    const story = await told(easel, jobOf(easel));
    expect(story).toMatch(/ledger +released .*"credits":5,"why":"refused/u);
    expect(story).toMatch(/-1 .*"failure":"refused \(.+\)","returnedCredits":5,"state":"failed"/u);
  });

  it('leaves out of the service’s reason what a choice in the prompt became, as the log does', async () => {
    const easel = await start();
    easel.service.faults.switchOn('refuseCreates', { msg: 'no sunflower and no moonflower today' });
    const question = await image(easel, people.member, { options: { prompt: 'a {sun|moon}flower' } });
    await agree(easel, people.member, question);
    await easel.idle();
    const story = await told(easel, jobOf(easel));
    expect(story).toContain('refused (no … and no … today)');
    const reasons = easel.log.filter(({ msg }) => msg === 'task failed').map(({ reason }) => reason);
    expect(reasons).toEqual(['no … and no … today', 'no … and no … today']);
  });

  it('says that an unconfirmed task waits for the operator, and then who decided', async () => {
    const easel = await startWithOperator();
    easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
    await image(easel, people.member);
    await easel.idle();
    const jobId = jobOf(easel);
    const before = await told(easel, jobId);
    expect(before).toMatch(/-1 .*"state":"unconfirmed","reason":"answer lost"/u);
    await credits(easel, 'resolve', { task: `${jobId}-1`, decision: 'release' });
    await passes(easel, 15_000);
    const after = await told(easel, jobId);
    expect(after).toMatch(new RegExp(`released .*"byId":"${people.operator}","credits":5`, 'u'));
    expect(after).toMatch(/"state":"unconfirmed".*"resolved":."decision":"released"/u);
  });

  it('says that a member cancelled', async () => {
    const easel = await start();
    const shown = await image(easel, people.member);
    await easel.until(() => textOf(easel.now(shown)).includes('[Cancel]'));
    await easel.press(people.member, easel.now(shown), 'Cancel');
    await easel.idle();
    const ended = await told(easel, jobOf(easel), [await logFileOf(easel)]);
    expect(ended).toMatch(/works .*"cancelledAtMs":"\d{4}-/u);
    expect(ended).toMatch(/interaction answered .*"kind":"component","what":"cancel"/u);
  });

  it('says who approved a request, and that it waited', async () => {
    const { easel, shown, card } = await waitingForModerators();
    const waiting = await told(easel, shown.id);
    expect(waiting).toMatch(
      /requests .*"expiresAtMs":"\d{4}-.*"before":"moderators","after":"nobody".,"phase":"asked"/u,
    );
    expect(waiting).toContain('"why":{"reason":"words"}');
    expect(waiting).not.toContain('lighthouse');
    expect(await told(easel, card.id)).toEqual(waiting);
    await followed(easel, card, easel.press(people.moderator, card, 'Approve'));
    await easel.until(() => mediaOf(easel.now(shown)).length === 1);
    await easel.idle();
    const decided = await told(easel, shown.id, [await logFileOf(easel)]);
    expect(decided).toMatch(
      inOrder(
        `audit +approved .*"byId":"${people.moderator}"`,
        'interaction answered .*"kind":"component","what":"waiting"',
        'log +job ended',
        'works .*"endedAtMs"',
      ),
    );
  });

  it.each([
    ['cannot be read', { id: 'of another time' }, /^ {2}works unknown: a record can't be read/mu],
    ['is gone', undefined, /^ {2}works no record/mu],
  ])('finds the hold of a job whose record %s', async (_, left, words) => {
    const easel = await start({ service: { durations: { 'image-model-a': { queueMs: 1e9, runMs: 1 } } } });
    await image(easel, people.member);
    await easel.until(() => easel.log.some(({ msg }) => msg === 'task submitted'));
    await easel.app.stop();
    const store = await openStore(easel.config.STORE_URL);
    const records = store.collection(toy('works', z.unknown()));
    const key = workKey(atelier.guild, jobOf(easel));
    await (left ? records.set(key, left) : records.delete(key));
    await store.close();
    const story = await told(easel, jobOf(easel));
    expect(story).toMatch(/ledger +held .*"credits":5/u);
    expect(story).toMatch(words);
  });

  it('keeps each event in one line, whatever a moderator writes', async () => {
    const { easel, shown, card } = await waitingForModerators();
    await decideOn(easel, people.moderator, card, 'Reject …', 'no\nNow:\n  \u001b[2JTask 1: delivered');
    const story = await easel.until(async () => {
      const now = await told(easel, shown.id);
      return now?.includes('rejected') && now;
    });
    expect(story).toMatch(/audit +rejected .*"why":"no\\nNow:\\n {2}\[2JTask 1: delivered"/u);
    // The log has the reason, the records only that there was a decision.
    expect(story?.match(/Task 1: delivered/gu)).toHaveLength(1);
    expect(story).toMatch(/requests .*"decision":."kind":"rejected","byId":"\d+","atMs":"\d{4}-/u);
  });

  it('says that a picture was reported, without what only moderators may read', async () => {
    const { easel, result } = await made();
    await report(easel, people.secondMember, result, 'my ex');
    const story = await easel.until(
      async () => (await told(easel, result.id))?.includes('reported') && told(easel, result.id),
    );
    expect(story).toContain(people.secondMember);
    expect(story).not.toContain('my ex');
  });

  it('says that the record of an ended job can’t be read', async () => {
    const easel = await start();
    const shown = await image(easel, people.member, { options: { prompt: 'a castle' } });
    await easel.until(() => mediaOf(easel.now(shown)).length === 1);
    await easel.idle();
    const serviceTask = String(easel.log.findLast(({ serviceTask: id }) => id !== undefined)?.['serviceTask']);
    await meddle(storeFileOf(easel.config.STORE_URL), async (query) => {
      await query("UPDATE records SET value = 'damaged' WHERE key LIKE 'works:%'");
    });
    const story = await told(easel, jobOf(easel));
    expect(story).toContain("works unknown: a record can't be read, and blocks what depends on it");
    expect(await told(easel, serviceTask)).toBeUndefined();
  });

  it('finds what was held for a job that was undone, by the server in the log', async () => {
    const easel = await start();
    const path = await logFileOf(easel);
    const [jobId, guildId] = ['byber8fzh1ci', atelier.guild];
    const store = await storeOver(new MemoryDatabase());
    const accounts = createAccounts({ store, clock: easel.clock, defaultAllowanceCredits: 100 });
    const tasks = [{ taskKey: `${jobId}-1`, quoteCredits: 5, modelId: 'image-model-a' }];
    await accounts.hold(guildId, { jobId, memberId: people.member, tasks });
    await accounts.releaseJob(guildId, jobId, 'unanswered');
    const line = { time: '2026-11-24T01:00:00.000Z', level: 40, job: jobId, server: guildId };
    await writeFile(path, `${JSON.stringify({ ...line, msg: 'job dropped: the member could not be answered' })}\n`);
    expect(await readStory(store, jobId, [])).toBeUndefined();
    const story = await readStory(store, jobId, [path]);
    expect(story?.lines.join('\n')).toMatch(
      inOrder('ledger +released .*"credits":5,"why":"unanswered"', 'job dropped: the member could not be answered'),
    );
  });

  it('tells a refused command from the log alone, by its interaction', async () => {
    const easel = await start({ environment: { BUDGET_DEFAULT_CREDITS: '2' } });
    await image(easel, people.member);
    const refused = await easel.until(() => easel.log.find(({ msg }) => msg === 'interaction refused'));
    const id = String(refused['interaction']);
    expect(await told(easel, id)).toBeUndefined();
    const story = await told(easel, id, [await logFileOf(easel)]);
    expect(story).toMatch(/^log +interaction refused .*"reason":"budget\.left/u);
    expect(story).toContain('No job has this id');
  });

  it('follows the id of an error sentence to its interaction’s lines', async () => {
    const easel = await start();
    const path = await logFileOf(easel);
    const line = { level: 50, time: '2026-11-24T01:00:00.000Z', interaction: '1400000000000000777', server: '1' };
    const err = { message: 'something broke', stack: 'at secret' };
    const lines = [
      { ...line, faultId: '9f8e7d6c', err, key: 'sk-secret', msg: 'interaction failed' },
      { ...line, level: 40, time: '2026-11-24T00:59:59.000Z', msg: 'an interaction takes long' },
    ];
    await writeFile(path, `no JSON\n${lines.map((one) => JSON.stringify(one)).join('\n')}\n`);
    const story = await told(easel, '9f8e7d6c', [path]);
    expect(story).toMatch(
      /^log warn +an interaction takes long .*\nlog error +interaction failed .*"err":."message":"something broke"\}\}$/mu,
    );
    expect(story).not.toContain('secret');
  });
});

describe('npm run job', () => {
  async function job(easel: Easel, input: string, ...args: string[]) {
    const child = spawn(process.execPath, ['src/store-tool/job-tool.ts', ...args], {
      env: { ...process.env, STORE_URL: easel.config.STORE_URL },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    child.stdin.end(input);
    const said = await text(child.stdout);
    return { code: await ended, said };
  }

  it('prints the story next to a running bot, and the prompt only if it is asked for', async () => {
    const easel = await start();
    await image(easel, people.member, { options: { prompt: 'a purple castle' } });
    await easel.idle();
    const jobId = jobOf(easel);
    const input = easel.log.map((line) => JSON.stringify(line)).join('\n');
    const [plain, full] = await Promise.all([
      job(easel, input, jobId, '--log', '-'),
      job(easel, '', jobId, '--prompt'),
    ]);
    expect(plain.code).toBe(0);
    expect(plain.said).toContain(`Now: {"job":"${jobId}","server":"${atelier.guild}"`);
    expect(plain.said).toMatch(/^\d{4}-\S+Z +log +job ended/mu);
    expect(plain.said).not.toContain('purple');
    expect(full.said).toContain('\nPrompt: a purple castle\n');
  });

  it('says what it looked at when it knows nothing, and how to use it', async () => {
    const easel = await start();
    const [unknown, misused, noFile] = await Promise.all([
      job(easel, '', '9f8e7d6c'),
      job(easel, '', '--what'),
      job(easel, '', '9f8e7d6c', '--log', '/nowhere/easel.log'),
    ]);
    expect(unknown).toMatchObject({
      code: 1,
      said: expect.stringContaining('Found nothing in the store with the id 9f8e7d6c'),
    });
    expect(unknown.said).toContain('--log FILE');
    expect(misused).toMatchObject({ code: 2, said: expect.stringContaining('npm run job -- ID') });
    expect(noFile).toMatchObject({ code: 2, said: expect.stringContaining('is not a file that can be read') });
  });
});
