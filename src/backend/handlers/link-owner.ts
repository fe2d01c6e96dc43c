import { type LinkOwner, type linkOwner, MAILED_LINKS } from '../../contract/sign-up.ts'
import { oneOf, text } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { NO_USER } from '../domain/base/tickets.ts'
import { emailProofOf, needsPassword } from '../domain/identity/accounts/email-proof.ts'
import { findIssuedLink } from '../domain/identity/credentials/mailed-links.ts'
import { shownName } from '../domain/mail/shown-text.ts'
import { type Handlers, open } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { TicketRecord } from '../store/records.ts'

/** Returns the names in an invitation email, or `undefined` for a link that wasn't an invitation. */
const invitationOf = async (
  { store }: Ports,
  { purpose, tenantId, detail }: TicketRecord,
): Promise<{ tenantName?: string; inviterName?: string } | undefined> => {
  const { inviter } = JSON.parse(detail) as { inviter?: string } // Written by `writeInvitation`.
  if (purpose !== 'invitation' && inviter === undefined) return undefined
  const tenantName = shownName((await store.tenants.get(tenantId ?? NO_USER))?.name ?? '')
  const inviterName = shownName(inviter ?? '')
  return { ...(tenantName && { tenantName }), ...(inviterName && { inviterName }) }
}

export const linkOwnerHandlers = {
  /** Reading a link doesn't use it up. */
  getLinkOwner: open(async (call): Promise<LinkOwner> => {
    const { ports, body } = call
    const purpose = oneOf(text(body.purpose, 'purpose'), 'purpose', MAILED_LINKS)
    const userId = text(body.userId, 'userId')
    const token = text(body.token, 'token')
    if (!purpose) throw badRequest('purpose is required')
    const { ticket, user, status } = await findIssuedLink(call, { purpose, userId, token })
    const invitation = await invitationOf(ports, ticket)
    const kind = invitation && { isInvitation: true }
    if (status !== 'live') return { dead: status, ...kind }
    const isActivation = purpose === 'activation'
    return {
      email: user.email,
      ...kind,
      ...invitation,
      ...(isActivation && { shouldSetPassword: needsPassword(user, await emailProofOf(call, user)) }),
    }
  }),
} satisfies Handlers<typeof linkOwner>
