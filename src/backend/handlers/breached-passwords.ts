import type { password } from '../../contract/password.ts'
import type { breachedPasswordEmails } from '../../contract/users.ts'
import type { SignedRequest } from '../call/auth.ts'
import { userIdList } from '../call/user-ids.ts'
import { mailBreachedUsers } from '../domain/identity/credentials/breached-mails.ts'
import { WRITE_USERS } from '../domain/identity/members/members.ts'
import { allowed, type Handlers } from '../http/handler.ts'

const mail = async ({ ports, auth, audit }: SignedRequest, userIds?: readonly string[]): Promise<number> => {
  const count = await mailBreachedUsers(ports, auth.tenantId, userIds)
  await audit({
    action: 'Breached password emails sent',
    resource: 'Passwords',
    severity: 'Medium',
    description: `Sent ${count} users a link to replace their breached password`,
    detail: { users: count },
  })
  return count
}

export const breachedPasswordsHandlers = {
  sendBreachedPasswordEmails: allowed(WRITE_USERS, async (call) => {
    await mail(call)
    return {}
  }),
} satisfies Pick<Handlers<typeof password>, 'sendBreachedPasswordEmails'>

export const breachedPasswordEmailsHandlers = {
  mailBreachedUsers: allowed(WRITE_USERS, async (call) => ({ count: await mail(call, userIdList(call.body.userIds)) })),
} satisfies Handlers<typeof breachedPasswordEmails>
