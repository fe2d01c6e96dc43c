import type { additions } from '../../contract/additions.ts'
import type { impersonation } from '../../contract/impersonation.ts'
import { text } from '../call/read.ts'
import { actAs, assertMayActAs } from '../domain/access/impersonation.ts'
import { issueTicket } from '../domain/credentials/tickets.ts'
import { allowed, byCookie, type Handlers } from '../http/handler.ts'

export const impersonationHandlers = {
  impersonate: byCookie(async (call) => {
    const answer = await actAs(call, {
      actorToken: text(call.body.actorToken, 'actorToken'),
      userId: text(call.body.impersonatedUserId, 'impersonatedUserId'),
    })
    return { ...answer, tokenType: 'Bearer' }
  }),
} satisfies Handlers<typeof impersonation>

export const startImpersonationHandlers = {
  startImpersonation: allowed('fe.secure.write.impersonation', async ({ ports, auth, path }) => {
    await assertMayActAs(ports, auth, path.userId)
    const detail = { actorId: auth.user.id }
    const actorToken = await issueTicket(ports, {
      purpose: 'impersonation',
      userId: path.userId,
      tenantId: auth.tenantId,
      detail,
    })
    return { actorToken }
  }),
} satisfies Pick<Handlers<typeof additions>, 'startImpersonation'>
