import type { FeatureProps } from '../../feature/define.ts'
import type { UsersActions } from './users.actions.ts'
import type { UsersTexts } from './users.messages.ts'
import type { UsersState } from './users.state.ts'

export type UsersViewProps = FeatureProps<UsersState, UsersActions, UsersTexts>
