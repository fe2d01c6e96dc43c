import { type RefObject, useRef } from 'react'
import type { MemberPreset } from '../../../contract/additions/members.ts'
import type { Recommendation } from '../../../entities/security-center.ts'
import type { FeatureProps } from '../../../feature/define.ts'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { TabProps } from '../tab.ts'
import css from './center.css'
import { Insights } from './center.insights.tsx'
import type { CenterTexts } from './center.messages.ts'
import { Recommendations } from './center.recommendations.tsx'
import { Score } from './center.score.tsx'
import type { CenterActions } from './center.slice.ts'
import type { CenterState } from './center.state.ts'
import { UserTables } from './center.tables.tsx'
import { CenterDialogs } from './dialogs/center-dialogs.tsx'

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

export const CenterView = (props: CenterViewProps) => {
  useSheet(css)
  const users = useRef<HTMLElement>(null)
  const onShowUsers = (preset: MemberPreset) => {
    props.actions.showTable(preset)
    users.current?.focus()
    users.current?.scrollIntoView({ block: 'start' })
  }
  const parts = { ...props, users, onShowUsers }
  return (
    <div className="fe-center">
      <Score {...props} />
      <Recommendations {...props} />
      <Insights {...parts} />
      <UserTables {...parts} />
      <CenterDialogs {...props} />
    </div>
  )
}
