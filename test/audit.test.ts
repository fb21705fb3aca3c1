import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../src/store/open-store.ts';
import { VERSION } from '../src/version.ts';
import { holding, keepAccount } from './budget/samples.ts';
import { meddle, tempFolder } from './store/temp-folder.ts';
import { hasPostgres, meddlePostgres, newPostgres } from './support/postgres.ts';
import { type Said, toolRunner } from './support/tools.ts';

const run = toolRunner('store-tool/store-tool');

async function audit(url: string): Promise<Said> {
  const { code, said } = await run({ STORE_URL: url }, 'audit');
  const [version, ...lines] = said.split('\n');
  expect(version).toBe(`Easel ${VERSION}`);
  return { code, said: lines.join('\n') };
}

describe('npm run audit', () => {
  const readsBeside = async (url: string, spoil: () => Promise<void>): Promise<void> => {
    const store = await openStore(url);
    onTestFinished(() => store.close());
    await keepAccount(store, '111222333444555666', holding('job', 10));
    expect(await audit(url)).toEqual({
      code: 0,
      said: '1 accounts: 0 credits spent, 10 held (0 unconfirmed)\nThe books are in order.\n',
    });
    await spoil();
    const { code, said } = await audit(url);
    expect(said).toContain('server 111222333444555666: entry 2: says that 91 credits were left; the entries give 90');
    expect(code).toBe(1);
  };

  it('reads next to a running bot, and names the server and the entry that differ', async () => {
    const path = `${await tempFolder()}/easel.sqlite`;
    await readsBeside(`sqlite://${path}`, () =>
      meddle(path, async (query) => {
        await query("UPDATE records SET value = replace(value, ':90', ':91') WHERE key LIKE 'ledger:%'");
      }),
    );
  });

  it.runIf(hasPostgres)('works in PostgreSQL too', async () => {
    const url = await newPostgres();
    await readsBeside(url, () =>
      meddlePostgres(url, async (query) => {
        await query("UPDATE easel_records SET value = replace(value, ':90', ':91') WHERE key LIKE 'ledger:%'");
      }),
    );
  });

  it('does not call a store without accounts in order', async () => {
    const url = `sqlite://${await tempFolder()}/easel.sqlite`;
    await (await openStore(url)).close();
    expect(await audit(url)).toEqual({ code: 3, said: 'The store is empty: no server has an account.\n' });
  });

  it('reports a missing store, and creates none', async () => {
    const url = `sqlite://${await tempFolder()}/nothing.sqlite`;
    for (let look = 0; look < 2; look++)
      expect(await audit(url)).toMatchObject({ code: 2, said: expect.stringContaining('there is no store') });
  });
});
