import { describe, expect, it, onTestFinished } from 'vitest';
import { hasBrowser } from './browser.ts';
import { channels, eventually, look, messageWith, type, until } from './support.ts';
import { PATIENCE_MS, pageOf, usePlayground } from './use-playground.ts';

describe.runIf(hasBrowser)('the panel “Behind the scenes”', { timeout: 2 * PATIENCE_MS }, () => {
  const playground = usePlayground();

  it('causes a fault that the member can read about', async () => {
    const page = await look(pageOf(playground.current), { in: channels.clips, backstage: true });
    const failing = page.getByRole('switch', { name: /^Failing tasks/ });
    await failing.click();
    await eventually(() => failing.getAttribute('aria-checked')).toBe('true');
    await type(page, 'image', 'a castle of cards');
    await page.keyboard.press('Enter');
    await messageWith(page, 'a castle of cards')
      .getByText(/^Failed: .*returned\./)
      .waitFor();
    await failing.click();
    await eventually(() => playground.current.parts.service.faults.current()).toEqual({});
  });

  it('describes every fault, and switches one of Discord’s on and off', async () => {
    const page = await look(pageOf(playground.current), { in: channels.general, backstage: true });
    const faults = page.locator('.fault');
    await eventually(() => faults.count()).toBeGreaterThan(30);
    for (const words of await faults.allTextContents())
      expect(words.trim()).toMatch(/\.( Now \d+ minutes ahead\.)?(Trigger|20 min1 hour)?$/);
    const active = () => playground.current.parts.discord.faults.list().map(({ name }) => name);
    for (const names of [['rate-limited'], []]) {
      await page.getByRole('switch', { name: /^Discord says “slow down”/ }).click();
      await eventually(active).toEqual(names);
    }
  });

  it('drops the gateway and jumps ahead, and the bot answers again', async () => {
    const { clock, discord } = playground.current.parts;
    const page = await look(pageOf(playground.current), { in: channels.clips, backstage: true });
    await page.getByRole('button', { name: 'Drop the gateway' }).click();
    await page.getByRole('button', { name: 'Jump 20 min ahead' }).click();
    await page.getByText('Now 20 minutes ahead').waitFor();
    expect(clock.offsetMs).toBe(20 * 60_000);
    await eventually(() => discord.connections).toBeGreaterThan(0);
    await page.getByText('and connected').waitFor();
    await type(page, 'history');
    await page.keyboard.press('Enter');
    await messageWith(page, 'Your pictures and clips here').waitFor();
  });

  it('hides a channel from the bot, and the bot tells the member', async () => {
    const page = await look(pageOf(playground.current), { in: channels.general, backstage: true });
    await page.getByRole('switch', { name: /^Easel loses access to #general/ }).click();
    await page.getByRole('button', { name: 'general, hidden from Easel' }).waitFor();
    await type(page, 'image', 'an invisible picture');
    await page.keyboard.press('Enter');
    await messageWith(page, 'can’t see this channel').waitFor();
    await page.getByRole('switch', { name: /^Easel loses access to #general/ }).click();
    await page.getByRole('button', { name: 'general', exact: true }).waitFor();
  });

  it('shows the task, and the credits held and then spent', async () => {
    const page = await look(pageOf(playground.current), { in: channels.gallery, backstage: true });
    await type(page, 'image', 'a slow river #slow');
    await page.keyboard.press('Enter');
    const task = page.locator('.task', { hasText: 'a slow river' });
    await task.getByRole('button', { name: 'Finish now' }).click();
    await task.getByText('done', { exact: true }).waitFor();
    await messageWith(page, 'a slow river')
      .getByText(/^Done, took/)
      .waitFor();
    const spent = playground.current.parts.service
      .tasks()
      .reduce((sum, one) => sum + one.chargedCredits - one.refundedCredits, 0);
    await page.getByText(`${spent} spent`).waitFor();
  });

  it('kills the bot during a job in one press, and the restarted bot delivers it', async () => {
    const { bots, service } = playground.current.parts;
    const { durations } = service.settings;
    onTestFinished(() => service.configure({ durations }));
    service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 3_600_000 } } });
    const page = await look(pageOf(playground.current), { in: channels.thread, backstage: true });
    const before = bots[0].log.length;
    await page.getByRole('button', { name: /^Kill the bot while it paints/ }).click();
    await page.getByText('You killed the bot').waitFor();
    await until(() => bots[0].log.slice(before).some((line) => line.includes('Easel is ready')));
    await page.getByText('and connected').waitFor();
    await page.locator('.task', { hasText: 'a lighthouse' }).getByRole('button', { name: 'Finish now' }).click();
    await messageWith(page, 'a lighthouse')
      .getByRole('img', { name: /a lighthouse/ })
      .waitFor();
    expect(service.tasks().filter(({ request }) => request.prompt.includes('a lighthouse'))).toHaveLength(1);
  });

  it('shows that no one answers while the bot is stopped', async () => {
    const page = await look(pageOf(playground.current), { in: channels.archivedThread, backstage: true });
    await page.getByRole('button', { name: 'Kill the bot', exact: true }).click();
    await page.getByText('Easel is not running').waitFor();
    await type(page, 'image', 'is anybody there');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The application did not respond').waitFor();
    await page.getByRole('button', { name: 'Start the bot' }).click();
    await page.getByText('and connected').waitFor();
  });
});
