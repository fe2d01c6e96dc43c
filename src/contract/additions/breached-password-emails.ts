import { endpoint } from '../endpoint.ts'

export const breachedPasswordEmails = {
  /** Emails a link to choose a new password to those of these users whose passwords are known from data breaches. */
  mailBreachedUsers: endpoint<void, { userIds: string[] }, { count: number }>()(
    'POST',
    '/identity/resources/fe/v1/members/breached-password-emails',
  ),
}
