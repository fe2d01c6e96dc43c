import type { Ports } from '../../../ports.ts'
import type { MemberRecord } from '../../../store/records.ts'
import { issueTicket } from '../../base/tickets.ts'
import { founderInvitationMail, post } from '../../mail/mails.ts'

/** Asks a user whether they founded the account that was created with their email and that others have since joined. */
export const inviteFounder = async (ports: Ports, { userId, tenantId, email, name }: MemberRecord): Promise<void> => {
  const tenant = await ports.store.tenants.get(tenantId)
  const token = await issueTicket(ports, { purpose: 'invitation', userId, tenantId })
  await post(ports, await founderInvitationMail(ports, { userId, email, name, token }, tenant?.name ?? ''))
}
