import type { RefObject } from 'react'
import type { MemberPreset } from '../../../contract/users.ts'
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
  /**
   * Returns how the field of a recommendation appears to this user. Without a field, only the tab and the user's
   * permission decide.
   */
  appearanceOf(code: RecommendationCode): Appearance
  /** The account's name. */
  tenant: string
  onAdjust(recommendation: Recommendation): void
}

/** Props shared by the parts of the tab. */
export interface CenterPartProps extends CenterViewProps {
  users: RefObject<HTMLElement | null>
  /** Shows one of the tables and scrolls to it. */
  onShowUsers(preset: MemberPreset): void
}
