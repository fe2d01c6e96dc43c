import type { AccountMove, LeftAlone, MemberChange } from '../../contract/security.ts'

/** Changes of members, or a move of an account, that a dialog is about to save. */
export interface AccountChanges {
  changes: MemberChange[]
  move?: AccountMove
}

/** The result for the changes of `key`; without an effect while they are checked. */
export interface LeftAloneState {
  leftAlone?: { key: string; effect?: LeftAlone } | undefined
}

export const keyOfChanges = (body: AccountChanges): string => JSON.stringify(body)

interface Checking<State extends LeftAloneState> {
  api: { lockoutGuard: { checkMemberChanges(input: { body: AccountChanges }): Promise<LeftAlone> } }
  apply(change: (state: State) => State): void
}

/** An older backend warns of nothing. */
const NONE: LeftAlone = { count: 0, accounts: [] }

/** Checks which sub-accounts the changes leave without an administrator. The result of the latest check is kept. */
export const checkLeftAlone = async <State extends LeftAloneState>(
  { api, apply }: Checking<State>,
  body: AccountChanges,
): Promise<LeftAlone> => {
  const key = keyOfChanges(body)
  apply((state) => ({ ...state, leftAlone: { key } }))
  const effect = await api.lockoutGuard.checkMemberChanges({ body }).catch(() => NONE)
  apply((state) => (state.leftAlone?.key === key ? { ...state, leftAlone: { key, effect } } : state))
  return effect
}
