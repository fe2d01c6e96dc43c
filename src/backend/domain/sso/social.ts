import { federation } from '../../../contract/federation.ts'
import { fillPath } from '../../../contract/path.ts'
import { normalizeEmail } from '../../../rules/email.ts'
import { normalizeName } from '../../../rules/names.ts'
import { forbidden } from '../../call/refusal.ts'
import type { ForeignIdentity } from '../../ports/sso.ts'
import type { Ports } from '../../ports.ts'
import type { UserRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import type { Exchange } from '../identity/access/sessions.ts'
import { createAccount, signUpPlaceOf } from '../identity/accounts/sign-up.ts'
import { updateCopies } from '../identity/members/members.ts'
import { assertMayEnter } from '../identity/sign-in/entry.ts'
import { joinByLink } from '../identity/team/invite-link.ts'
import { linkIdentity, userOfIdentity } from './identities.ts'
import type { SocialTarget } from './social-providers.ts'

/**
 * Returns the path at which the browser starts a sign-in with a built-in provider; it is relative, as the wire
 * requires.
 */
export const socialPath = (provider: string): string => fillPath(federation.startSocialLogin.path, { provider })

/** Derives the nonce from the state, so that the nonce of a response can be verified without storing the request. */
export const socialNonce = (ports: Ports, state: string): Promise<string> => ports.keyedHash('social-nonce', state)

interface SocialStart {
  redirectUri: string
  state: string
  codeChallenge: string | undefined
  loginHint: string | undefined
}

export const socialAuthorizationUrl = async (
  ports: Ports,
  target: SocialTarget,
  start: SocialStart,
): Promise<string> => {
  const { redirectUri, state, codeChallenge, loginHint } = start
  return ports.oidc.authorizationUrl(target.provider, {
    redirectUri,
    state,
    scope: target.scope,
    ...(target.hasNonce && { nonce: await socialNonce(ports, state) }),
    ...(codeChallenge && { codeChallenge }),
    ...(loginHint && { loginHint }),
    ...(target.prompt && { prompt: target.prompt }),
  })
}

interface SocialArrival {
  target: SocialTarget
  identity: ForeignIdentity
  invitationToken: string | undefined
  metadata: string
}

/** The providers that `UserRecord.provider` can store. */
const RECORDED = ['google', 'github', 'facebook', 'microsoft', 'slack']

const recordedName = ({ key }: SocialTarget): string => RECORDED.find((name) => key === `social:${name}`) ?? 'local'

/** Requires that both sides have verified the email, because linking gives access to the account. */
const assertLinkable = ({ target, identity }: SocialArrival, user: UserRecord): void => {
  if (identity.emailVerified !== true) {
    throw forbidden(`${target.label} hasn’t verified this email. Sign in with your password instead.`)
  }
  if (!user.verified) {
    throw forbidden(
      'An account with this email hasn’t been activated yet. Open the link in the email we sent you first.',
    )
  }
}

const signUp = async ({ ports, caller }: Exchange, arrival: SocialArrival, email: string): Promise<UserRecord> => {
  const { target, identity, invitationToken, metadata } = arrival
  if (identity.emailVerified !== true) {
    throw forbidden(`${target.label} hasn’t verified this email. Verify it there, or sign up with a password.`)
  }
  const place = await signUpPlaceOf(ports, email, invitationToken)
  const name = normalizeName(identity.name?.slice(0, 200) ?? '')
  const facts = { email, name, companyName: name || email, phone: null, passwordHash: null, metadata, place }
  const known = { verified: true, provider: recordedName(target) }
  const profilePictureUrl = identity.picture ?? null
  const created = await createAccount(ports, facts, async (store, { id, tenantId }) => {
    await store.users.update({ id }, { ...known, profilePictureUrl })
    await updateCopies(store, id, known)
    await audit({ ...ports, store }, caller, {
      tenantId,
      user: { id, email },
      action: 'User signed up',
      resource: 'Users',
      description: `Created an account with ${target.label}`,
    })
  })
  if (!created) throw forbidden('An account with this email already exists. Try again.')
  return { ...created, ...known, profilePictureUrl }
}

/**
 * Returns the user of an account at a social provider; if there is none, an existing user is linked or a new one
 * created.
 */
export const settleSocial = async (
  exchange: Exchange,
  arrival: SocialArrival,
): Promise<{ user: UserRecord; isNewUser: boolean }> => {
  const { ports, caller } = exchange
  const { target, identity, invitationToken } = arrival
  const place = { provider: target.key, subject: identity.subject }
  const linked = await userOfIdentity(ports, place)
  const email = linked?.email ?? normalizeEmail(identity.email ?? '')
  if (!email) throw forbidden(`${target.label} didn’t share your email. Allow it there, or sign in another way.`)
  const known = linked ?? (await ports.store.users.find({ email }))
  if (known && !linked) assertLinkable(arrival, known)
  const user = known ?? (await signUp(exchange, arrival, email))
  await assertMayEnter(exchange, user)
  if (!linked) await linkIdentity(ports, { ...place, userId: user.id, email }, `${target.label} account`)
  if (known && invitationToken) await joinByLink(ports, caller, user, invitationToken)
  return { user: await freshOf(ports, user), isNewUser: !known }
}

const freshOf = async (ports: Ports, user: UserRecord): Promise<UserRecord> =>
  (await ports.store.users.get(user.id)) ?? user
