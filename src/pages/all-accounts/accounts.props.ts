import type { FeatureProps } from '../../feature/define.ts'
import type { AccountsTexts } from './accounts.messages.ts'
import type { AccountsActions } from './accounts.slice.ts'
import type { AccountsState } from './accounts.state.ts'

export type AccountsViewProps = FeatureProps<AccountsState, AccountsActions, AccountsTexts>
