import type { FeatureProps } from '../../feature/define.ts'
import type { GroupsTexts } from './groups.messages.ts'
import type { GroupsActions } from './groups.slice.ts'
import type { GroupsState } from './groups.state.ts'

export type GroupsViewProps = FeatureProps<GroupsState, GroupsActions, GroupsTexts>
