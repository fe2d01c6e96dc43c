import { mailInvitation } from '../domain/identity/team/invitations.ts'
import type { Ports } from '../ports.ts'
import type { SampleRole } from './access.ts'
import { createSeeded, nameFrom, type Seeded } from './seeded.ts'
import { RESELLER_TENANTS, type SampleTenant } from './tenants.ts'
import { membersOf, namedUsers, type SampleUser, userIdOf } from './users.ts'

const DAY = 86_400_000

/** Most users are members; every tenth has more permissions. */
const ROLES: readonly SampleRole[][] = [
  ['member'],
  ['member'],
  ['member'],
  ['member'],
  ['member'],
  ['member', 'auditor'],
  ['auditor'],
  ['billing'],
  ['team-manager'],
  ['member', 'billing'],
]

const PROVIDERS = ['local', 'local', 'local', 'local', 'google', 'microsoft', 'github', 'saml'] as const

const colleague = (
  seeded: Seeded,
  tenant: SampleTenant,
  domain: string,
  names: Set<string>,
  now: number,
): SampleUser => {
  const { name, local } = nameFrom(seeded, names)
  const createdAt = now - seeded.between(2, 700) * DAY - seeded.between(0, DAY)
  const isInvited = seeded.next() < 0.06
  // Recent days are more likely than the distant past.
  const away = Math.floor((now - createdAt) * seeded.next() ** 4)
  return {
    email: `${local}@${domain}`,
    name,
    memberOf: [[tenant, ...seeded.pick(ROLES)]],
    createdAt,
    lastLogin: isInvited ? null : now - away,
    isInvited,
    facts: {
      mfaEnrolled: !isInvited && seeded.next() < 0.4,
      provider: isInvited ? 'local' : seeded.pick(PROVIDERS),
      lockedAt: !isInvited && seeded.next() < 0.02 ? now - seeded.between(1, 20) * DAY : null,
      isBreachedPassword: !isInvited && seeded.next() < 0.02,
    },
  }
}

const team = (tenant: SampleTenant, domain: string, size: number, now: number): SampleUser[] => {
  const seeded = createSeeded(`team of ${tenant}`)
  const names = new Set<string>()
  return Array.from({ length: size }, () => colleague(seeded, tenant, domain, names, now))
}

/** Globex has 250 users: these and the two named ones. */
const GLOBEX_COLLEAGUES = 248

/** Returns the users that fill the lists. */
export const colleagues = (now: number): SampleUser[] => [
  ...team('acme', 'acme.test', 34, now),
  ...team('globex', 'globex.test', GLOBEX_COLLEAGUES, now),
  ...team('solstice', 'sso.test', 6, now),
  ...RESELLER_TENANTS.flatMap((tenant, at) => team(tenant, `${tenant}.test`, 3 + ((at * 5) % 9), now)),
]

const INVITED = 'ivo@acme.test'
const INVITER = 'Ada Whitfield'

/** Sends the sample user's invitation to the inbox, once. */
export const mailSampleInvitation = async (ports: Ports): Promise<void> => {
  const { store } = ports
  const user = await store.users.get(userIdOf(INVITED))
  const invited = namedUsers(0).find(({ email }) => email === INVITED)
  const member = invited && (await store.members.get(membersOf(invited)[0]?.id ?? ''))
  if (!user || !member || member.activated || (await store.tickets.count({ userId: user.id })) > 0) return
  await mailInvitation(ports, { user, member }, INVITER)
}
