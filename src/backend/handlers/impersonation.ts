import type { impersonation } from '../../contract/login.ts'
import type { memberImpersonation } from '../../contract/users.ts'
import { text } from '../call/read.ts'
import { impersonate, startImpersonation, stopImpersonation } from '../domain/identity/access/impersonation.ts'
import { byCookie, type Handlers, signedIn } from '../http/handler.ts'

export const impersonationHandlers = {
  impersonate: byCookie(async (call) => {
    const response = await impersonate(call, {
      actorToken: text(call.body.actorToken, 'actorToken'),
      userId: text(call.body.impersonatedUserId, 'impersonatedUserId'),
    })
    return { ...response, tokenType: 'Bearer' }
  }),
} satisfies Handlers<typeof impersonation>

export const memberImpersonationHandlers = {
  startImpersonation: signedIn(async (call) => ({
    actorToken: await startImpersonation(call, call.path.userId),
  })),
  stopImpersonation: byCookie((call) => stopImpersonation(call)),
} satisfies Handlers<typeof memberImpersonation>
