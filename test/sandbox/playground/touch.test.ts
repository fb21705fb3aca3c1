import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { channels, eventually, input, messageWith, propertyOf, type } from './support.ts';
import { answer, post, type TestBot, usePage } from './use-page.ts';
import { PATIENCE_MS } from './use-playground.ts';

const DRAG_PX = 90;
const BUTTONS = 'Something to press by mistake';

/** Fills a screen with buttons, so that a tap that goes through a list presses one. */
const fill = async (bot: TestBot, page: Page, channelId: string): Promise<void> => {
  for (let message = 0; message < 4; message++) {
    const rows = Array.from({ length: 5 }, (_, row) => ({
      type: 1,
      components: Array.from({ length: 5 }, (_, at) => ({
        ...{ type: 2, style: 2, label: 'press me' },
        custom_id: `${message}-${row}-${at}`,
      })),
    }));
    await post(bot, channelId, { content: `${BUTTONS} ${message}`, components: rows });
  }
  await messageWith(page, `${BUTTONS} 3`).waitFor();
};

interface Point {
  x: number;
  y: number;
}

const centreOf = async (one: Locator): Promise<Point> => {
  await one.scrollIntoViewIfNeeded();
  const box = await one.boundingBox();
  if (!box) throw new Error('it is not on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** A finger that goes down, moves up (or down, if negative), rests, and leaves. */
const dragFrom = async (page: Page, { x, y }: Point, upPx = DRAG_PX): Promise<void> => {
  const finger = await page.context().newCDPSession(page);
  const startSeconds = Date.now() / 1000;
  // A rest at the end: otherwise the list would roll on.
  for (const [type, part, seconds] of [
    ['touchStart', 0, 0],
    ...Array.from({ length: 9 }, (_, step) => ['touchMove', (step + 1) / 9, (step + 1) * 0.03] as const),
    ['touchMove', 1, 1],
    ['touchEnd', undefined, 1.01],
  ] as const) {
    const touchPoints = part === undefined ? [] : [{ x, y: y - part * upPx }];
    await finger.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: startSeconds + seconds });
  }
  await finger.detach();
};

const drag = async (page: Page, one: Locator): Promise<void> => dragFrom(page, await centreOf(one));

/** Among the messages, above what a list at their end covers. */
const AMONG_MESSAGES = { x: 195, y: 120 };

/** A finger that goes down and leaves at the same place. It presses what is there. */
const tap = async (page: Page, one: Locator): Promise<void> => {
  const { x, y } = await centreOf(one);
  await page.touchscreen.tap(x, y);
};

const choices = [...'ABCDEFGHIJKL'].map((value) => ({ label: `Choice ${value}`, value }));
const menu = { type: 3, custom_id: 'menu', placeholder: 'A menu', options: choices };
const severalMenu = { ...menu, custom_id: 'several', placeholder: 'Several', max_values: 3 };

describe.runIf(hasBrowser)('a finger on a phone', { timeout: 2 * PATIENCE_MS }, () => {
  const { open } = usePage();
  const onPhone = (channelId: string) => open(channelId, { phone: true });
  const option = (page: Page, name: string): Locator => page.getByRole('option', { name });

  it('chooses a command with a tap, scrolls the list with a drag, and presses nothing below', async () => {
    const { page, bot } = await onPhone(channels.gallery);
    const names = Array.from({ length: 12 }, (_, index) => `command-${index}`);
    await bot.client.application.commands.set(names.map((name) => ({ name, description: `Runs ${name}` })));
    await fill(bot, page, channels.gallery);
    await page.getByRole('button', { name: 'Commands' }).tap();
    const list = page.getByRole('listbox', { name: 'Commands' });
    await option(page, '/command-11 ').waitFor();
    await drag(page, option(page, '/command-3 '));
    await eventually(() => propertyOf(list, 'scrollTop')).toBeGreaterThan(DRAG_PX / 3);
    expect(await page.getByRole('form').count()).toBe(0);
    await tap(page, option(page, '/command-5 '));
    await page.getByRole('form', { name: 'Command /command-5' }).waitFor();
    await tap(page, page.getByRole('button', { name: 'Send /command-5' }));
    // A press by mistake would have come first.
    expect(await bot.next()).toMatchObject({ type: 2, data: { name: 'command-5' } });
  });

  it('chooses the value of an option with a tap, and the words stay in the field', async () => {
    const { page, bot } = await onPhone(channels.general);
    await fill(bot, page, channels.general);
    await type(page, 'ask');
    const first = page.getByRole('option').first();
    await first.waitFor();
    await drag(page, first);
    const whom = page.getByRole('combobox', { name: 'whom' });
    expect(await whom.inputValue()).toBe('');
    await page.keyboard.type('Jon');
    await tap(page, option(page, '@Jonas'));
    await eventually(() => whom.inputValue()).toBe('@Jonas');
    await tap(page, page.getByRole('button', { name: 'tone' }));
    await tap(page, option(page, 'plain'));
    await eventually(() => page.getByRole('combobox', { name: 'tone' }).inputValue()).toBe('plain');
    await tap(page, page.getByRole('button', { name: 'Send /ask' }));
    expect(await bot.next()).toMatchObject({ type: 2, data: { name: 'ask' } });
  });

  it('chooses from the menus of a message with taps, and keeps them open while it scrolls', async () => {
    const { page, bot } = await onPhone(channels.clips);
    await fill(bot, page, channels.clips);
    const rows = [menu, severalMenu].map((one) => ({ type: 1, components: [one] }));
    await post(bot, channels.clips, { content: 'the menus', components: rows });
    const message = messageWith(page, 'the menus');
    await message.getByRole('button', { name: 'A menu' }).tap();
    const list = page.locator('.select-list');
    await drag(page, option(page, 'Choice C'));
    await eventually(() => propertyOf(list, 'scrollTop')).toBeGreaterThan(DRAG_PX / 3);
    // Scrolling the messages is not a press elsewhere.
    await dragFrom(page, AMONG_MESSAGES, -DRAG_PX);
    await tap(page, option(page, 'Choice E'));
    expect(await bot.next()).toMatchObject({ type: 3, data: { custom_id: 'menu', values: ['E'] } });

    await message.getByRole('button', { name: 'Several' }).tap();
    for (const name of ['Choice A', 'Choice B']) await tap(page, option(page, name));
    await dragFrom(page, AMONG_MESSAGES, -DRAG_PX);
    expect(bot.waiting).toEqual([]);
    await tap(page, page.getByText(`${BUTTONS} 3`));
    expect(await bot.next()).toMatchObject({ type: 3, data: { custom_id: 'several', values: ['A', 'B'] } });
    await list.waitFor({ state: 'detached' });
    expect(bot.waiting).toEqual([]);
  });

  it('fills in a form with taps, and scrolls its lists with drags', async () => {
    const { page, bot } = await onPhone(channels.thread);
    await type(page, 'ask', 'Jon');
    await tap(page, option(page, '@Jonas'));
    await tap(page, page.getByRole('button', { name: 'Send /ask' }));
    const fields = [menu, { ...menu, custom_id: 'other' }].map((component, index) => ({
      ...{ type: 18, label: `Field ${index}` },
      component,
    }));
    await answer(bot, await bot.next(), {
      type: 9,
      data: { custom_id: 'form', title: 'A form', components: fields },
    });
    const dialog = page.getByRole('dialog', { name: 'A form' });
    await tap(page, dialog.getByRole('button', { name: /^Field 0/ }));
    await drag(page, option(page, 'Choice C'));
    await eventually(() => propertyOf(page.locator('.select-list'), 'scrollTop')).toBeGreaterThan(DRAG_PX / 3);
    await tap(page, option(page, 'Choice D'));
    await dialog.getByRole('button', { name: 'Field 0, Choice D' }).waitFor();
    // The second field lies below the first one's list.
    expect(await page.getByRole('listbox').count()).toBe(0);
    await tap(page, dialog.getByRole('button', { name: /^Field 1/ }));
    await tap(page, option(page, 'Choice B'));
    await tap(page, dialog.getByRole('button', { name: 'Submit' }));
    expect(await bot.next()).toMatchObject({ type: 5, data: { custom_id: 'form' } });
  });

  it('opens and leaves the menu of a message and the list of people, and presses nothing below', async () => {
    const { page, bot } = await onPhone(channels.lateNight);
    await fill(bot, page, channels.lateNight);
    const message = messageWith(page, `${BUTTONS} 3`);
    const item = page.getByRole('menuitem', { name: 'Look closer' });
    await tap(page, message.getByRole('button', { name: 'Message menu' }));
    await item.waitFor();
    await tap(page, message.getByRole('button', { name: 'press me' }).first());
    await item.waitFor({ state: 'detached' });
    await tap(page, message.getByRole('button', { name: 'Message menu' }));
    await tap(page, item);
    expect(await bot.next()).toMatchObject({ type: 2, data: { name: 'Look closer' } });

    await tap(page, page.getByRole('button', { name: 'Channels and people' }));
    await tap(page, page.getByRole('button', { name: /Become someone else/ }));
    const jonas = page.getByRole('menuitemradio', { name: /^Jonas/ });
    await drag(page, jonas);
    await tap(page, jonas);
    await page.getByRole('button', { name: /^You are Jonas/ }).waitFor();
    await tap(page, page.getByRole('button', { name: 'Close the channels' }));
    await input(page).waitFor();
    expect(bot.waiting).toEqual([]);
  });

  it('reaches every control while a button offers to jump to the newest message', async () => {
    const { page, bot } = await onPhone(channels.gallery);
    await fill(bot, page, channels.gallery);
    const list = page.getByRole('region', { name: 'Messages' });
    const jump = page.getByRole('button', { name: 'Jump to the newest message' });
    await list.evaluate((one) => Reflect.set(one, 'scrollTop', 300));
    await jump.waitFor();
    const [bar, messages] = [await jump.boundingBox(), await list.boundingBox()];
    expect((messages?.y ?? 0) + (messages?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await tap(page, jump);
    await jump.waitFor({ state: 'detached' });
    expect(bot.waiting).toEqual([]);
  });
});
