import type { PausedEvents } from '../../../../entities/guarantee.ts'
import type { Ports } from '../../../ports.ts'
import { hiddenEvents } from './event-areas.ts'
import { guarantorOf } from './guarantor.ts'
import { shownGuarantor } from './vouching.ts'

interface Subscription {
  tenantId: string
  guarantorId: string | null
}

/** Returns the events of a subscription that aren't sent because its guarantor may not see their data. */
export const pausedOf = async (
  ports: Ports,
  { tenantId, guarantorId }: Subscription,
  eventKeys: readonly string[],
): Promise<PausedEvents> => {
  const guarantor = await guarantorOf(ports, tenantId, guarantorId)
  const pausedEventKeys = hiddenEvents(guarantor?.keys ?? [], eventKeys)
  return { pausedEventKeys, guarantor: await shownGuarantor(ports, guarantor) }
}
