import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { actionRow, button, textDisplay } from '../../src/discord/messages/components.ts';
import { type MessageBody, messageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import { kindOf } from '../../src/task-api/models.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { askIds } from './ask-ids.ts';
import { cheaperRequests } from './cheaper.ts';
import { NoCreditsError } from './hold-refusal.ts';
import { modelsHere } from './models.ts';

/** A request as it was asked for. */
export interface Asked {
  request: JobRequest;
  count: number;
  /** Its sources are those of the member's tray. */
  usesTray?: boolean | undefined;
}

/**
 * Runs `work`. Where it refuses, the member reads why, and can edit the request instead of typing it again, or ask for what the
 * credits are still enough for.
 * @returns undefined where it refused
 */
export async function keepRequest<Result>(
  interaction: InServer<InteractionFacts>,
  asked: Asked,
  respond: Responder,
  context: CommandContext,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MemberError)) throw error;
    await respond.tell(await renderRefusal(interaction, asked, error, context));
    return undefined;
  }
}

async function renderRefusal(
  interaction: InServer<InteractionFacts>,
  asked: Asked,
  refusal: MemberError,
  context: CommandContext,
): Promise<MessageBody> {
  const { askings, texts } = context;
  const { applicationId, id, server, token, userId: memberId } = interaction;
  const keep = (askingId: string, kept: Asked): Promise<number> =>
    askings.add(askingId, { ...kept, memberId, guildId: server.guildId, question: { applicationId, token } });

  const askingId = jobIdOf(id);
  const endsAtMs = await keep(askingId, asked);
  const buttons = [button(askIds.of(memberId, { verb: 'edit', askingId }), texts.refused.edit)];
  for (const [index, { request, count, label }] of (
    await offersFor(asked, refusal, server.guildId, context)
  ).entries()) {
    const offerId = `${askingId}${index}`;
    await keep(offerId, { ...asked, request, count });
    buttons.push(button(askIds.of(memberId, { verb: 'yes', askingId: offerId }), label));
  }
  const content = `${refusal.message}\n-# ${texts.refused.kept(endsAtMs)}`;
  return messageBody([textDisplay(content), actionRow(buttons)], { ephemeral: true });
}

/** What the credits are still enough for, and how a button says it. */
async function offersFor(
  { request, count }: Asked,
  refusal: MemberError,
  guildId: string,
  context: CommandContext,
): Promise<{ request: JobRequest; count: number; label: string }[]> {
  if (!(refusal instanceof NoCreditsError)) return [];
  const { models, texts } = context;
  const offered = await modelsHere(guildId, [kindOf(request.modelId)], context);
  const purse = {
    ...{ leftCredits: refusal.leftCredits, quoteCredits: models.quoteCredits },
    modelIds: offered.map(({ id }) => id),
  };
  return cheaperRequests({ request, count }, purse).map((cheaper) => {
    const { modelId } = cheaper.request;
    const other = modelId === request.modelId ? undefined : offered.find(({ id }) => id === modelId);
    return { ...cheaper, label: texts.refused.make(cheaper.count, cheaper.credits, other?.name) };
  });
}
