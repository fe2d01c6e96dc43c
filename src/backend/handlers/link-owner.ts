import { type linkOwner, PASSWORD_LINKS } from '../../contract/additions/link-owner.ts'
import { oneOf, text } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { viewLink } from '../domain/credentials/mailed-links.ts'
import { type Handlers, open } from '../http/handler.ts'

export const linkOwnerHandlers = {
  /** Reading uses nothing of a link. */
  getLinkOwner: open(async (call) => {
    const { body } = call
    const purpose = oneOf(text(body.purpose, 'purpose'), 'purpose', PASSWORD_LINKS)
    const userId = text(body.userId, 'userId')
    const token = text(body.token, 'token')
    if (!purpose) throw badRequest('purpose is required')
    const { user } = await viewLink(call, { purpose, userId, token })
    return { email: user.email }
  }),
} satisfies Handlers<typeof linkOwner>
