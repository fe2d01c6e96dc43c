import type { AccessChange } from '../../contract/guarantees.ts'
import type { Interruption } from '../../entities/guarantee.ts'
import { messageOf } from '../../kernel/errors.ts'
import { isMissing } from '../page-kit/page-context.ts'

/** The result for the change of `key`; only the key while it is checked. */
export interface AccessCheckState {
  accessCheck?: { key: string; found?: readonly Interruption[]; error?: string } | undefined
}

export const keyOfChange = (change: AccessChange): string => JSON.stringify(change)

interface Checking<State extends AccessCheckState> {
  api: { guarantees: { checkAccessChange(input: { body: AccessChange }): Promise<Interruption[]> } }
  apply(change: (state: State) => State): void
}

/**
 * Checks what the change of a role or group interrupts, and returns whether it is known to interrupt nothing. The result
 * of the latest check is kept. An older backend warns of nothing.
 */
export const checkAccessChange = async <State extends AccessCheckState>(
  { api, apply }: Checking<State>,
  change: AccessChange,
): Promise<boolean> => {
  const key = keyOfChange(change)
  const end = (result: Pick<NonNullable<AccessCheckState['accessCheck']>, 'found' | 'error'>) =>
    apply((state) => (state.accessCheck?.key === key ? { ...state, accessCheck: { key, ...result } } : state))
  apply((state) => ({ ...state, accessCheck: { key } }))
  try {
    const found = await api.guarantees.checkAccessChange({ body: change })
    end({ found })
    return found.length === 0
  } catch (error) {
    end(isMissing(error) ? { found: [] } : { error: messageOf(error) })
    return isMissing(error)
  }
}
