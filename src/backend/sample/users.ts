import { NEW_MEMBER, NEW_USER } from '../domain/identity/members/members.ts'
import { stableId } from '../stable-id.ts'
import type { FactorRecord, MemberRecord, UserRecord } from '../store/records.ts'
import { roleIdOf, type SampleRole } from './access.ts'
import { groupIdsOf, isTenantRole, type TenantRole, tenantRoleIdOf } from './groups.ts'
import { type SampleTenant, tenantIdOf } from './tenants.ts'

/** The password of every sample user who has one. */
export const SAMPLE_PASSWORD = 'Correct-Horse-9'

const DAY = 86_400_000

/** A role of the product or the vendor, or one that the account created. */
type MemberRole = SampleRole | TenantRole

export interface SampleUser {
  email: string
  name: string
  /** The purpose of the user in the demo, shown on its first page. */
  purpose?: string
  memberOf: readonly (readonly [tenant: SampleTenant, ...roles: MemberRole[]])[]
  createdAt: number
  lastLogin: number | null
  facts?: Partial<UserRecord>
  /** Whether the user is invited and not yet activated, and so has no password. */
  isInvited?: boolean
}

type Named = Omit<SampleUser, 'createdAt' | 'lastLogin'> & {
  daysOld: number
  daysAway: number | null
  isLocked?: boolean
}

/** The users that the demo host names. */
const NAMED: readonly Named[] = [
  {
    email: 'ada@acme.test',
    name: 'Ada Whitfield',
    purpose: 'Acme, administrator',
    memberOf: [['acme', 'admin']],
    daysOld: 420,
    daysAway: 0.2,
    facts: { phone: '+15550142' },
  },
  {
    email: 'mel@acme.test',
    name: 'Mel Okonkwo',
    purpose: 'Acme, member: sees only their profile, privacy and own tokens',
    memberOf: [['acme', 'member']],
    daysOld: 300,
    daysAway: 1.1,
  },
  {
    email: 'mia@acme.test',
    name: 'Mia Lindqvist',
    purpose: 'Acme, authenticator app enrolled, secret JBSWY3DPEHPK3PXP',
    memberOf: [['acme', 'member']],
    daysOld: 280,
    daysAway: 3,
    facts: { mfaEnrolled: true },
  },
  {
    email: 'sam@acme.test',
    name: 'Sam Fitzgerald',
    purpose: 'Acme, text-message factor, phone +15550100',
    memberOf: [['acme', 'billing']],
    daysOld: 260,
    daysAway: 6,
    facts: { mfaEnrolled: true, phone: '+15550100' },
  },
  {
    email: 'pia@acme.test',
    name: 'Pia Moretti',
    purpose: 'Acme, passkey-ready, no factor',
    memberOf: [['acme', 'member']],
    daysOld: 120,
    daysAway: 9,
  },
  {
    email: 'bea@acme.test',
    name: 'Bea Castro',
    purpose: 'Acme, breached password',
    memberOf: [['acme', 'member']],
    daysOld: 500,
    daysAway: 40,
    facts: { isBreachedPassword: true },
  },
  {
    email: 'ivo@acme.test',
    name: 'Ivo Novák',
    purpose: 'Acme, invited, not activated',
    memberOf: [['acme', 'member']],
    daysOld: 1,
    daysAway: null,
    isInvited: true,
  },
  {
    email: 'leo@acme.test',
    name: 'Leo Hartmann',
    purpose: 'Acme, locked out',
    memberOf: [['acme', 'auditor']],
    daysOld: 210,
    daysAway: 2,
    isLocked: true,
  },
  {
    email: 'rex@reseller.test',
    name: 'Rex Vandenberg',
    purpose: 'Northwind, a reseller with three levels of sub-accounts',
    memberOf: [['northwind', 'admin']],
    daysOld: 640,
    daysAway: 0.9,
  },
  {
    email: 'max@multi.test',
    name: 'Max Adeyemi',
    purpose: 'member of Acme and Globex: tenant switch',
    memberOf: [
      ['acme', 'admin'],
      ['globex', 'member'],
    ],
    daysOld: 350,
    daysAway: 0.5,
  },
  {
    email: 'gia@globex.test',
    name: 'Gia Papadopoulos',
    purpose: 'Globex, administrator: forced MFA policy, 250 users, 5,000 audit rows',
    memberOf: [['globex', 'admin']],
    daysOld: 610,
    daysAway: 0.1,
  },
  {
    email: 'sue@sso.test',
    name: 'Sue Bergström',
    purpose: 'domain sso.test signs in through the foreign identity provider',
    memberOf: [['solstice', 'admin']],
    daysOld: 90,
    daysAway: 4,
  },
  {
    email: 'ben@billing.test',
    name: 'Ben Achterberg',
    purpose: 'Brightside: active subscription, card, twelve invoices, usage near a limit',
    memberOf: [['brightside', 'admin']],
    daysOld: 380,
    daysAway: 1,
  },
  {
    email: 'tia@trial.test',
    name: 'Tia Nakamura',
    purpose: 'trial without a card, five days left',
    memberOf: [['tidewater', 'admin']],
    daysOld: 25,
    daysAway: 2,
  },
  {
    email: 'cal@canceled.test',
    name: 'Cal Rosenthal',
    purpose: 'subscription canceled at the end of its period',
    memberOf: [['calder', 'admin']],
    daysOld: 200,
    daysAway: 8,
  },
  {
    email: 'eve@external.test',
    name: 'Eve Lombardi',
    purpose: 'subscription managed outside of the portal',
    memberOf: [['everfield', 'admin']],
    daysOld: 330,
    daysAway: 5,
  },
  {
    email: 'pat@pastdue.test',
    name: 'Pat Grigoryan',
    purpose: 'last payment failed, past due',
    memberOf: [['patterson', 'admin']],
    daysOld: 190,
    daysAway: 0.7,
  },
  {
    email: 'ian@it.test',
    name: 'Ian Mbeki',
    purpose: 'Initech IT, administrator of single sign-on, provisioning and security only',
    memberOf: [['initech', 'it-admin']],
    daysOld: 150,
    daysAway: 0.4,
  },
  {
    email: 'sec@secure.test',
    name: 'Sec Andersson',
    purpose:
      'Secura, administrator: IP allow list, forced MFA, domain allow list; authenticator app, secret JBSWY3DPEHPK3PXP',
    memberOf: [['secura', 'admin']],
    daysOld: 170,
    daysAway: 0.3,
    facts: { mfaEnrolled: true },
  },
]

/** The users in the demo host's list, for pages that show sample sign-ins. */
export const SAMPLE_USERS: readonly { email: string; purpose: string }[] = NAMED.map(({ email, purpose = '' }) => ({
  email,
  purpose,
}))

export const namedUsers = (now: number): SampleUser[] =>
  NAMED.map(({ daysOld, daysAway, isLocked, facts, ...user }) => ({
    ...user,
    createdAt: now - daysOld * DAY,
    lastLogin: daysAway === null ? null : now - daysAway * DAY,
    facts: isLocked ? { ...facts, failedLogins: 5, lockedAt: now } : facts,
  }))

export const userIdOf = (email: string): string => stableId(`user ${email}`)

/** Returns the account of a user; `passwordHash` is that of the sample password. */
export const userOf = (user: SampleUser, passwordHash: string): UserRecord => ({
  ...NEW_USER,
  id: userIdOf(user.email),
  email: user.email,
  name: user.name,
  passwordHash: user.isInvited ? null : passwordHash,
  verified: !user.isInvited,
  tenantId: tenantIdOf(user.memberOf[0]?.[0] ?? 'acme'),
  createdAt: user.createdAt,
  lastLogin: user.lastLogin,
  ...user.facts,
})

const factorKindOf = ({ facts }: SampleUser): 'totp' | 'sms' | null => {
  if (!facts?.mfaEnrolled) return null
  return facts.phone ? 'sms' : 'totp'
}

/** The secret of every authenticator app in the sample, so that every visitor can try them. */
const APP_SECRET = 'JBSWY3DPEHPK3PXP'

/**
 * Returns the user's second factor, if any: text messages, else an authenticator app. A phone number counts as proven.
 */
export const factorsOf = (user: SampleUser): FactorRecord[] => {
  const phone = user.facts?.phone
  const factor = (kind: FactorRecord['kind'], name: string, value: object): FactorRecord => ({
    id: stableId(`${name} ${user.email}`),
    userId: userIdOf(user.email),
    kind,
    credentialId: null,
    value: JSON.stringify(value),
    counter: 0,
    createdAt: user.createdAt,
    lastUsedAt: user.lastLogin,
  })
  const kind = factorKindOf(user)
  return [
    ...(kind === null ? [] : [factor(kind, 'factor', kind === 'sms' ? { phone } : { secret: APP_SECRET })]),
    ...(phone ? [factor('login-phone', 'login-phone', { phone })] : []),
  ]
}

/** Returns the user's memberships. */
export const membersOf = (sample: SampleUser): MemberRecord[] => {
  const user = userOf(sample, '')
  return sample.memberOf.map(([tenant, ...roles]) => ({
    ...NEW_MEMBER,
    id: stableId(`member ${tenant} ${user.email}`),
    tenantId: tenantIdOf(tenant),
    userId: user.id,
    email: user.email,
    name: user.name,
    verified: user.verified,
    isLocked: user.lockedAt !== null,
    mfaEnrolled: user.mfaEnrolled,
    provider: user.provider,
    roleIds: JSON.stringify(roles.map((role) => (isTenantRole(role) ? tenantRoleIdOf(role) : roleIdOf(role)))),
    groupIds: groupIdsOf(tenant, user.email, sample.purpose !== undefined),
    factor: factorKindOf(sample) === 'totp' ? 'app' : factorKindOf(sample),
    activated: !sample.isInvited,
    invitedAt: sample.isInvited ? user.createdAt : null,
    createdAt: user.createdAt,
    lastLogin: user.lastLogin,
    subAccountAccess: tenant === 'northwind' && roles.includes('admin'),
    isBreachedPassword: user.isBreachedPassword,
  }))
}
