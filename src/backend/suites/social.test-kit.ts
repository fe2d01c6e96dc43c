import { SYSTEM_CALLER } from '../call/caller.ts'
import { settleSocial } from '../domain/sso/social.ts'
import type { ForeignIdentity } from '../ports/sso.ts'
import type { Kit } from './kit.test-kit.ts'

const TARGET = {
  key: 'social:google',
  label: 'Google',
  provider: undefined as never,
  hasNonce: true,
  scope: '',
  prompt: undefined,
}

/** Finishes a sign-in that the social provider has already proven. */
export const arriveBySocial = (
  kit: Kit,
  given: Pick<ForeignIdentity, 'email'> & Partial<ForeignIdentity>,
  invitationToken?: string,
) => {
  const exchange = { ports: kit.ports, caller: SYSTEM_CALLER, reply: { status: 200, headers: new Headers() } }
  const identity = { subject: 'owner', emailVerified: true, name: undefined, groups: [], ...given }
  return settleSocial(exchange, { target: TARGET, identity, invitationToken, metadata: '{}' })
}
