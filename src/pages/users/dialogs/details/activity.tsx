import type { Member } from '../../../../contract/additions/members.ts'
import type { AuditRow } from '../../../../entities/audits.ts'
import { CardRow } from '../../../../parts/card-list/card-row.tsx'
import { RelativeTime } from '../../../../ui/relative-time/relative-time.tsx'
import type { UsersViewProps } from '../../users.props.ts'
import type { Loaded } from '../../users.state.ts'
import { LoadedList, Section } from './section.tsx'
import { useDetailsText } from './use-details-text.ts'

type ActivityProps = Pick<UsersViewProps, 'actions'> & { user: Member; activity: Loaded<readonly AuditRow[]> }

/** The user's latest events in the audit log. */
export const RecentActivity = ({ actions, user, activity }: ActivityProps) => {
  const t = useDetailsText()
  if (activity.phase === 'hidden') return null
  return (
    <Section title={t('activityTitle')}>
      <LoadedList
        title={t('activityTitle')}
        of={activity}
        none={{ icon: 'clock', text: t('activityNone') }}
        onRetry={() => void actions.loadActivity(user)}
        rows={(rows) =>
          rows.map((row) => (
            <CardRow
              key={row._id}
              icon="clock"
              name={row.action}
              facts={[row.description, <RelativeTime key="at" at={row.createdAt} />, row.ip]}
            />
          ))
        }
      />
    </Section>
  )
}
