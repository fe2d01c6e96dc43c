import type { Ports } from '../../../ports.ts'
import type { TicketRecord } from '../../../store/records.ts'
import { NO_USER } from '../../base/tickets.ts'
import { shownName } from '../../mail/shown-name.ts'

/** Returns the names in an invitation email, or `undefined` for a link that wasn't an invitation. */
export const invitationOf = async (
  { store }: Ports,
  { purpose, tenantId, detail }: TicketRecord,
): Promise<{ tenantName?: string; inviterName?: string } | undefined> => {
  const { inviter } = JSON.parse(detail) as { inviter?: string } // Written by `writeInvitation`.
  if (purpose !== 'invitation' && inviter === undefined) return undefined
  const tenantName = shownName((await store.tenants.get(tenantId ?? NO_USER))?.name ?? '')
  const inviterName = shownName(inviter ?? '')
  return { ...(tenantName && { tenantName }), ...(inviterName && { inviterName }) }
}
