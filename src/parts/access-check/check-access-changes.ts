import type { AccessChange } from '../../contract/guarantees.ts'
import type { Interruption } from '../../entities/guarantee.ts'
import { HttpError, messageOf } from '../../kernel/errors.ts'

/** The result for the changes of `key`; only the key while they are checked. */
export interface AccessCheckState {
  accessCheck?: { key: string; found?: readonly Interruption[]; error?: string } | undefined
}

/** Changes of roles and groups that a dialog or a page is about to save. */
export type AccessChanges = readonly AccessChange[]

export const keyOfChanges = (changes: AccessChanges): string => JSON.stringify(changes)

interface Checking<State extends AccessCheckState> {
  api: { guarantees: { checkAccessChanges(input: { body: { changes: AccessChange[] } }): Promise<Interruption[]> } }
  apply(change: (state: State) => State): void
}

/** Returns whether there is nothing to show: the backend is older, or refuses the user, as it then refuses the change. */
export const showsNothing = (error: unknown): boolean => error instanceof HttpError && [403, 404].includes(error.status)

/**
 * Checks what the changes interrupt, and returns whether it is known to interrupt nothing. The result
 * of the latest check is kept.
 */
export const checkAccessChanges = async <State extends AccessCheckState>(
  { api, apply }: Checking<State>,
  changes: AccessChanges,
): Promise<boolean> => {
  const key = keyOfChanges(changes)
  const end = (result: Pick<NonNullable<AccessCheckState['accessCheck']>, 'found' | 'error'>) =>
    apply((state) => (state.accessCheck?.key === key ? { ...state, accessCheck: { key, ...result } } : state))
  apply((state) => ({ ...state, accessCheck: { key } }))
  try {
    const found = await api.guarantees.checkAccessChanges({ body: { changes: [...changes] } })
    end({ found })
    return found.length === 0
  } catch (error) {
    const isNothing = showsNothing(error)
    end(isNothing ? { found: [] } : { error: messageOf(error) })
    return isNothing
  }
}
