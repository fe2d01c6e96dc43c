import type { RefObject } from 'react'
import type { MemberPreset } from '../../../contract/additions/members.ts'
import type { Recommendation } from '../../../entities/security-center.ts'
import type { FeatureProps } from '../../../feature/define.ts'
import type { TabProps } from '../tab.ts'
import type { CenterTexts } from './center.messages.ts'
import type { CenterActions } from './center.slice.ts'
import type { CenterState } from './center.state.ts'

export interface CenterViewProps
  extends FeatureProps<CenterState, CenterActions, CenterTexts>,
    Pick<TabProps, 'tabs' | 'go' | 'appearanceOf'> {
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
