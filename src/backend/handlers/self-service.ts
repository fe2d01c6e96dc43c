import type { tenantDeletion } from '../../contract/accounts.ts'
import type { selfService } from '../../contract/me.ts'
import { lazy } from '../../kernel/lazy.ts'
import { GRACE_DAYS } from '../domain/base/tickets.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { asksPassword } from '../domain/identity/access/confirm-user.ts'
import { emailManagerOf, startEmailChange, verifyEmailChange } from '../domain/self-service/email-change.ts'
import { leaveTenant, ownMemberships } from '../domain/self-service/leave-tenant.ts'
import { socialAccountsOf, startSocialLink, unlinkSocialAccount } from '../domain/self-service/social-accounts.ts'
import { cancelTenantDeletion, scheduleTenantDeletion, shownDeletion } from '../domain/self-service/tenant-deletion.ts'
import { scheduleUserDeletion } from '../domain/self-service/user-deletion.ts'
import { byOauth, type Handlers, signedIn } from '../http/handler.ts'

// Loaded on demand, because only links of messages open these pages.
const links = lazy(async () => (await import('./self-service-links.ts')).selfServiceLinks)

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
  showEmailUndo: byOauth(async (call) => (await links()).showEmailUndo(call)),
  undoEmailChange: byOauth(async (call) => (await links()).undoEmailChange(call)),
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
  showUserRestore: byOauth(async (call) => (await links()).showUserRestore(call)),
  restoreUser: byOauth(async (call) => (await links()).restoreUser(call)),
} satisfies Handlers<typeof selfService>

export const tenantDeletionHandlers = {
  getTenantDeletion: signedIn(async ({ ports, auth }) => shownDeletion(await ports.store.deletions.get(auth.tenantId))),
  scheduleTenantDeletion: signedIn(async (call) => shownDeletion(await scheduleTenantDeletion(call, call.body))),
  cancelTenantDeletion: signedIn(async (call) => {
    await cancelTenantDeletion(call)
    return shownDeletion(undefined)
  }),
} satisfies Handlers<typeof tenantDeletion>
