import type { Guarantee, Guaranteed, GuaranteedKind, GuaranteeProblem } from '../../../../entities/guarantee.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { type Guarantor, grantableBy, type Reading } from './guarantor.ts'
import { accountRights, exceeds, NO_RIGHTS, type Rights } from './rights.ts'

/** One kind of thing that lasts in an account and does at most what its guarantor may do today. */
export interface Guarantees {
  kind: GuaranteedKind
  /** Who may change it may confirm it. */
  permission: string
  /** Lists what members vouch for, by themselves or by an API token of the account that they created. */
  list(ports: Ports, members: { tenantId: string; userIds: readonly string[] }): Promise<Guaranteed[]>
  /** @throws Refusal 403 when the caller may do less than is needed, 404 when it doesn't exist */
  confirm(call: SignedRequest, id: string): Promise<void>
}

/** Members and roles that something is about. */
export interface Subject {
  tenantId: string
  members: readonly MemberRecord[]
  roleIds: readonly string[]
}

/** Uses that a guarantor isn't enough for. */
export interface Shortfall {
  /** Ids of administrators who may do more. */
  exceeding: ReadonlySet<string>
  /** Ids of roles that the guarantor can't give. */
  withheld: ReadonlySet<string>
}

export const shortfallOf = async (
  reading: Reading,
  { tenantId, members, roleIds }: Subject,
  guarantor: Rights | Guarantor = NO_RIGHTS,
): Promise<Shortfall> => {
  const { store } = reading
  const { administrative } = await accountRights(store, tenantId)
  const ids = members.map(({ userId }) => userId)
  const found = ids.length ? await store.users.listFields({ id: { in: ids }, superUser: true }, ['id']) : []
  const superUsers = new Set(found.map(({ id }) => id))
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
 * A confirmation takes nothing from anyone, so it needs no question about lockouts: who is refused after it was refused
 * before. It is made only by someone whose rights are of use.
 *
 * @throws Refusal 403
 */
export const assertSucceeds = (before: Shortfall, after: Shortfall): void => {
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

export const toGuarantee = async (
  { store }: Reading,
  guarantor: Guarantor | undefined,
  shortfall: Shortfall,
): Promise<Guarantee> => ({
  guarantor: guarantor ? await nameOf(store, guarantor.userId) : null,
  problem: problemOf(guarantor, shortfall),
  exceeding: shortfall.exceeding.size,
})
