import { DiscordAPIError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { ownServerCalls } from '../../../src/discord/rest/own-server-calls.ts';
import type { Call } from '../../../src/discord/rest/request.ts';

const options = { signal: new AbortController().signal };
const refusal = (code: number, status: number): DiscordAPIError =>
  new DiscordAPIError({ code, message: 'no' }, code, status, 'GET', '/guilds', {});

/** Discord with servers of these ids. @param ofOne what it answers about one server */
function discordWith(ids: readonly string[], ofOne: unknown, { pages = Number.POSITIVE_INFINITY } = {}) {
  let asked = 0;
  const call: Call = async (_, route, schema, request) => {
    if (route !== '/users/@me/guilds') {
      if (ofOne instanceof Error) throw ofOne;
      return schema.parse(ofOne);
    }
    asked += 1;
    if (asked > pages) throw refusal(130_000, 503);
    const after = BigInt(request?.query?.get('after') ?? '0');
    const later = ids.filter((id) => BigInt(id) > after).slice(0, Number(request?.query?.get('limit')));
    return schema.parse(later.map((id) => ({ id })));
  };
  return ownServerCalls(call);
}

const IDS = Array.from({ length: 401 }, (_, index) => String(100_000_000_000_000_000n + BigInt(index)));

describe('the list of the bot’s servers', () => {
  it('has all pages', async () => {
    expect(await discordWith(IDS, {}).ownServerIds(options)).toEqual(IDS);
    expect(await discordWith([], {}).ownServerIds(options)).toEqual([]);
  });

  it('is no list if a page is missing, or if pages repeat', async () => {
    await expect(discordWith(IDS, {}, { pages: 2 }).ownServerIds(options)).rejects.toThrow('no');
    await expect(discordWith(IDS, {}, { pages: 3 }).ownServerIds(options)).rejects.toThrow('no');
    const repeating: Call = async (_, __, schema) => schema.parse([{ id: '5' }]);
    await expect(ownServerCalls(repeating).ownServerIds(options)).rejects.toThrow('without a word of Discord’s');
  });
});

describe('whether the bot is in a server', () => {
  const [here = '', next = ''] = IDS;
  it.each<[boolean, string, readonly string[], unknown]>([
    [true, 'it is listed, though Discord doesn’t show it now', IDS, refusal(50_001, 403)],
    [true, 'Discord shows it', [], { id: here }],
    [false, 'it isn’t listed, and Discord doesn’t know it', [next], refusal(10_004, 404)],
    [false, 'it isn’t listed, and Discord lets no one in', [], refusal(50_001, 403)],
  ])('is %s if %s', async (isIn, _, listed, ofOne) => {
    expect(await discordWith(listed, ofOne).isInServer(here, options)).toBe(isIn);
  });

  it.each([
    ['Discord fails', refusal(0, 500)],
    ['Discord’s gate refuses', refusal(40_333, 403)],
    ['something else answers', { page: 'proxy' }],
  ])('is unknown while %s', async (_, ofOne) => {
    await expect(discordWith([], ofOne).isInServer(here, options)).rejects.toThrow();
  });
});
