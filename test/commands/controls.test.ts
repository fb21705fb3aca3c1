import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buttons, commandsFor, forms } from '../../commands/index.ts';
import type { Guard, Guards } from '../../commands/support/guards.ts';
import * as customIds from '../../src/discord/custom-ids/controls.ts';

/** Every command and control is in `commands/index.ts` and has a guard. */

const commands = commandsFor(1_000);

function isDefined(value: unknown): value is { guards: Guards } {
  return typeof value === 'object' && value !== null && 'guards' in value && 'run' in value;
}

it('commands/index.ts includes everything that commands/ defines', async () => {
  const listed = new Set<unknown>([...commands, ...buttons, ...forms]);
  const root = join(import.meta.dirname, '../../commands');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const exported = await Promise.all(
    files.map(async (file) => {
      const all: [string, unknown][] = Object.entries(await import(join(root, file)));
      return all
        .filter(([, value]) => isDefined(value))
        .map(([name, value]) => ({ name: `${name} in ${file}`, value }));
    }),
  );
  expect(exported.flat().length).toBeGreaterThan(40);
  expect(exported.flat().flatMap(({ name, value }) => (listed.has(value) ? [] : [name]))).toEqual([]);
});

it('every verb of the custom ids has a button or a form', () => {
  const handled = [...buttons, ...forms].flatMap(({ action, guards }) =>
    Object.keys(guards).flatMap((verb) => (verb === '' ? verbsOf(action) : [`${action} ${verb}`])),
  );
  expect([...new Set(handled)].sort()).toEqual(ALL_IDS.flatMap(({ action }) => verbsOf(action)).sort());
});

const ALL_IDS = Object.values(customIds).filter((one) => typeof one === 'object' && 'action' in one);

const verbsOf = (action: string): string[] =>
  ALL_IDS.filter((ids) => ids.action === action).flatMap(({ verbs }) =>
    verbs.length === 0 ? [action] : verbs.map((verb) => `${action} ${verb}`),
  );

const nameOf = (guard: Guard | 'operator'): string =>
  typeof guard === 'string' ? guard : `${guard.who} as ${guard.as.name}`;

/** The names of commands, and the verbs of controls, by who may use them. */
function whoMayUse(all: readonly { name: string; guards: Guards }[]): Record<string, string[]> {
  const named = all.flatMap(({ name, guards }) =>
    Object.entries(guards).map(([path, guard]) => ({ name: `${name} ${path}`.trim(), guard: nameOf(guard) })),
  );
  const grouped = Map.groupBy(named, ({ guard }) => guard);
  return Object.fromEntries([...grouped].map(([guard, those]) => [guard, those.map(({ name }) => name).sort()]));
}

it('says who may use each command', () => {
  expect(whoMayUse(commands.map(({ data, guards }) => ({ name: data.name, guards })))).toMatchInlineSnapshot(`
    {
      "everyone": [
        "Open in Easel",
        "Report to moderators",
        "Show in the gallery",
        "Use as a source",
        "budget",
        "explore",
        "help",
        "history",
        "image",
        "preferences",
        "privacy",
        "round",
        "style",
        "video",
      ],
      "granted as settings": [
        "settings",
        "setup",
      ],
      "moderator": [
        "Moderate this",
        "moderation panel",
        "moderation timeout",
      ],
      "operator": [
        "credits allowance",
        "credits grant",
        "credits pause",
        "credits resolve",
        "credits resume",
        "credits servers",
        "credits statement",
        "credits status",
      ],
    }
  `);
});

it('says who may use each button and menu', () => {
  expect(whoMayUse(buttons.map(({ action, guards }) => ({ name: action, guards })))).toMatchInlineSnapshot(`
    {
      "everyone": [
        "ask",
        "cancel",
        "delete",
        "draft",
        "gallery remove",
        "make",
        "page bring",
        "page collect",
        "page source",
        "page terms",
        "preview view",
        "prompt",
        "round entries",
        "round mine",
        "round page",
        "round submit",
        "round vote",
        "round withdraw",
        "savestyle",
        "star",
        "surelydelete",
        "waiting allow",
        "waiting decline",
        "waiting edit",
        "waiting never",
        "waiting prompt",
        "waiting vote",
        "waiting why",
        "waiting withdraw",
        "whyreported",
        "work animate",
        "work change",
        "work edit",
        "work more",
        "work style",
        "work view",
      ],
      "everyone as Report to moderators": [
        "report",
      ],
      "everyone as Show in the gallery": [
        "gallery show",
      ],
      "granted as settings": [
        "settings edit",
        "settings experts",
        "settings home",
        "settings pick",
        "settings put",
        "settings save",
        "settings sure",
        "settings test",
        "settings undo",
        "setup again",
        "setup count",
        "setup gallery",
        "setup kind",
        "setup make",
        "setup roles",
        "setup show",
        "setup staff",
        "setup start",
        "setup use",
      ],
      "manager": [
        "privacy eraseServer",
        "privacy server",
      ],
      "manager as settings": [
        "budget alerts",
        "budget limit",
        "budget manage",
        "budget pause",
        "budget remove",
        "budget resume",
        "budget statement",
        "budget zone",
      ],
      "moderator": [
        "appeal change",
        "appeal keep",
        "logged",
        "moderate",
        "moderaterequest",
        "moderating",
        "preview discard",
        "preview publish",
        "queue bring",
        "queue cards",
        "queue find",
        "queue forget",
        "queue list",
        "queue pause",
        "queue resume",
        "reported",
        "round approve",
        "round cancel",
        "round confirm",
        "round end",
        "round manage",
        "round managepage",
        "round remove",
        "round undo",
        "waiting approve",
        "waiting reject",
        "waiting trust",
        "waiting undo",
        "waiting untrust",
        "waiting veto",
      ],
      "operator": [
        "newserver",
        "resolve",
        "servers",
      ],
      "owner": [
        "appeal ask",
        "budget chart",
        "budget limits",
        "explore page",
        "explore style",
        "explore tab",
        "fetch",
        "history cancel",
        "history export",
        "history from",
        "history newer",
        "history newest",
        "history next",
        "history older",
        "history open",
        "history previous",
        "history search",
        "history starred",
        "history withdraw",
        "preferences ask",
        "preferences home",
        "preferences put",
        "preferences reset",
        "privacy ask",
        "privacy file",
        "privacy yes",
        "savedsources animate",
        "savedsources blend",
        "savedsources change",
        "styles add",
        "styles ask",
        "styles back",
        "styles delete",
        "styles edit",
        "styles open",
        "styles page",
        "styles put",
      ],
    }
  `);
});

it('says who may send each form', () => {
  expect(whoMayUse(forms.map(({ action, guards }) => ({ name: action, guards })))).toMatchInlineSnapshot(`
    {
      "everyone": [
        "askform",
        "collectform",
        "round submit",
        "styleform",
        "waiting edit",
      ],
      "everyone as Report to moderators": [
        "report",
      ],
      "granted as settings": [
        "settings test",
        "settings write",
      ],
      "manager as settings": [
        "budget limit",
        "budget zone",
      ],
      "moderator": [
        "appeal keep",
        "moderating",
        "preview discard",
        "queue pause",
        "reported",
        "round remove",
        "waiting reject",
      ],
      "opener": [
        "round open",
      ],
      "owner": [
        "appeal ask",
        "history search",
        "preferences ratio",
        "styles create",
        "styles ratio",
        "styles write",
      ],
    }
  `);
});
