import type { PolicyChange } from '../../../../contract/security.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { conflict } from '../../../call/refusal.ts'
import type { Collections } from '../../../store/store.ts'
import { waitInLine } from '../roles/administrators.ts'
import { isConfirmed } from './confirmation.ts'
import { effectOf } from './effect.ts'
import type { GuardCall } from './judge.ts'

const NO_ADMINISTRATOR =
  'This change would lock every administrator out of the account, so it was not saved. Change it so that at least one administrator keeps access'

const CALLER =
  'This change would lock you out of the account, so it was not saved. Confirm it with the name of the account, or ask another administrator to make it'

/** @throws Refusal 409 when the change would lock out the last administrator, or the caller without a confirmation */
const assertSafe = async (call: GuardCall, change: PolicyChange, confirmed: boolean): Promise<void> => {
  const { caller, isRefused } = await effectOf(call, change)
  if (isRefused) throw conflict(NO_ADMINISTRATOR).as('last-administrator')
  if ((caller === 'now' || caller === 'next-sign-in') && !confirmed) throw conflict(CALLER).as('locks-caller-out')
}

/**
 * Saves a policy change in one transaction, unless it would lock out the last administrator or, unconfirmed, the
 * caller. Simultaneous saves run one after the other, so that each is judged against the result of the previous one.
 */
export const saveSafely = async <Result>(
  call: Pick<SignedRequest, 'ports' | 'auth' | 'caller'>,
  change: PolicyChange,
  save: (store: Collections) => Promise<Result>,
): Promise<Result> => {
  const { ports, auth, caller } = call
  const confirmed = await isConfirmed(call, change)
  return ports.store.transaction(async (store) => {
    await waitInLine(store, auth.tenantId, ports.clock.now())
    await assertSafe({ ports: { ...ports, store }, auth, caller }, change, confirmed)
    return save(store)
  })
}
