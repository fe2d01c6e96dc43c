import type { PolicyChange } from '../../../../contract/security.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { conflict, notFound } from '../../../call/refusal.ts'
import type { PolicyRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { assertMeetsFloor, type FlooredKind, type FlooredPolicies } from '../../settings/floors.ts'
import { type Policies, policyOf, savePolicy, vendorFloor } from '../../settings/policies.ts'
import { shownPolicy } from '../../settings/shown-policy.ts'
import { recordPolicy } from '../members/record-policies.ts'
import { waitInLine } from '../roles/administrators.ts'
import { saveSafely } from './guard.ts'

type SingleKind = Exclude<FlooredKind, 'sessions'>

interface Save<Kind extends SingleKind> {
  kind: Kind
  value: Policies[Kind] & FlooredPolicies[Kind]
  /** Id of the policy to replace; `null` for a tenant's first one. */
  id: string | null
}

const CHANGED = 'Another administrator saved this policy in the meantime. Reload the page and try again'

/**
 * Refuses a save from a form that was opened before another administrator's first save, because it would overwrite that
 * one silently.
 */
const assertExpected = (record: PolicyRecord | undefined, id: string | null): void => {
  if (id === null && record) throw conflict(CHANGED).as('outdated')
  if (id !== null && record?.id !== id) throw notFound('This policy does not exist. Reload the page and try again')
}

const ACTIONS: Readonly<Record<SingleKind, { action: string; description: string }>> = {
  mfa: { action: 'MFA policy changed', description: 'Changed who must use a second factor' },
  lockout: { action: 'Lockout policy changed', description: 'Changed when failed sign-ins lock an account' },
  'password-history': {
    action: 'Password history policy changed',
    description: 'Changed how many earlier passwords may not be used again',
  },
}

/** Runs a save under the tenant's lock. Policies that can lock users out are saved through the guard. */
const inTurn = <Kind extends SingleKind, Result>(
  call: SignedRequest,
  { kind, value }: Pick<Save<Kind>, 'kind' | 'value'>,
  work: (store: Collections) => Promise<Result>,
): Promise<Result> => {
  const { ports, auth } = call
  // TypeScript can't infer that the value matches its kind.
  if (kind !== 'password-history') return saveSafely(call, { kind, value } as PolicyChange, work)
  return ports.store.transaction(async (store) => {
    await waitInLine(store, auth.tenantId, ports.clock.now())
    return work(store)
  })
}

/** Saves a tenant's own policy and records its previous and new values in the audit log. */
export const saveTenantPolicy = async <Kind extends SingleKind>(
  call: SignedRequest,
  { kind, value, id }: Save<Kind>,
): ReturnType<typeof shownPolicy<Kind>> => {
  const { ports, auth, audit } = call
  const { tenantId } = auth
  assertMeetsFloor(kind, value, await vendorFloor(ports.store, kind))
  await inTurn(call, { kind, value }, async (store) => {
    const before = await policyOf(store, kind, tenantId)
    assertExpected(await store.policies.find({ tenantId, kind }), id)
    await savePolicy({ ...ports, store }, kind, tenantId, value)
    await recordPolicy(call, store, kind)
    const detail = beforeAndAfter(before, value)
    await audit({ ...ACTIONS[kind], inside: store, resource: 'Policies', severity: 'Medium', detail })
  })
  return shownPolicy(ports.store, kind, tenantId)
}
