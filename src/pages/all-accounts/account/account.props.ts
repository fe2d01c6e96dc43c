import type { AccountsViewProps } from '../accounts.props.ts'
import type { OpenAccount } from '../all-accounts.state.ts'

export interface AccountViewProps extends AccountsViewProps {
  account: OpenAccount
}
