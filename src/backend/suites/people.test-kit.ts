import { aMemberRecord, aRoleRecord, aTenantRecord, aUserRecord } from '../../testing/records.ts'
import { STORE_SCHEMA } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** The password of every user in these tests. */
export const PASSWORD = 'Correct-Horse-9'

const KEYS = [
  'fe.*',
  'fe.secure.read.users',
  'fe.secure.write.users',
  'fe.secure.write.updateUser',
  'fe.secure.write.usersRoles',
  'fe.secure.write.resendActivationEmail',
  'fe.secure.write.tenantInvites',
  'fe.secure.delete.tenantInvites',
  'fe.secure.delete.users',
  'fe.secure.read.roles',
  'fe.secure.read.securityPolicy',
  'fe.secure.read.accountSettings',
  'fe.secure.read.userApiTokens',
]

export const ROLES = {
  admin: ['fe.*'],
  manager: [
    'fe.secure.read.users',
    'fe.secure.write.users',
    'fe.secure.write.updateUser',
    'fe.secure.write.usersRoles',
    'fe.secure.write.resendActivationEmail',
    'fe.secure.write.tenantInvites',
    'fe.secure.delete.tenantInvites',
    'fe.secure.delete.users',
    'fe.secure.read.userApiTokens',
  ],
  reader: ['fe.secure.read.users'],
  security: ['fe.secure.read.securityPolicy'],
  settings: ['fe.secure.read.accountSettings'],
  member: ['fe.secure.read.userApiTokens'],
} as const
export type RoleName = keyof typeof ROLES

const PEOPLE: readonly { id: string; email: string; places: readonly (readonly [tenant: string, role: RoleName])[] }[] =
  [
    { id: 'ada', email: 'ada@acme.test', places: [['acme', 'admin']] },
    { id: 'mel', email: 'mel@acme.test', places: [['acme', 'member']] },
    { id: 'mia', email: 'mia@acme.test', places: [['acme', 'member']] },
    { id: 'sam', email: 'sam@globex.test', places: [['globex', 'member']] },
    { id: 'leo', email: 'leo@acme.test', places: [['acme', 'member']] },
    { id: 'tom', email: 'tom@acme.test', places: [['acme', 'manager']] },
    { id: 'rea', email: 'rea@acme.test', places: [['acme', 'reader']] },
    { id: 'sec', email: 'sec@acme.test', places: [['acme', 'security']] },
    { id: 'set', email: 'set@acme.test', places: [['acme', 'settings']] },
    {
      id: 'max',
      email: 'max@multi.test',
      places: [
        ['acme', 'member'],
        ['globex', 'admin'],
      ],
    },
    { id: 'gia', email: 'gia@globex.test', places: [['globex', 'admin']] },
  ]

/** Mia's authenticator app holds this. */
export const MIA_SECRET = 'JBSWY3DPEHPK3PXP'
export const SAM_PHONE = '+15550100'

const FACTOR_OF: Record<string, string> = { mia: 'app', sam: 'sms' }

const FACTS: Record<string, object> = {
  mia: { mfaEnrolled: true },
  sam: { mfaEnrolled: true, phone: SAM_PHONE },
  leo: { lockedAt: 1, failedLogins: 5 },
}

/** Empties the store of everything but the keys and fills in two tenants and their people. */
export const settle = async (store: Store, hash: (password: string) => Promise<string>, now: number): Promise<void> => {
  const names = (Object.keys(STORE_SCHEMA) as (keyof typeof STORE_SCHEMA)[]).filter((name) => name !== 'keys')
  for (const name of names) await store[name].delete({})
  const passwordHash = await hash(PASSWORD)
  await store.tenants.insertMany([aTenantRecord({ alias: 'acme' }), aTenantRecord({ id: 'globex', name: 'Globex' })])
  const at = { createdAt: now, updatedAt: now }
  await store.permissions.insertMany(
    KEYS.map((key) => ({ id: `p ${key}`, key, name: key, description: '', categoryId: 'team', ...at })),
  )
  await store.permissionCategories.insert({ id: 'team', name: 'Team', description: '', ...at })
  await store.roles.insertMany(
    Object.entries(ROLES).map(([id, keys], level) =>
      aRoleRecord({
        id,
        level,
        isDefault: id === 'member',
        permissionIds: JSON.stringify(keys.map((key) => `p ${key}`)),
      }),
    ),
  )
  const users = PEOPLE.map(({ id, email, places }) =>
    aUserRecord({ id, email, name: id, passwordHash, tenantId: places[0]?.[0] ?? 'acme', ...FACTS[id] }),
  )
  await store.users.insertMany(users)
  const members = PEOPLE.flatMap(({ id, email, places }) =>
    places.map(([tenantId, role], at) =>
      aMemberRecord({
        id: `${tenantId}-${id}`,
        tenantId,
        userId: id,
        email,
        name: id,
        roleIds: JSON.stringify([role]),
        mfaEnrolled: id === 'mia' || id === 'sam',
        factor: FACTOR_OF[id] ?? null,
        isLocked: id === 'leo',
        createdAt: now + at,
      }),
    ),
  )
  await store.members.insertMany(members)
  const factor = { credentialId: null, counter: 0, createdAt: now, lastUsedAt: null }
  await store.factors.insertMany([
    { ...factor, id: 'mia-app', userId: 'mia', kind: 'totp', value: JSON.stringify({ secret: MIA_SECRET }) },
    { ...factor, id: 'sam-phone', userId: 'sam', kind: 'sms', value: JSON.stringify({ phone: SAM_PHONE }) },
  ])
}
