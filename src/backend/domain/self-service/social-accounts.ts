import type { SocialAccount } from '../../../contract/me.ts'
import type { SignedRequest } from '../../call/auth.ts'
import type { Caller } from '../../call/caller.ts'
import { text } from '../../call/read.ts'
import { conflict, forbidden, notFound } from '../../call/refusal.ts'
import type { ForeignIdentity } from '../../ports/sso.ts'
import type { Ports } from '../../ports.ts'
import { jsonOf } from '../../store/json-text.ts'
import type { IdentityRecord, SessionRecord, UserRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import { beforeAndAfter } from '../audit/before-and-after.ts'
import { CODE_MESSAGES, takeAttempt } from '../base/limits/limits.ts'
import { keepSecret, liveTicket, spendTicket, TICKET_LIFE_MS } from '../base/tickets.ts'
import { assertMayEnroll, assertOwnProof } from '../identity/access/recent-proof.ts'
import { signInMethodsOf } from '../identity/lockout-guard/sign-in-methods.ts'
import { browserSession } from '../identity/sessions/browser-session.ts'
import { linkIdentity } from '../sso/identities.ts'
import { type SocialTarget, socialLabels, socialTarget } from '../sso/social-providers.ts'

const SOCIAL = 'social:'

/** Returns the provider's name in the form that the calls about providers use. */
const nameOf = ({ provider }: IdentityRecord): string => provider.replace(/^social:(custom:)?/, '')

const isSocial = ({ provider }: IdentityRecord): boolean => provider.startsWith(SOCIAL)

export const socialAccountsOf = async (ports: Ports, userId: string): Promise<SocialAccount[]> => {
  const found = (await ports.store.identities.list({ userId })).filter(isSocial)
  const labels = await socialLabels(ports)
  return found
    .sort((left, right) => left.createdAt - right.createdAt)
    .map((identity) => ({
      id: identity.id,
      provider: nameOf(identity),
      label: labels.get(identity.provider) ?? nameOf(identity),
      email: identity.email,
      createdAt: new Date(identity.createdAt).toISOString(),
      lastUsedAt: new Date(identity.lastUsedAt).toISOString(),
    }))
}

/** Stores which user is about to link an account, under the state of the sign-in that follows. */
export const startSocialLink = async (
  call: SignedRequest,
  body: { provider: unknown; state: unknown },
): Promise<void> => {
  const { ports, auth } = call
  await assertMayEnroll(call)
  assertOwnProof(call)
  await takeAttempt(ports, CODE_MESSAGES, `link:${auth.user.id}`)
  const { key } = await socialTarget(ports, text(body.provider, 'provider', 100))
  const detail = { provider: key, sessionId: auth.session.id }
  await keepSecret(ports, text(body.state, 'state', 500), {
    purpose: 'social-link',
    userId: auth.user.id,
    tenantId: null,
    lifeMs: TICKET_LIFE_MS['social-link'],
    detail,
  })
}

interface Arrival {
  target: SocialTarget
  identity: ForeignIdentity
  state: string
}

/**
 * Links the account of a returning sign-in to the user who started the link, and returns the user and their session, or
 * `undefined` if the state belongs to no link. Only the browser and session that started the link can finish it, so
 * that a user can't be tricked into linking another user's account.
 *
 * @throws Refusal 403 for another browser or session, 409 for an account of another user
 */
export const finishSocialLink = async (
  { ports, caller }: { ports: Ports; caller: Caller },
  { target, identity, state }: Arrival,
): Promise<{ user: UserRecord; session: SessionRecord } | undefined> => {
  const ticket = await liveTicket(ports, 'social-link', state)
  if (!ticket) return undefined
  const facts = jsonOf(ticket.detail)
  const session = await browserSession(ports, caller)
  const isOwn = session?.id === facts.sessionId && session?.userId === ticket.userId && session?.actorId === null
  const user = isOwn && facts.provider === target.key ? await ports.store.users.get(session.userId) : undefined
  if (!session || !user) throw forbidden('This link was started in another session. Start again on your profile page.')
  await spendTicket(ports.store, ticket, ports.clock.now())
  const { subject } = identity
  const link = { provider: target.key, subject, userId: user.id, email: identity.email ?? user.email }
  await linkIdentity(ports, link, `${target.label} account`, (store) =>
    audit({ ...ports, store }, caller, {
      tenantId: session.tenantId,
      user,
      action: 'Social account linked',
      resource: 'Users',
      severity: 'Medium',
      description: `Linked a ${target.label} account`,
      detail: { provider: target.key },
    }),
  )
  return { user, session }
}

/** Removes one of the user's linked accounts, if they can still sign in without it. */
export const unlinkSocialAccount = async (call: SignedRequest, id: string): Promise<void> => {
  const { ports, auth } = call
  await assertMayEnroll(call)
  const identity = await ports.store.identities.find({ id, userId: auth.user.id })
  if (!identity || !isSocial(identity)) throw notFound("This account isn't linked")
  await ports.store.transaction(async (store) => {
    // The write to the user's row makes concurrent unlinks wait for each other.
    await store.users.update({ id: auth.user.id }, { failedLogins: auth.user.failedLogins })
    await store.identities.delete({ id, userId: auth.user.id })
    const user = (await store.users.get(auth.user.id)) ?? auth.user
    const methods = (await signInMethodsOf({ ...ports, store }, [user]))(user)
    if (!Object.values(methods).some(Boolean)) {
      throw conflict('This is your only way to sign in. Set a password or add a passkey first.').as('only-sign-in')
    }
    await call.audit({
      inside: store,
      action: 'Social account unlinked',
      resource: 'Users',
      severity: 'Medium',
      description: `Unlinked a ${nameOf(identity)} account`,
      detail: beforeAndAfter({ provider: identity.provider }, null),
    })
  })
}
