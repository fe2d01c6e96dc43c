import { createHmac } from 'node:crypto'
import type { Random } from '../../testing/random.ts'
import { aMemberRecord, anSsoConnectionRecord, aRoleRecord, aTenantRecord, aUserRecord } from '../../testing/records.ts'
import type { Ports } from '../ports.ts'
import { STORE_SCHEMA } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'
import { PASSWORD } from '../suites/users.test-kit.ts'
import type { Model } from './session-model.test-kit.ts'

export const USERS = ['u0', 'u1', 'u2', 'u3', 'u4', 'u5'] as const
export const TENANTS = ['t0', 't1', 't2', 't3'] as const
/** The user who changes the surroundings of the sessions and is not part of the model. */
export const ADMINISTRATOR = 'root'
/** Users who have an authenticator app. */
const ENROLLED = new Set(['u4', 'u5'])
export const CODE = '123456'
/** Returns the connection of a tenant; every tenant has an identity provider. */
export const connectionIn = (tenant: string): string => `sso-${tenant}`
export const emailOf = (user: string): string => `${user}@fuzz.test`

export interface Fixture {
  kit: Kit
  model: Model
  random: Random
  passwords: Map<string, string>
  /** The newest token of the administrator, and when it was issued. */
  administrator: { token: string; since: number }
}

const isEnrolled = (user: string): boolean => ENROLLED.has(user) || user === ADMINISTRATOR

const macOf = (text: string): string => createHmac('sha256', 'fuzz').update(text).digest('base64url')

/** Replaces slow ports that have their own tests: signatures, keyed hashes, codes of authenticator apps. */
const cheapPorts = (): Partial<Ports> => {
  let step = 0
  return {
    signer: {
      sign: async (claims) => {
        const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
        return `fuzz.${body}.${macOf(body)}`
      },
      verify: async (token, now) => {
        const [, body = '', mac] = token.split('.')
        if (mac !== macOf(body)) return undefined
        const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
        return claims.exp * 1_000 > now ? claims : undefined
      },
      jwks: async () => ({ keys: [] }),
    },
    keyedHash: async (purpose, text) => macOf(`${purpose} ${text}`),
    secretBox: {
      seal: async (text) => text,
      open: async (text) => ({ text, isSealed: true }),
    },
    totp: {
      newSecret: () => 'SECRET',
      uri: ({ secret }) => secret,
      verify: async ({ code }) => {
        step += 1
        return code === CODE ? step : undefined
      },
    },
    qr: async (text) => text,
    isBreachedPassword: async () => false,
  }
}

export const openFixture = (openStore: () => Promise<Store>): Promise<Kit> =>
  openKit(openStore, { ports: cheapPorts() })

const settleRoles = async ({ store }: Kit) => {
  const at = { createdAt: 0, updatedAt: 0 }
  const permission = { id: 'p-all', key: 'fe.*', name: 'All', description: '', categoryId: 'team', ...at }
  await store.permissions.insert(permission)
  await store.roles.insertMany([
    aRoleRecord({ id: 'admin', level: 0, permissionIds: '["p-all"]' }),
    aRoleRecord({ id: 'member', level: 1, isDefault: true, permissionIds: '[]' }),
  ])
}

/** Adds the members: users 0 and 1 are administrators in all their tenants, and every user starts in two tenants. */
const settleMembers = async ({ store, time }: Kit, model: Model, random: Random) => {
  for (const [at, user] of USERS.entries()) {
    for (let offset = 0; offset < 2; offset++) {
      const tenantId = TENANTS[(at + offset * (1 + random.below(3))) % TENANTS.length] ?? 't0'
      if (model.places.has(`${user} ${tenantId}`)) continue
      const isAdmin = at < 2
      model.places.set(`${user} ${tenantId}`, { isActive: true, isAdmin })
      await store.members.insert(memberIn(user, tenantId, { isAdmin, createdAt: time.now + offset }))
    }
  }
}

const memberIn = (user: string, tenantId: string, given: { isAdmin: boolean; createdAt: number }) =>
  aMemberRecord({
    id: `${tenantId}-${user}`,
    tenantId,
    userId: user,
    email: emailOf(user),
    name: user,
    roleIds: JSON.stringify([given.isAdmin ? 'admin' : 'member']),
    mfaEnrolled: isEnrolled(user),
    createdAt: given.createdAt,
  })

/** Empties the store and creates six users in four tenants, and their model. */
export const settleFixture = async (kit: Kit, random: Random): Promise<Fixture> => {
  for (const name of Object.keys(STORE_SCHEMA) as (keyof typeof STORE_SCHEMA)[]) {
    if (name !== 'keys') await kit.store[name].delete({})
  }
  const model: Model = {
    now: kit.time.now,
    graceMs: kit.config.refreshGraceSeconds * 1_000,
    locked: new Set(),
    enrolled: ENROLLED,
    strict: new Set(),
    places: new Map(),
    invitations: new Map(),
    sessions: [],
  }
  await kit.store.tenants.insertMany(TENANTS.map((id) => aTenantRecord({ id, name: id, alias: id })))
  await kit.store.ssoConnections.insertMany(
    TENANTS.map((tenantId) => anSsoConnectionRecord({ id: connectionIn(tenantId), tenantId, enabled: true })),
  )
  await settleRoles(kit)
  const passwordHash = `fake:${PASSWORD}`
  const names = [...USERS, ADMINISTRATOR]
  await kit.store.users.insertMany(
    names.map((id) =>
      aUserRecord({ id, email: emailOf(id), name: id, passwordHash, tenantId: '', mfaEnrolled: isEnrolled(id) }),
    ),
  )
  const factor = { credentialId: null, counter: 0, createdAt: 0, lastUsedAt: null, kind: 'totp' as const }
  const value = JSON.stringify({ secret: 'SECRET' })
  await kit.store.factors.insertMany(
    names.filter(isEnrolled).map((userId) => ({ ...factor, id: `f-${userId}`, userId, value })),
  )
  await settleMembers(kit, model, random)
  const everywhere = { isAdmin: true, createdAt: kit.time.now }
  await kit.store.members.insertMany(TENANTS.map((tenantId) => memberIn(ADMINISTRATOR, tenantId, everywhere)))
  const passwords = new Map(names.map((user) => [user, PASSWORD]))
  return { kit, model, random, passwords, administrator: { token: '', since: Number.NEGATIVE_INFINITY } }
}
