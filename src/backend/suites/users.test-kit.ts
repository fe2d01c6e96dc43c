import { aMemberRecord, aRoleRecord, aTenantRecord, aUserRecord } from '../../testing/records.ts'
import type { Records } from '../store/records.ts'
import type { Collection, Store } from '../store/store.ts'
import type { CollectionName } from './tracked-store.test-kit.ts'

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

const USERS: readonly { id: string; email: string; places: readonly (readonly [tenant: string, role: RoleName])[] }[] =
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

/** The secret in Mia's authenticator app. */
export const MIA_SECRET = 'JBSWY3DPEHPK3PXP'
const SAM_PHONE = '+12025550100'

const FACTOR_OF: Record<string, string> = { mia: 'app', sam: 'sms' }

const FACTS: Record<string, object> = {
  mia: { mfaEnrolled: true },
  sam: { mfaEnrolled: true, phone: SAM_PHONE },
  leo: { lockedAt: 1, failedLogins: 5 },
}

interface Facts {
  passwordHash: string
  now: number
}

const membersAt = (now: number) =>
  USERS.flatMap(({ id, email, places }) =>
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

const usersWith = (passwordHash: string) =>
  USERS.map(({ id, email, places }) =>
    aUserRecord({ id, email, name: id, passwordHash, tenantId: places[0]?.[0] ?? 'acme', ...FACTS[id] }),
  )

const rolesAt = () =>
  Object.entries(ROLES).map(([id, keys], level) =>
    aRoleRecord({
      id,
      level,
      isDefault: id === 'member',
      permissionIds: JSON.stringify(keys.map((key) => `p ${key}`)),
    }),
  )

/** Returns the rows of two tenants and their users by collection; all other collections are empty. */
const rowsOf = ({ passwordHash, now }: Facts) => {
  const at = { createdAt: now, updatedAt: now }
  const factor = { credentialId: null, counter: 0, createdAt: now, lastUsedAt: null }
  return {
    tenants: [aTenantRecord({ alias: 'acme' }), aTenantRecord({ id: 'globex', name: 'Globex' })],
    permissions: KEYS.map((key) => ({ id: `p ${key}`, key, name: key, description: '', categoryId: 'team', ...at })),
    permissionCategories: [{ id: 'team', name: 'Team', description: '', ...at }],
    roles: rolesAt(),
    users: usersWith(passwordHash),
    members: membersAt(now),
    factors: [
      { ...factor, id: 'mia-app', userId: 'mia', kind: 'totp', value: JSON.stringify({ secret: MIA_SECRET }) },
      { ...factor, id: 'sam-phone', userId: 'sam', kind: 'sms', value: JSON.stringify({ phone: SAM_PHONE }) },
    ],
  } satisfies { [name in CollectionName]?: readonly Records[name][] }
}

/** Resets these collections to two tenants and their users; signing keys are kept. */
export const settle = async (
  store: Store,
  { names, ...facts }: Facts & { names: readonly CollectionName[] },
): Promise<void> => {
  const rows: { [name in CollectionName]?: readonly { id: string }[] } = rowsOf(facts)
  const refill = async (name: CollectionName) => {
    // The rows of a name are records of that collection (`rowsOf`), but a loop over names loses that type.
    const collection = store[name] as unknown as Collection<{ id: string }>
    await collection.delete({})
    const own = rows[name]
    if (own) await collection.insertMany(own)
  }
  await Promise.all(names.filter((name) => name !== 'keys').map(refill))
}
