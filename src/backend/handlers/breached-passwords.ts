import type { password } from '../../contract/password.ts'
import { mailBreachedUsers } from '../domain/credentials/breached-mails.ts'
import { WRITE_USERS } from '../domain/members/members.ts'
import { allowed, type Handlers } from '../http/handler.ts'

export const breachedPasswordsHandlers = {
  sendBreachedPasswordEmails: allowed(WRITE_USERS, async (call) => {
    const { ports, auth, audit } = call
    const count = await mailBreachedUsers(ports, auth.tenantId)
    await audit({
      action: 'Breached password emails sent',
      resource: 'Passwords',
      severity: 'Medium',
      description: `Sent ${count} users a link to replace their breached password`,
      detail: { users: count },
    })
    return {}
  }),
} satisfies Pick<Handlers<typeof password>, 'sendBreachedPasswordEmails'>
