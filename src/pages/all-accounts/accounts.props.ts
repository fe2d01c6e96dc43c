import type { FeatureProps } from '../../feature/define.ts'
import type { AccountsActions } from './all-accounts.actions.ts'
import type { AccountsTexts } from './all-accounts.messages.ts'
import type { AccountsState } from './all-accounts.state.ts'

export type AccountsViewProps = FeatureProps<AccountsState, AccountsActions, AccountsTexts>
