import type { FeatureProps } from '../../feature/define.ts'
import type { UsersTexts } from './users.messages.ts'
import type { UsersActions } from './users.slice.ts'
import type { UsersState } from './users.state.ts'

export type UsersViewProps = FeatureProps<UsersState, UsersActions, UsersTexts>
