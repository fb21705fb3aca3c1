import { REST } from 'discord.js';
import { expect, it } from 'vitest';
import { answerCalls } from '../../../src/discord/rest/answer-calls.ts';
import { createCall } from '../../../src/discord/rest/request.ts';

it('a later message of an interaction is deleted by its id, because the original of a press is the message under the button', async () => {
  const paths: string[] = [];
  const makeRequest = async (url: string): Promise<Response> => {
    paths.push(new URL(url).pathname.replace(/^\/api\/v\d+/, ''));
    return new Response(null, { status: 204 });
  };
  const rest = answerCalls(createCall(new REST({ makeRequest })));
  const press = { applicationId: '1', token: 'press' };
  await rest.deleteOriginal(press);
  await rest.deleteOriginal(press, '2');
  expect(paths).toEqual(['/webhooks/1/press/messages/@original', '/webhooks/1/press/messages/2']);
});
