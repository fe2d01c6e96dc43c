import type { FeatureProps } from '../../feature/define.ts'
import type { SsoTexts } from './sso.messages.ts'
import type { SsoActions } from './sso.slice.ts'
import type { SsoState } from './sso.state.ts'

export type SsoViewProps = FeatureProps<SsoState, SsoActions, SsoTexts>
