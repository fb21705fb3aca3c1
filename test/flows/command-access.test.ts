import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import type { CommandOverride } from '../../src/sandbox/discord/world/world-schema.ts';
import { atelier, type Easel, GALLERY, people, textOf } from '../support/easel.ts';
import { budgetPage, choose, configure, image, messageOf, privateText, prompts, start } from './moderation-support.ts';

const set = (easel: Easel, ...overrides: CommandOverride[]): void =>
  easel.discord.changeWorld(({ guilds }) => {
    const [guild] = guilds;
    if (guild) guild.commandOverrides = overrides;
  });
const forEverybody = (command: string): CommandOverride => ({
  ...{ command, target: 'role', id: atelier.guild, allowed: false },
});
const forMember = (command: string, allowed: boolean, id: string = people.secondMember): CommandOverride => ({
  ...{ command, target: 'member', id, allowed },
});
const inGallery = (command: string): CommandOverride => ({ command, target: 'channel', id: GALLERY, allowed: false });
/** Easel asks Discord for a server's permissions again after some seconds. */
const later = (easel: Easel): Promise<void> => easel.clock.advance(15_000);

/** Whether the panel's menu of sections has the budget. */
const hasBudget = ({ components }: MessageView): boolean => JSON.stringify(components).includes('"value":"budget"');

/** Takes Manage Server from managers, who stay members. */
const demoteManagers = (easel: Easel): void =>
  easel.discord.changeWorld(({ guilds }) => {
    for (const role of guilds.flatMap(({ roles }) => roles)) {
      if (role.id === atelier.roles.manager) role.permissions = '0';
    }
  });

async function made(): Promise<{ easel: Easel; result: MessageView }> {
  const easel = await start();
  const pending = await image(easel, people.member);
  await easel.idle();
  return { easel, result: easel.now(pending) };
}

describe('command permissions that admins set in Discord', () => {
  it('apply to buttons when admins restricted /image from everybody, a member or a channel, or all of Easel', async () => {
    const { easel, result } = await made();
    const restrictions = [forEverybody('image'), forMember('image', false), inGallery('image'), forEverybody('*')];
    for (const override of restrictions) {
      set(easel, override);
      expect(privateText(await easel.press(people.secondMember, result, 'Vary'))).toContain('This server’s admins');
      set(easel);
      await later(easel);
    }
    expect(prompts(easel)).toHaveLength(1);
    expect(textOf(messageOf(await easel.press(people.secondMember, result, 'Vary')))).toContain('asked for');
    await easel.idle();
  });

  it('apply to buttons for the named people only, not to /video, and to Report as to its message command', async () => {
    const { easel, result } = await made();
    set(easel, forMember('image', false, people.artist), forEverybody('video'));
    expect(textOf(messageOf(await easel.press(people.secondMember, result, 'Vary')))).toContain('asked for');
    await easel.idle();
    set(easel, forMember('Report to moderators', false));
    await later(easel);
    expect(privateText(await easel.press(people.secondMember, result, 'Report …'))).toContain('This server’s admins');
    expect((await easel.press(people.artist, result, 'Report …')).kind).toBe('modal');
  });

  it('open /settings and its whole panel to others than managers, and close it at once', async () => {
    const easel = await start();
    set(easel, forMember('settings', true, people.artist));
    const panel = await easel.command(people.artist, { channelId: GALLERY, name: 'settings' });
    expect(textOf(panel)).toContain('Settings of this server');
    const part = messageOf(await choose(easel, people.artist, panel, 'pick', ['results']));
    const saved = messageOf(await choose(easel, people.artist, part, 'put-spoiler', ['always']));
    expect(textOf(saved)).toContain('Saved');
    set(easel);
    await later(easel);
    expect(privateText(await choose(easel, people.artist, saved, 'put-spoiler', ['asked']))).toContain(
      'Only members with Manage Server',
    );
  });

  it('open no part of the budget to others than managers', async () => {
    const easel = await start();
    const refusal = 'Only members with Manage Server';
    const show = () => easel.command(people.manager, { channelId: GALLERY, name: 'settings' });
    const [page, panel] = [await budgetPage(easel), await show()];
    expect(hasBudget(panel)).toBe(true);
    demoteManagers(easel);
    set(easel, forMember('settings', true, people.manager));
    await later(easel);
    for (const label of ['Limit each member …', 'Limit a role …', 'Time zone …'])
      expect(privateText(await easel.press(people.manager, page, label))).toContain(refusal);
    expect(privateText(await easel.press(people.manager, page, 'Pause spending'))).toContain(refusal);
    expect(privateText(await choose(easel, people.manager, panel, 'pick', ['budget']))).toContain(refusal);
    expect(hasBudget(await show())).toBe(false);
  });

  it('close /settings and its whole panel to a manager', async () => {
    const easel = await start();
    const panel = await easel.command(people.manager, { channelId: GALLERY, name: 'settings' });
    await later(easel);
    set(easel, forMember('settings', false, people.manager));
    expect(privateText(await choose(easel, people.manager, panel, 'pick', ['results']))).toContain(
      'admins have turned off',
    );
  });

  it('last as Discord gave them last while Discord does not answer; without them nothing is made', async () => {
    const { easel, result } = await made();
    const down = () =>
      easel.discord.faults.switchOn({ name: 'internal-error', route: '*/commands/permissions', times: 1 });
    down();
    expect(privateText(await easel.press(people.secondMember, result, 'Vary'))).toContain('isn’t saying right now');
    expect(prompts(easel)).toHaveLength(1);
    // Sooner, it would count as a double press.
    await easel.clock.advance(3_000);
    await easel.press(people.secondMember, result, 'Vary');
    await easel.idle();
    expect(prompts(easel)).toHaveLength(2);
    await later(easel);
    down();
    await easel.press(people.secondMember, result, 'Vary');
    await easel.idle();
    expect(prompts(easel)).toHaveLength(3);
  });
});

describe('/moderation', () => {
  const chosen = async (easel: Easel, roleId: string): Promise<string> => {
    await configure(easel, { moderatorRoleIds: [roleId] });
    return textOf(await easel.command(people.manager, { channelId: GALLERY, name: 'settings' }));
  };

  it('is shown to members with Manage Messages, and the panel names moderator roles that don’t see it', async () => {
    const easel = await start();
    expect(await chosen(easel, atelier.roles.moderator)).not.toContain('Manage Messages');
    expect(await chosen(easel, atelier.roles.artist)).toContain(
      `<@&${atelier.roles.artist}> doesn’t have Manage Messages, so Discord doesn’t show \`/moderation\``,
    );
  });

  it('is not missed where an admin shows it to the role, and is where an admin hides it', async () => {
    const easel = await start();
    const forRole = (id: string, allowed: boolean): CommandOverride => ({
      ...{ command: 'moderation', target: 'role', id, allowed },
    });
    set(easel, forRole(atelier.roles.artist, true));
    expect(await chosen(easel, atelier.roles.artist)).not.toContain('Manage Messages');
    set(easel, forRole(atelier.roles.moderator, false));
    await later(easel);
    expect(await chosen(easel, atelier.roles.moderator)).toContain('doesn’t have Manage Messages');
  });
});
