import type { PolicyChange } from '../../../../contract/security.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { conflict, notFound } from '../../../call/refusal.ts'
import type { Collections } from '../../../store/store.ts'
import type { SettingValues } from '../../settings/all-settings.ts'
import type { FlooredSetting } from '../../settings/setting.ts'
import { recordPolicyChange } from '../members/record-changes.ts'
import { lockTenant } from '../roles/administrators.ts'
import { saveSafely } from './guard.ts'

type SingleKind = 'mfa' | 'lockout' | 'password-history'
type SingleSetting<Kind extends SingleKind> = FlooredSetting<Kind, SettingValues[Kind]>

interface Save<Kind extends SingleKind> {
  value: SettingValues[Kind]
  /** Id of the policy to replace; `null` for a tenant's first one. */
  id: string | null
}

const CHANGED = 'Another administrator saved this policy in the meantime. Reload the page and try again'

/**
 * Refuses a save from a form that was opened before another administrator's first save, because it would overwrite that
 * one silently.
 */
const assertExpected = (stored: string, id: string | null): void => {
  if (id === null && stored) throw conflict(CHANGED).as('outdated')
  if (id !== null && stored !== id) throw notFound('This policy does not exist. Reload the page and try again')
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
  { kind, value }: { kind: Kind; value: SettingValues[Kind] },
  work: (store: Collections) => Promise<Result>,
): Promise<Result> => {
  const { ports, auth } = call
  // TypeScript can't infer that the value matches its kind.
  if (kind !== 'password-history') return saveSafely(call, { kind, value } as PolicyChange, work)
  return ports.store.transaction(async (store) => {
    await lockTenant(store, auth.tenantId, ports.clock.now())
    return work(store)
  })
}

/** Saves a tenant's own policy and records its previous and new values in the audit log. */
export const saveTenantPolicy = async <Kind extends SingleKind>(
  call: SignedRequest,
  setting: SingleSetting<Kind>,
  { value, id }: Save<Kind>,
): ReturnType<SingleSetting<Kind>['shown']> => {
  const { ports, auth } = call
  const { tenantId } = auth
  const { kind } = setting
  await setting.assertMeetsFloor(ports.store, value)
  await inTurn(call, { kind, value }, async (store) => {
    const { id: stored, createdAt: _created, updatedAt: _updated, ...before } = await setting.shown(store, tenantId)
    assertExpected(stored, id)
    await setting.save({ ...ports, store }, tenantId, value)
    await recordPolicyChange(call, store, { kind, ...ACTIONS[kind], before, after: value })
  })
  return setting.shown(ports.store, tenantId)
}
