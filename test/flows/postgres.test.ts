import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buttonOf, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let easel: Easel;
  let url: string;
  beforeEach(async () => {
    url = await newPostgres();
    easel = await startEasel({ environment: { STORE_URL: url } });
  });
  afterEach(() => easel.close());

  const image = (prompt: string) =>
    easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt } });

  it('a command becomes its picture, and a restart knows of it', async () => {
    const pending = await image('a red fox in snow');
    await easel.idle();
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
    expect(await easel.budget()).toMatchObject({ left: 496, spent: 4, held: 0 });
    await easel.restart();
    expect(await easel.budget()).toMatchObject({ left: 496, spent: 4, held: 0 });
    const history = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    expect(textOf(history)).toContain('a red fox in snow');
    const { message } = await easel.press(people.member, easel.now(pending), 'Again').then((answer) => {
      if (answer.kind !== 'message') throw new Error(`answered with ${answer.kind}`);
      return answer;
    });
    await easel.idle();
    expect(mediaOf(easel.now(message))).toHaveLength(1);
    expect(buttonOf(easel.now(message), 'Again')).toBeTruthy();
  });

  it('a job that was under way when Easel stopped is gone on with', async () => {
    const pending = await image('a tent');
    await easel.restart();
    await easel.until(() => mediaOf(easel.now(pending)).length === 1);
    expect(easel.service.creates).toBe(1);
  });

  it('the bot ends with its reason when the connection that writes is lost, and the next one goes on', async () => {
    const pending = await image('a lighthouse');
    await easel.until(() => easel.log.some(({ msg }) => msg === 'task submitted'));
    await meddlePostgres(url, async (query) => {
      await query(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
    });
    await expect(easel.app.ended).rejects.toThrow('the connection to PostgreSQL was lost');
    await easel.restart();
    await easel.until(() => mediaOf(easel.now(pending)).length === 1);
    expect(easel.service.creates).toBe(1);
  });
});
