import { type additions, PASSWORD_LINKS } from '../../contract/additions.ts'
import { oneOf, text } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { findOwnedTicket } from '../domain/credentials/tickets.ts'
import { TICKET_PER_USER, takeTry } from '../domain/limits/limits.ts'
import { type Handlers, open } from '../http/handler.ts'

export const linkOwnerHandlers = {
  /**
   * Asking uses nothing of a link (RELIABILITY row 44). Guesses are counted by themselves: whoever opens a dead link
   * again and again must still be able to use the next one.
   */
  getLinkOwner: open(async ({ ports, body }) => {
    const purpose = oneOf(text(body.purpose, 'purpose'), 'purpose', PASSWORD_LINKS)
    const userId = text(body.userId, 'userId')
    const token = text(body.token, 'token')
    if (!purpose) throw badRequest('purpose is required')
    try {
      const { user } = await findOwnedTicket(ports, { purpose, userId, token })
      return { email: user.email }
    } catch (error) {
      await takeTry(ports, TICKET_PER_USER, `link-owner:${userId}`)
      throw error
    }
  }),
} satisfies Pick<Handlers<typeof additions>, 'getLinkOwner'>
