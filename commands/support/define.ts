import type { Ids } from '../../src/discord/custom-ids/ids.ts';
import { controlAnywhereOf, controlOf } from '../../src/discord/interactions/command.ts';
import type { Button, CommandContext, Form } from './context.ts';

type Run<Kind extends 'component' | 'modal', Argument> = Parameters<
  typeof controlOf<Kind, CommandContext, Argument>
>[1];

/** What a press does, with the argument that its ids carry. */
export const defineButton = <Argument>(ids: Ids<Argument>, run: Run<'component', Argument>): Button =>
  controlOf(ids, run);

/** What a press does in servers and in direct messages. */
export const defineButtonAnywhere = <Argument>(
  ids: Ids<Argument>,
  run: Parameters<typeof controlAnywhereOf<'component', CommandContext, Argument>>[1],
): Button => controlAnywhereOf(ids, run);

/** What a sent form does. */
export const defineForm = <Argument>(ids: Ids<Argument>, run: Run<'modal', Argument>): Form => controlOf(ids, run);
