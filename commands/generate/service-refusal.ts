import { MemberError } from '../../src/errors.ts';
import type { CommandContext } from '../support/context.ts';

/** @throws MemberError while the service cannot be asked for anything new: by this member, or by anyone. */
export function needService(
  { operatorAlerter, texts, watch }: Pick<CommandContext, 'operatorAlerter' | 'texts' | 'watch'>,
  memberId?: string,
): void {
  if (watch.mayCreate(memberId)) return;
  const { refusals } = texts;
  switch (watch.status) {
    case 'bad key':
      throw new MemberError(refusals.badKey(operatorAlerter.isTold));
    case 'refuses requests':
      throw new MemberError(refusals.notServed(operatorAlerter.isTold));
    case 'not the service':
      throw new MemberError(refusals.notTheService);
    default:
      throw new MemberError(refusals.serviceDown);
  }
}
