import type {
  AffectedAdministrator,
  Guarantee,
  Guaranteed,
  GuaranteedKind,
  GuaranteeProblem,
} from '../../../../entities/guarantee.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { type Guarantor, grantableBy, guarantorOf, type Reading, shownLimit } from './guarantor.ts'
import { accountRights, exceeds, findSuperUsers, NO_RIGHTS, type Rights } from './rights.ts'

/** A record whose guarantor currently limits what it may do. */
export interface Interrupted extends Omit<Guaranteed, 'userId'> {
  guarantorId: string | null
  problem: GuaranteeProblem
  /** User IDs of the administrators who may do more than the guarantor; another record may concern the same ones. */
  exceedingIds?: readonly string[]
  /** The first of them. */
  administrators?: AffectedAdministrator[]
  uses?: Uses
}

/** Roles, permissions or events of a record that has several: all of them, and those that its guarantor allows. */
export interface Uses {
  all: readonly string[]
  kept: readonly string[]
}

/** A kind of record that persists in an account and never does more than its guarantor may do at the time. */
export interface Guarantees {
  kind: GuaranteedKind
  /** The permission to change such a record, which is enough to confirm it. */
  permission: string
  /** Lists the records that the members vouch for, directly or through one of the account's API tokens. */
  list(ports: Ports, members: { tenantId: string; userIds: readonly string[] }): Promise<Guaranteed[]>
  /** Lists the records that their guarantors currently limit. */
  interrupted(ports: Ports, tenantId: string): Promise<Interrupted[]>
  /** @throws Refusal 403 when the caller may do less than is needed, 404 when it doesn't exist */
  confirm(call: SignedRequest, id: string): Promise<void>
}

/** The members and roles that a record affects. */
export interface Subject {
  tenantId: string
  members: readonly MemberRecord[]
  roleIds: readonly string[]
}

/** Uses that exceed what a guarantor may do. */
interface Shortfall {
  /** Ids of administrators who may do more than the guarantor. */
  exceeding: ReadonlySet<string>
  /** Ids of roles that the guarantor can't grant. */
  withheld: ReadonlySet<string>
}

const shortfallOf = async (
  reading: Reading,
  { tenantId, members, roleIds }: Subject,
  guarantor: Rights | Guarantor = NO_RIGHTS,
): Promise<Shortfall> => {
  const { store } = reading
  const { administrative } = await accountRights(store, tenantId)
  const ids = members.map(({ userId }) => userId)
  const superUsers = await findSuperUsers(store, ids)
  const exceeding = members.filter((member) =>
    exceeds(administrative(member, { superUser: superUsers.has(member.userId) }), guarantor),
  )
  const given = await grantableBy(reading, { tenantId, roleIds }, guarantor)
  return {
    exceeding: new Set(exceeding.map(({ userId }) => userId)),
    withheld: new Set(roleIds.filter((id) => !given.includes(id))),
  }
}

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean => [...some].every((id) => all.has(id))

const NOT_ENOUGH = 'You can’t confirm this: it concerns users or roles with more rights than yours.'

/**
 * Refuses a confirmation that would take something away, or that is made by someone whose rights don't help. It needs
 * no lockout check, because every user it leaves refused was refused before.
 *
 * @throws Refusal 403
 */
const assertSucceeds = (before: Shortfall, after: Shortfall): void => {
  const takesNothing = isWithin(after.exceeding, before.exceeding) && isWithin(after.withheld, before.withheld)
  const remaining = after.exceeding.size + after.withheld.size
  const isUseful = remaining === 0 || remaining < before.exceeding.size + before.withheld.size
  if (!takesNothing || !isUseful) throw forbidden(NOT_ENOUGH)
}

const problemOf = (guarantor: Guarantor | undefined, shortfall: Shortfall): GuaranteeProblem | null => {
  if (shortfall.exceeding.size > 0) return 'exceeded'
  if (!guarantor || guarantor.keys.length === 0) return 'gone'
  return shortfall.withheld.size > 0 ? 'withheld' : null
}

const nameOf = async (store: Collections, id: string): Promise<Guarantee['guarantor']> => {
  const user = await store.users.get(id)
  if (user) return { id, name: user.name, email: user.email }
  const token = await store.apiTokens.get(id)
  return token ? { id, name: token.description, email: '' } : null
}

const toGuarantee = async (
  { store }: Reading,
  guarantor: Guarantor | undefined,
  shortfall: Shortfall,
): Promise<Guarantee> => ({
  guarantor: guarantor ? await nameOf(store, guarantor.userId) : null,
  problem: problemOf(guarantor, shortfall),
  exceeding: shortfall.exceeding.size,
  ...shownLimit(guarantor),
})

interface Assessment {
  found: Guarantee
  guarantor: Guarantor | undefined
  /** Members of the subject who may do more than the guarantor. */
  exceeding: readonly MemberRecord[]
  /** The roles of the subject. */
  uses: Uses
}

/** Returns who vouches for a record and whether it needs confirmation; a record without effect needs none. */
export const assessGuarantee = async (
  reading: Reading,
  { guarantorId, hasEffect }: { guarantorId: string | null; hasEffect: boolean },
  subject: Subject,
): Promise<Assessment> => {
  const guarantor = await guarantorOf(reading, subject.tenantId, guarantorId)
  const shortfall = await shortfallOf(reading, subject, guarantor)
  const found = await toGuarantee(reading, guarantor, shortfall)
  const exceeding = subject.members.filter(({ userId }) => shortfall.exceeding.has(userId))
  const { roleIds } = subject
  const uses = { all: roleIds, kept: roleIds.filter((id) => !shortfall.withheld.has(id)) }
  return { found: hasEffect ? found : { ...found, problem: null }, guarantor, exceeding, uses }
}

interface Succession {
  guarantorId: string | null
  successorId: string
  /** The connection that is to be confirmed; see `guarantorOf`. @default none */
  within?: readonly string[]
}

/** @throws Refusal 403 when the successor may do less than the guarantor */
export const assertMaySucceed = async (
  reading: Reading,
  { guarantorId, successorId, within }: Succession,
  subject: Subject,
): Promise<void> => {
  const earlier = await guarantorOf(reading, subject.tenantId, guarantorId)
  const successor = await guarantorOf(reading, subject.tenantId, successorId, undefined, within)
  assertSucceeds(await shortfallOf(reading, subject, earlier), await shortfallOf(reading, subject, successor))
}
