import { useMemo } from 'react'
import type { MemberPreset } from '../../../contract/users.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { FailureGroup, PartFailure } from '../../../parts/part-failure/part-failure.tsx'
import { type ListQuery, shownRows, shownTotal } from '../../../parts/record-list/list-state.ts'
import { RecordList } from '../../../parts/record-list/record-list.tsx'
import { UserSummary } from '../../../parts/user-summary/user-summary.tsx'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { BulkBar } from '../../../ui/bulk-bar/bulk-bar.tsx'
import { Button } from '../../../ui/button/button.tsx'
import type { Column } from '../../../ui/data-table/data-table.tsx'
import { Heading } from '../../../ui/heading/heading.tsx'
import { NameChips } from '../../../ui/name-chips/name-chips.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { Tabs } from '../../../ui/tabs/tabs.tsx'
import type { CenterPartProps, CenterViewProps } from './center.actions.ts'
import type { CenterTexts } from './center.messages.ts'
import {
  type BulkJob,
  type BulkKind,
  type CenterState,
  hasFailed,
  haveAllFailed,
  type ListedUser,
  TABLES,
} from './center.state.ts'

const KIND_OF: Readonly<Record<MemberPreset, BulkKind>> = {
  'breached-passwords': 'send',
  'mfa-unenrolled': 'require',
  inactive: 'remove',
}

const ICON_OF = { send: 'send', require: 'shield', remove: 'trash' } as const

/** Returns the action of the shown table, if this user and this backend support it. */
const offeredKind = ({ shown, viewer, missing }: CenterState): BulkKind | undefined => {
  const kind = KIND_OF[shown]
  if (kind === 'require' && missing.includes('requireMfa')) return undefined
  const isAllowed = kind === 'remove' ? viewer?.may.removeUsers : viewer?.may.changeUsers
  return isAllowed ? kind : undefined
}

/**
 * Returns whether an action applies to a user. Users can't remove themselves, and users who must already add a factor
 * are skipped.
 */
const isOpenTo = (kind: BulkKind, user: ListedUser, viewerId: string): boolean => {
  if (kind === 'remove') return user.id !== viewerId
  return kind === 'send' || !user.mfaRequired
}

const columnsOf = (t: CenterViewProps['t']): Column<ListedUser>[] => [
  {
    id: 'user',
    header: t('userHeader'),
    primary: true,
    avatar: true,
    width: '45%',
    cell: (user) => (
      <UserSummary user={user}>{user.mfaRequired && <Badge tone="info">{t('mfaRequired')}</Badge>}</UserSummary>
    ),
  },
  {
    id: 'roles',
    header: t('rolesHeader'),
    cell: ({ roleNames }) => (
      <NameChips
        names={roleNames ?? []}
        none={roleNames ? t('noRoles') : '–'}
        more={(count) => t('moreRoles', { count })}
      />
    ),
  },
  {
    id: 'lastLogin',
    header: t('lastSeenHeader'),
    cell: ({ lastLogin }) => (
      <span className="fe-center-muted">
        <RelativeTime at={lastLogin} none={t('neverSeen')} />
      </span>
    ),
  },
]

const Table = (props: CenterViewProps) => {
  const { state, actions, t } = props
  const { shown, viewer } = state
  const list = state.tables[shown]
  const kind = offeredKind(state)
  const columns = useMemo(() => columnsOf(t), [t])
  const viewerId = viewer?.id ?? ''
  const openConfirmation = (users: readonly ListedUser[]) =>
    kind && actions.openDialog({ kind, users, count: users.length })
  const chosen = shownRows(list).filter(({ id }) => list.selected.includes(id))
  const eligible = kind ? chosen.filter((user) => isOpenTo(kind, user, viewerId)) : []
  const onRetry = () => actions.reloadTable(shown)
  if (hasFailed(list)) {
    // A group of its own, so that the message stays below its tab when other parts of the page failed too.
    return (
      <FailureGroup>
        <PartFailure title={t('tableFailedTitle')} reason={list.error} retry={t('retry')} onRetry={onRetry} />
      </FailureGroup>
    )
  }
  return (
    <>
      <RecordList<ListedUser, ListQuery>
        list={list}
        label={t(shown)}
        searchLabel={t('searchLabel')}
        total={t('total', { count: shownTotal(list) })}
        columns={columns}
        nameOf={nameOfUser}
        menu={(user) =>
          kind && isOpenTo(kind, user, viewerId)
            ? [
                {
                  id: kind,
                  label: t(kind),
                  icon: ICON_OF[kind],
                  danger: kind === 'remove',
                  onSelect: () => openConfirmation([user]),
                },
              ]
            : []
        }
        onChange={(patch) => void actions.changeTable(shown, patch)}
        onSelect={kind ? (ids) => actions.select(shown, ids) : undefined}
        onRetry={() => void onRetry()}
        empty={{ icon: 'circle-check', title: t(`${shown}_empty`), text: t(`${shown}_emptyText`) }}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText'), clear: t('clearSearch') }}
      />
      <BulkBar count={chosen.length} onClear={() => actions.select(shown, new Set())}>
        {kind && eligible.length > 0 && (
          <Button
            size="s"
            variant={kind === 'remove' ? 'danger' : undefined}
            icon={ICON_OF[kind]}
            onClick={() => openConfirmation(eligible)}
          >
            {t(kind)}
          </Button>
        )}
      </BulkBar>
    </>
  )
}

/** The users behind the recommendations, with actions for them. */
export const UserTables = (props: CenterPartProps) => {
  const { state, actions, users, t } = props
  if (!state.viewer?.may.seeUsers) return null
  const tabs = TABLES.map((preset) => {
    const { phase, totalItems } = state.tables[preset]
    return { id: preset, label: t(preset), ...((phase === 'ready' || phase === 'reloading') && { count: totalItems }) }
  })
  return (
    <section ref={users} tabIndex={-1} className="fe-center-section fe-center-users">
      <Heading depth={2} className="fe-center-heading">
        {t('usersTitle')}
      </Heading>
      {haveAllFailed(state) ? (
        <PartFailure
          title={t('tableFailedTitle')}
          reason={state.tables[state.shown].error}
          retry={t('retry')}
          onRetry={() => TABLES.map((preset) => actions.reloadTable(preset))}
        />
      ) : (
        <>
          {state.job && <Job job={state.job} t={t} onStop={actions.stopJob} onDone={actions.dropJob} />}
          <Tabs label={t('usersTabs')} tabs={tabs} active={state.shown} onChange={actions.showTable}>
            <Table {...props} />
          </Tabs>
        </>
      )}
    </section>
  )
}

interface JobProps {
  job: BulkJob
  t: Translate<CenterTexts>
  onStop(): void
  onDone(): void
}

/** Progress of a bulk action, and its failures. */
const Job = ({ job: { done, total, failed, isOver }, t, onStop, onDone }: JobProps) => {
  if (!isOver) {
    return (
      <Alert
        tone="neutral"
        action={
          <Button size="s" onClick={onStop}>
            {t('stop')}
          </Button>
        }
      >
        {t('working', { done, total })}
      </Alert>
    )
  }
  return (
    <Alert
      tone="danger"
      title={t('jobFailedTitle', { count: failed.length })}
      action={
        <Button size="s" onClick={onDone}>
          {t('dismiss')}
        </Button>
      }
    >
      <ul className="fe-center-failures">
        {failed.map(({ id, name, reason }) => (
          <li key={id}>{`${name}: ${reason}`}</li>
        ))}
      </ul>
    </Alert>
  )
}
