import { useRef } from 'react'
import type { MemberPreset } from '../../../contract/users.ts'
import { FailureGroup } from '../../../parts/part-failure/part-failure.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import css from './center.css'
import { Insights } from './center.insights.tsx'
import type { CenterViewProps } from './center.props.ts'
import { Recommendations } from './center.recommendations.tsx'
import { Score } from './center.score.tsx'
import { UserTables } from './center.tables.tsx'
import { CenterDialogs } from './dialogs/center-dialogs.tsx'

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
      <FailureGroup>
        <Score {...props} />
        <Recommendations {...props} />
        <Insights {...parts} />
        <UserTables {...parts} />
      </FailureGroup>
      <CenterDialogs {...props} />
    </div>
  )
}
