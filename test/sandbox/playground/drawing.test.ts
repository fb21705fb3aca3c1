import { MessageFlags, Routes } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasBrowser } from './browser.ts';
import { drawnPicture } from './picture.ts';
import { atelier, channels, eventually, input, messageWith, people, type } from './support.ts';
import { answer, post, usePage } from './use-page.ts';
import { PATIENCE_MS } from './use-playground.ts';

describe.runIf(hasBrowser)('a bot’s message', { timeout: 2 * PATIENCE_MS }, () => {
  const { open } = usePage();

  it('is drawn with Discord’s markdown, mentions and live times', async () => {
    const { page, bot } = await open(channels.general);
    const seconds = Math.floor(Date.now() / 1000) - 120;
    const content = [
      '## A heading',
      '**bold** *italics* __underline__ ~~gone~~ `code` ||hidden||',
      '> quoted',
      '- one\n- two',
      `<@${people.artist}> <@&${atelier.roles.artist}> <#${channels.gallery}> <t:${seconds}:R>`,
      '[a link](https://example.com) \\*not italics\\*',
      '-# small print',
      `https://discord.com/channels/${atelier.guild}/${channels.clips}/1`,
    ].join('\n');
    await bot.client.rest.post(Routes.channelMessages(channels.general), { body: { content } });
    const message = messageWith(page, 'A heading');
    for (const [selector, text] of [
      ...[
        ['h4', 'A heading'],
        ['strong', 'bold'],
        ['em', 'italics'],
        ['u', 'underline'],
        ['s', 'gone'],
        ['code', 'code'],
      ],
      ...[
        ['blockquote', 'quoted'],
        ['li', 'two'],
        ['.subtext', 'small print'],
        ['time', '2 minutes ago'],
      ],
    ]) {
      await message.locator(String(selector), { hasText: String(text) }).waitFor();
    }
    for (const text of ['@Ayla', '@Artist', '#gallery', '*not italics*'])
      await message.getByText(text).first().waitFor();
    await message.getByRole('button', { name: 'Spoiler: show it' }).click();
    await message.locator('.spoiler.shown', { hasText: 'hidden' }).waitFor();
    await message.getByRole('link', { name: '#clips › message' }).waitFor();
    expect(await message.getByRole('link', { name: 'a link' }).getAttribute('href')).toBe('https://example.com');
  });

  it('is drawn with containers, sections, galleries, files and spoilers', async () => {
    const { page, bot } = await open(channels.clips);
    const picture = await drawnPicture();
    const media = (name: string, spoiler = false) => ({
      media: { url: `attachment://${name}` },
      description: `about ${name}`,
      spoiler,
    });
    const components = [
      {
        type: 17,
        accent_color: 0x3b82f6,
        components: [
          {
            type: 9,
            components: [{ type: 10, content: '### A section' }],
            accessory: { type: 2, style: 5, label: 'Elsewhere', url: 'https://example.com' },
          },
          { type: 12, items: [media('one.png'), media('two.png', true)] },
          { type: 13, file: { url: 'attachment://tone.wav' } },
          {
            type: 1,
            components: [1, 2, 3, 4].map((style) => ({
              type: 2,
              style,
              label: `Style ${style}`,
              custom_id: `style-${style}`,
              disabled: style === 3,
            })),
          },
        ],
      },
    ];
    const files = [
      ...['one.png', 'two.png'].map((name) => ({ name, data: picture })),
      { name: 'tone.wav', data: Buffer.from('RIFF') },
    ];
    await bot.client.rest.post(Routes.channelMessages(channels.clips), {
      body: {
        flags: MessageFlags.IsComponentsV2,
        components,
        attachments: files.map(({ name }, id) => ({ id, filename: name })),
      },
      files,
    });
    const message = messageWith(page, 'A section');
    await message.getByRole('img', { name: 'about one.png' }).waitFor();
    await message.getByRole('link', { name: 'tone.wav' }).waitFor();
    await message.locator('audio').waitFor();
    expect(await message.getByRole('button', { name: 'Style 3' }).isDisabled()).toBe(true);
    await message.getByRole('button', { name: 'Spoiler' }).click();
    await message.getByRole('button', { name: 'about two.png' }).click();
    await page.getByRole('dialog', { name: 'Picture' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('is covered once it becomes a spoiler, also for people who have seen it', async () => {
    const { page, bot } = await open(channels.staff, { as: people.moderator });
    const body = (spoiler: boolean) => ({
      flags: MessageFlags.IsComponentsV2,
      components: [{ type: 12, items: [{ media: { url: 'attachment://one.png' }, description: 'a wolf', spoiler }] }],
    });
    const files = [{ name: 'one.png', data: await drawnPicture() }];
    const posted = await bot.client.rest.post(Routes.channelMessages(channels.staff), { body: body(false), files });
    await page.getByRole('button', { name: 'a wolf' }).waitFor();
    const { id } = z.object({ id: z.string() }).parse(posted);
    await bot.client.rest.patch(Routes.channelMessage(channels.staff, id), { body: body(true) });
    await page.getByRole('button', { name: 'Spoiler' }).waitFor();
  });

  it('takes a person as an option, opens a form, and gets it filled in', async () => {
    const { page, bot } = await open(channels.gallery);
    await type(page, 'ask', 'Jon');
    await page.getByRole('option', { name: '@Jonas' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const asked = await bot.next();
    expect(JSON.stringify(asked)).toContain(people.secondMember);
    const components = [
      { type: 18, label: 'Your words', component: { type: 4, custom_id: 'words', style: 2, max_length: 20 } },
      { type: 18, label: 'Your channel', component: { type: 8, custom_id: 'where' } },
    ];
    await answer(bot, asked, { type: 9, data: { custom_id: 'form', title: 'A form', components } });
    const form = page.getByRole('dialog', { name: 'A form' });
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByRole('alert').getByText('This is required').waitFor();
    await form.getByRole('textbox', { name: 'Your words' }).fill('hello');
    await form.getByRole('button', { name: 'Your channel' }).click();
    await form.getByRole('option', { name: '#clips' }).click();
    await form.getByRole('button', { name: 'Submit' }).click();
    const sent = JSON.stringify(await bot.next());
    for (const value of ['"value":"hello"', `"values":["${channels.clips}"]`]) expect(sent).toContain(value);
  });

  it('answers a message menu after thinking, and offers a choice', async () => {
    const { page, bot } = await open(channels.thread);
    await input(page).fill('look at this');
    await page.keyboard.press('Enter');
    const message = messageWith(page, 'look at this');
    await message.hover();
    await message.getByRole('button', { name: 'Message menu' }).click();
    await page.getByRole('menuitem', { name: 'Look closer' }).click();
    const asked = await bot.next();
    await answer(bot, asked, { type: 5 });
    await page.getByText('is thinking…').waitFor();
    const options = ['red', 'green', 'blue'].map((value) => ({ label: value, value }));
    await bot.client.rest.patch(Routes.webhookMessage(bot.client.application.id, asked.token), {
      auth: false,
      body: {
        content: 'Which?',
        components: [{ type: 1, components: [{ type: 3, custom_id: 'colour', options, placeholder: 'A colour' }] }],
      },
    });
    await messageWith(page, 'Which?').getByRole('button', { name: 'A colour' }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(JSON.stringify(await bot.next())).toContain('"values":["green"]');
    await eventually(() => page.getByRole('alert').getByText('The application did not respond').count()).toBe(1);
  });

  it('sends several choices when their menu closes', async () => {
    const { page, bot } = await open(channels.general);
    const options = ['oak', 'elm', 'ash'].map((value) => ({ label: value, value }));
    const menu = { type: 3, custom_id: 'trees', options, placeholder: 'Trees', min_values: 1, max_values: 3 };
    await post(bot, channels.general, { content: 'Which trees?', components: [{ type: 1, components: [menu] }] });
    const opener = messageWith(page, 'Which trees?').getByRole('button', { name: 'Trees' });
    await opener.click();
    await page.keyboard.press('Escape');
    await opener.click();
    await page.getByRole('option', { name: 'oak' }).click();
    await page.getByRole('option', { name: 'ash' }).click();
    await page.keyboard.press('Escape');
    expect(JSON.stringify(await bot.next())).toContain('"values":["oak","ash"]');
  });
});
