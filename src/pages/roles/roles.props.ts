import type { FeatureProps } from '../../feature/define.ts'
import type { RolesTexts } from './roles.messages.ts'
import type { RolesActions } from './roles.slice.ts'
import type { RolesState } from './roles.state.ts'

export type RolesViewProps = FeatureProps<RolesState, RolesActions, RolesTexts>
