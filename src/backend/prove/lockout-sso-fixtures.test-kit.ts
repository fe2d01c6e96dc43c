import { isReady } from '../domain/identity/access/required-sso.ts'
import { connectionMethod } from '../domain/identity/sessions/sso-session.ts'
import { EMPTY_SETUP } from '../domain/sso/setup/setups.ts'
import type { SsoConnectionRecord } from '../store/records.ts'
import type { Kit } from '../suites/kit.test-kit.ts'
import type { Random } from './lockout-fixtures.test-kit.ts'

const CONNECTIONS = ['idp-a', 'idp-b'] as const
const USERS = ['caller', 'user0', 'user1', 'user2', 'user3', 'user4']

const idOfClaim = (connectionId: string): string => `${connectionId}-claim`

const someUsers = ({ chance }: Random): string[] => USERS.filter(() => chance(0.25))

/** Returns a random change that requires a connection or stops requiring it. */
export const randomEnforcement = (random: Random) => ({
  connectionId: random.pick(CONNECTIONS),
  enforced: random.chance(0.8),
  exemptUserIds: someUsers(random),
})

/** Returns a change that verifies the domain of users who don't sign in by an identity provider yet. */
export const randomVerification = ({ pick }: Random) => {
  const connectionId = pick(CONNECTIONS)
  return { connectionId, domainId: idOfClaim(connectionId) }
}

/** Possible guarantors: one was never a user, and records of older releases have none. */
const GUARANTORS = [null, 'caller', 'user0', 'user1', 'left'] as const

const plantConnection = async ({ store }: Kit, random: Random, id: string): Promise<SsoConnectionRecord> => {
  const { chance, pick } = random
  const texts = { ssoEndpoint: 'https://idp.test', idpEntityId: '', publicCertificate: '', acsUrl: '', spEntityId: '' }
  const secrets = { oidcSecret: 'x', generatedVerification: '', configMetadata: '{}' }
  const rules = { signRequest: false, skipEmailDomainValidation: false, allowIdpInitiated: false }
  const roles = { roleIds: '["member"]', groups: '[]' }
  const state = { enabled: chance(0.7), type: 'oidc', oidcClientId: chance(0.85) ? 'x' : '' }
  const facts = {
    ...texts,
    ...secrets,
    ...rules,
    ...roles,
    ...state,
    guarantorId: pick(GUARANTORS),
    createdAt: 0,
    updatedAt: 0,
  }
  return store.ssoConnections.insert({ id, tenantId: 'acme', ...facts })
}

export interface PlantedSso {
  /** Returns the proven methods of a session that began at a random connection; `null` for one that began elsewhere. */
  proof(): string | null
  /** Returns the same for the caller's session, which no requirement refuses. */
  callerProof(email: string): string | null
}

const plantSetup = async ({ store }: Kit, random: Random, { id, enabled }: SsoConnectionRecord): Promise<void> => {
  const { chance, pick } = random
  await store.ssoSetups.insert({
    ...EMPTY_SETUP,
    id,
    tenantId: 'acme',
    enabledAt: pick([null, 1, 2]),
    enforced: enabled && chance(0.25),
    exemptUserIds: JSON.stringify(someUsers(random)),
    test: chance(0.6) ? JSON.stringify({ status: 'passed' }) : '',
    createdAt: 0,
    updatedAt: 0,
  })
}

/**
 * Creates the connections of the account. Users of `sso.test` sign in by its identity providers; there may be two, of
 * which one may be required.
 */
export const plantConnections = async (kit: Kit, random: Random): Promise<PlantedSso> => {
  const { chance, pick } = random
  const usable: { id: string; domain: string }[] = []
  for (const id of CONNECTIONS) {
    const connection = await plantConnection(kit, random, id)
    await plantSetup(kit, random, connection)
    const isVerified = { 'sso.test': chance(0.8), 'acme.test': chance(0.1) }
    for (const [domain, validated] of Object.entries(isVerified)) {
      const row = { id: domain === 'acme.test' ? idOfClaim(id) : `${id}-domain`, domain, validated }
      await kit.store.ssoDomains.insert({ ...row, connectionId: id, tenantId: 'acme', createdAt: 0 })
      if (validated && isReady(connection)) usable.push({ id, domain })
    }
  }
  const isRequired = (await kit.store.ssoSetups.count({ enforced: true })) > 0
  const methodsOf = (id: string) => JSON.stringify(['fed', 'sso', connectionMethod(id)])
  const proof = () => (chance(0.4) ? methodsOf(pick(CONNECTIONS)) : null)
  const callerProof = (email: string) => {
    const own = usable.filter(({ domain }) => email.endsWith(`@${domain}`))
    return isRequired && own.length > 0 ? methodsOf(pick(own).id) : proof()
  }
  return { proof, callerProof }
}
