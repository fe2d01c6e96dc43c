import type { RefObject } from 'react'
import type { MemberPreset } from '../../../contract/additions/members.ts'
import type { Recommendation, RecommendationCode } from '../../../entities/security-center.ts'
import type { FeatureProps } from '../../../feature/define.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import type { TabProps } from '../tab.ts'
import type { CenterTexts } from './center.messages.ts'
import type { CenterActions } from './center.slice.ts'
import type { CenterState } from './center.state.ts'

export interface CenterViewProps
  extends FeatureProps<CenterState, CenterActions, CenterTexts>,
    Pick<TabProps, 'tabs' | 'go'> {
  /** How the field that a recommendation is about appears to this user; one about no field can be edited. */
  appearanceOf(code: RecommendationCode): Appearance
  /** The account's name. */
  tenant: string
  onAdjust(recommendation: Recommendation): void
}

/** What the parts of the tab share. */
export interface CenterPartProps extends CenterViewProps {
  users: RefObject<HTMLElement | null>
  /** Shows one of the tables and moves there. */
  onShowUsers(preset: MemberPreset): void
}
