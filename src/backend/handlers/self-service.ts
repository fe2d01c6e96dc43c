import type { selfService } from '../../contract/additions/self-service.ts'
import { text } from '../call/read.ts'
import { Refusal } from '../call/refusal.ts'
import { GRACE_DAYS } from '../domain/base/tickets.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { asksPassword } from '../domain/identity/access/confirm-user.ts'
import type { Page } from '../domain/oauth/oauth-pages.ts'
import { emailManagerOf, startEmailChange, verifyEmailChange } from '../domain/self-service/email-change.ts'
import { undoEmailChange, viewEmailUndo } from '../domain/self-service/email-undo.ts'
import { leaveTenant, ownMemberships } from '../domain/self-service/leave-tenant.ts'
import {
  askRestorePage,
  askUndoPage,
  refusedPage,
  restoredPage,
  undonePage,
} from '../domain/self-service/link-pages.ts'
import { socialAccountsOf, startSocialLink, unlinkSocialAccount } from '../domain/self-service/social-accounts.ts'
import { restoreUser, scheduleUserDeletion, viewRestore } from '../domain/self-service/user-deletion.ts'
import { byOauth, type Call, type Handlers, signedIn } from '../http/handler.ts'
import { show } from './oauth-responses.ts'

interface Link {
  userId: string
  token: string
}

const linkOf = (given: { userId?: unknown; token?: unknown }): Link => ({
  userId: text(given.userId, 'userId'),
  token: text(given.token, 'token'),
})

/** Browsers open these links, so a refusal is a page too. */
const page = async (
  { ports, reply }: Pick<Call<unknown>, 'ports' | 'reply'>,
  work: () => Promise<Page>,
): Promise<string> => {
  try {
    return show(reply, await work())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return show(reply, refusedPage(ports, error.errors.join(' ')), error.status)
  }
}

export const selfServiceHandlers = {
  getSelfService: signedIn(async (call) => {
    const { ports, auth } = call
    return {
      emailManagedBy: await emailManagerOf(ports, auth.user),
      asksPassword: asksPassword(auth),
      socialAccounts: await socialAccountsOf(ports, auth.user.id),
      memberships: await ownMemberships(call),
      graceDays: GRACE_DAYS,
    }
  }),
  startEmailChange: signedIn((call) => startEmailChange(call, call.body)),
  verifyEmailChange: signedIn((call) => verifyEmailChange(call, call.body)),
  showEmailUndo: byOauth((call) =>
    page(call, async () => {
      const link = linkOf(call.query)
      return askUndoPage(call.ports, await viewEmailUndo(call, link), link)
    }),
  ),
  undoEmailChange: byOauth((call) =>
    page(call, async () => undonePage(call.ports, await undoEmailChange(call, linkOf(call.body)))),
  ),
  startSocialLink: signedIn(async (call) => {
    await startSocialLink(call, call.body)
    return {}
  }),
  unlinkSocialAccount: signedIn(async (call) => {
    await unlinkSocialAccount(call, call.path.id)
    return {}
  }),
  leaveTenant: signedIn(async (call) => {
    await leaveTenant(call, call.path.tenantId)
    return {}
  }),
  deleteUser: signedIn(async (call) => ({ deletesAt: iso((await scheduleUserDeletion(call, call.body)).dueAt) })),
  showUserRestore: byOauth((call) =>
    page(call, async () => {
      const link = linkOf(call.query)
      return askRestorePage(call.ports, (await viewRestore(call, link)).email, link)
    }),
  ),
  restoreUser: byOauth((call) =>
    page(call, async () => {
      await restoreUser(call, linkOf(call.body))
      return restoredPage(call.ports)
    }),
  ),
} satisfies Handlers<typeof selfService>
