import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { ask, pressed, said } from '../commands/asking.ts';
import { atelier, type Easel, passes, people, startEasel, textOf } from '../support/easel.ts';

const GENERATE = { name: 'image', options: { prompt: 'a lighthouse' } };
const NOT_APPROVED = 'hasn’t approved this server yet, but has been asked';

let easel: Easel;

beforeEach(async () => {
  easel = await startEasel({ environment: { SERVERS: 'ask' } });
  await easel.until(() => easel.log.some(({ msg }) => msg === 'operators known'));
});
afterEach(() => easel.close());

const refused = (): Promise<string> => said(easel, people.member, GENERATE);
const directCards = (): MessageView[] => {
  const direct = easel.discord.world.directChannels.find(({ userId }) => userId === people.operator);
  return direct ? easel.discord.messages(direct.id, { as: people.operator }) : [];
};
const firstCard = (cards = directCards): Promise<MessageView> => easel.until(() => cards()[0]);

describe('with SERVERS=ask, a new server', () => {
  it('has no credits, asks the operator once, and can spend after one press in a direct message', async () => {
    expect(await said(easel, people.member, { name: 'budget' })).toContain('it has no allowance');
    expect(await refused()).toContain(NOT_APPROVED);
    const card = await firstCard();
    expect(textOf(card)).toMatch(new RegExp(`new server needs credits.*Atelier.*${atelier.guild}`, 'su'));
    expect(await refused()).toContain(NOT_APPROVED);
    await passes(easel, 60_000);
    expect(directCards()).toHaveLength(1);
    await easel.press(people.operator, card, 'Give 500 credits a month');
    await easel.until(() => textOf(directCards()[0] ?? card).includes('now gets 500 credits each month'));
    expect(textOf(await ask(easel, people.member, GENERATE))).toContain('asked for a picture');
    await easel.idle();
    expect(await easel.budget()).toMatchObject({ left: 496, spent: 4 });
  });

  it('stays without credits after Not now, and is not asked about again', async () => {
    await refused();
    const card = await firstCard();
    await easel.press(people.operator, card, 'Not now');
    await easel.until(() => textOf(directCards()[0] ?? card).includes('stays without credits'));
    await easel.restart();
    expect(await refused()).toContain(NOT_APPROVED);
    await passes(easel, 60_000);
    expect(directCards()).toHaveLength(1);
  });

  it('can be admitted by operators only, where members see the card', async () => {
    await easel.restart({ SERVERS: 'ask', OPERATOR_CHANNEL_ID: atelier.channels.gallery });
    await refused();
    const card = await firstCard(() =>
      easel.discord
        .messages(atelier.channels.gallery, { as: people.member })
        .filter((message) => textOf(message).includes('A new server needs')),
    );
    const answer = await pressed(easel, people.owner, card, 'Give 500 credits a month');
    expect(textOf(answer)).toContain('Only Easel’s operator can do that');
    expect(await refused()).toContain(NOT_APPROVED);
  });

  it('keeps the default allowance where it had one before', async () => {
    await easel.restart({ SERVERS: 'open' });
    await ask(easel, people.member, GENERATE);
    await easel.idle();
    await easel.restart({ SERVERS: 'ask' });
    expect(await easel.budget()).toMatchObject({ left: 496 });
    expect(await refused()).toContain('asked for a picture');
    await easel.idle();
  });
});
