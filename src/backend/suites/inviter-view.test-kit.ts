import { invitation } from '../../contract/invitation.ts'
import { login } from '../../contract/login.ts'
import { password, phoneReset } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { EVENT_CATALOG } from '../domain/events/catalog.ts'
import type { Kit } from './kit.test-kit.ts'

const ALL_EVENTS = EVENT_CATALOG.flatMap(({ events }) => events.map(({ key }) => key))

/** Adds a webhook to Acme that receives every event. */
export const listenToAcme = ({ store }: Kit) =>
  store.webhooks.insert({
    id: 'listener',
    tenantId: 'acme',
    displayName: 'All',
    description: '',
    url: 'http://localhost:9/',
    secret: '',
    previousSecret: null,
    previousSecretUntil: null,
    eventKeys: JSON.stringify(ALL_EVENTS),
    isActive: true,
    failingSince: null,
    guarantorId: 'ada',
    createdAt: 0,
    updatedAt: 0,
  })

/**
 * Does everything that a signed-out caller can do with an email, because an inviter may do the same to see its effects.
 */
export const actSignedOut = async (kit: Kit, email: string): Promise<void> => {
  // One attempt more than is needed to lock an account.
  for (let guess = 0; guess < 6; guess++) await kit.login(email, `wrong ${guess}`)
  const calls = [
    [password.forgotPassword.path, {}],
    [signUp.signUp.path, { password: 'Brave-Otter-42', companyName: 'New', name: 'New' }],
    [activation.resendActivationEmail.path, {}],
    [invitation.resendInvitationEmail.path, {}],
    [invitation.resendInvitationToAllTenants.path, {}],
    [phoneReset.resetPhoneNumber.path, {}],
    [login.webauthnPreLogin.path, {}],
    ...['code', 'magiclink', 'smscode'].map(
      (type) => [fillPath(login.passwordlessPreLogin.path, { type }), {}] as const,
    ),
  ] as const
  for (const [path, body] of calls) await kit.call('POST', path, { body: { ...body, email } })
}

/**
 * Returns what an administrator of Acme can see in addition to their own calls: the audit log, events and webhook
 * deliveries.
 */
export const recordsOfAcme = async ({ store }: Kit) => {
  const log = await store.audits.list({ tenantId: 'acme', action: { not: 'User signed in' } })
  const events = await store.events.list({ tenantId: 'acme' })
  const deliveries = await store.deliveries.list({ tenantId: 'acme' })
  const keyOf = (id: string) => events.find((event) => event.id === id)?.key
  return {
    rows: log
      .map(({ action, userId, email, description, detail }) => [action, userId, email, description, detail].join())
      .sort(),
    events: events.map(({ key, recordId, body }) => [key, recordId, body].join()).sort(),
    deliveries: deliveries.map(({ channel, eventId }) => [channel, keyOf(eventId)].join()).sort(),
  }
}
