import type { FeatureProps } from '../../feature/define.ts'
import type { AuditsTexts } from './audits.messages.ts'
import type { AuditsActions } from './audits.slice.ts'
import type { AuditsState } from './audits.state.ts'

export type AuditsViewProps = FeatureProps<AuditsState, AuditsActions, AuditsTexts>
