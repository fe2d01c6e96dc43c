import { endpoint } from '../endpoint.ts'

export const breachedPasswordEmails = {
  /** Mails these users, as far as their passwords are known from data breaches, a link to choose another. */
  mailBreachedUsers: endpoint<void, { userIds: string[] }, { count: number }>()(
    'POST',
    '/identity/resources/fe/v1/members/breached-password-emails',
  ),
}
