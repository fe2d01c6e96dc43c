import type { PlacedEntry } from '../../../call/auth.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isActiveMember } from '../members/members.ts'
import { ancestorsOf, descendantsOf } from '../tenants/account-tree.ts'
import { founderRoleIds, type ResetPorts, resetAccount } from './reset-account.ts'

export interface FounderProof {
  founderId: string
  /** The account whose identity provider made the proof, for a domain that the account has verified. */
  vouchedBy: string | undefined
}

export interface FoundedOutcome {
  /** Audit log rows to write at the end of the transaction. */
  entries: PlacedEntry[]
  /** Memberships that were turned back into invitations. */
  invitations: MemberRecord[]
}

/** A founded account and the accounts below it. */
interface Founded {
  accounts: readonly string[]
  /** The founder's memberships in these accounts. */
  places: readonly MemberRecord[]
}

const isManagedBy = async (store: Collections, founded: Founded, now: number): Promise<boolean> => {
  const roleIds = await founderRoleIds(store)
  const place = founded.places.find(({ tenantId }) => tenantId === founded.accounts[0])
  if (!isActiveMember(place, now) || place.temporaryUntil !== null) return false
  return idsOf(place.roleIds).some((id) => roleIds.includes(id))
}

/**
 * Returns whether someone else has a claim to the account: it is below another account, a user with a proven email has
 * joined it, one of its accounts vouches for the founder, or another user has taken over the founder's roles.
 */
const isShared = async (
  { store, clock }: ResetPorts,
  { founderId, vouchedBy }: FounderProof,
  founded: Founded,
): Promise<boolean> => {
  const { accounts } = founded
  if (vouchedBy !== undefined && accounts.includes(vouchedBy)) return true
  const [root = ''] = accounts
  if ((await ancestorsOf(store, root)).length > 0) return true
  const others = { tenantId: { in: accounts }, userId: { not: founderId }, activated: true } as const
  if ((await store.members.count({ ...others, verified: true })) > 0) return true
  return (await store.members.count(others)) > 0 && !(await isManagedBy(store, founded, clock.now()))
}

/** Member fields of an invitation, which shows the account nothing about the user. */
const UNSHOWN = {
  verified: false,
  isLocked: false,
  mfaEnrolled: false,
  isBreachedPassword: false,
  factor: null,
} as const

/**
 * Turns the founder's memberships into invitations. The members keep the account; the founder returns with their former
 * roles by accepting.
 */
const stepBack = async ({ store, clock }: ResetPorts, places: readonly MemberRecord[]): Promise<FoundedOutcome> => {
  const patch = { ...UNSHOWN, activated: false, invitedAt: clock.now() }
  await store.members.update({ id: { in: places.map(({ id }) => id) } }, patch)
  for (const { userId, tenantId } of places) {
    // Activation links of the sign-up would let the founder in without an invitation.
    await store.tickets.delete({ userId, tenantId })
  }
  const invitations = places.map((place) => ({ ...place, ...patch }))
  const entries = places.map(
    ({ id, tenantId, email }): PlacedEntry => ({
      tenantId,
      user: { id, email },
      action: 'Founder invited',
      resource: 'Invitations',
      severity: 'High',
      description: 'The founder proved their email after others had joined, and must accept an invitation to come back',
      detail: { userId: id, before: { activated: true }, after: { activated: false } },
    }),
  )
  return { entries, invitations }
}

const resetAll = async (ports: ResetPorts, founderId: string, accounts: readonly string[]): Promise<FoundedOutcome> => {
  const entries: PlacedEntry[] = []
  for (const tenantId of accounts) entries.push(...(await resetAccount(ports, { tenantId, founderId })))
  return { entries, invitations: [] }
}

/**
 * Settles the accounts that a sign-up founded, and those below them, at the first proof of the email in another
 * browser. Runs in the caller's transaction. An account that is only the founder's is reset to its state after sign-up,
 * because everyone in it was let in by an unproven user (src/decisions/0057).
 */
export const settleFoundedAccounts = async (ports: ResetPorts, proof: FounderProof): Promise<FoundedOutcome> => {
  const { store } = ports
  const outcomes: FoundedOutcome[] = []
  for (const { id } of await store.tenants.list({ founderId: proof.founderId })) {
    if (id === proof.vouchedBy) continue
    const accounts = [id, ...(await descendantsOf(store, id)).map(({ tenantId }) => tenantId)]
    const member = { userId: proof.founderId, tenantId: { in: accounts }, activated: true } as const
    const places = await store.members.list(member)
    if (places.length === 0) continue
    const isTaken = await isShared(ports, proof, { accounts, places })
    outcomes.push(await (isTaken ? stepBack(ports, places) : resetAll(ports, proof.founderId, accounts)))
  }
  return {
    entries: outcomes.flatMap(({ entries }) => entries),
    invitations: outcomes.flatMap(({ invitations }) => invitations),
  }
}
