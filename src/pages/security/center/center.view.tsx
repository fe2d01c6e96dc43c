import { useEffect, useRef } from 'react'
import type { MemberPreset } from '../../../contract/users.ts'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { usePageLink } from '../../../parts/page-kit/page-links.ts'
import { FailureGroup } from '../../../parts/part-failure/part-failure.tsx'
import { Guard } from '../../../parts/policy-guard/guard-dialog.tsx'
import { UNDO_MS } from '../../../parts/undo/undo.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { TabProps } from '../security.state.ts'
import { type CenterActions, type CenterViewProps, centerSlice } from './center.actions.ts'
import { TARGETS } from './center.cards.ts'
import css from './center.css'
import { type CenterTexts, centerMessages } from './center.messages.ts'
import { Insights, Score } from './center.overview.tsx'
import { Recommendations } from './center.recommendations.tsx'
import { type CenterState, initialCenter } from './center.state.ts'
import { UserTables } from './center.tables.tsx'
import { CenterDialogs } from './dialogs/center-dialogs.tsx'

/** The accounts below without an administrator, with a button that opens the page of all accounts. */
export const LeftAlone = ({ state, t }: Pick<CenterViewProps, 'state' | 't'>) => {
  const open = usePageLink('all-accounts')
  const { count, accounts } = state.leftAlone ?? { count: 0, accounts: [] }
  if (count === 0) return null
  const rest = count - accounts.length
  return (
    <Alert className="fe-center-alone" tone="danger" title={t('leftAloneTitle', { count })}>
      <ul className="fe-center-lines">
        {accounts.map(({ tenantId, name, at }) => (
          <li key={tenantId}>
            <span>{name}</span>
            {at && (
              <span>
                {t('leftAloneSince')} <RelativeTime at={at} absolute />
              </span>
            )}
          </li>
        ))}
        {rest > 0 && <li>{t('leftAloneMore', { count: rest })}</li>}
      </ul>
      <p>{t('leftAloneText')}</p>
      {open && (
        <Button size="s" onClick={open}>
          {t('leftAloneOpen')}
        </Button>
      )}
    </Alert>
  )
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
      <FailureGroup>
        <Score {...props} />
        <LeftAlone {...props} />
        <Recommendations {...props} />
        <Insights {...parts} />
        <UserTables {...parts} />
      </FailureGroup>
      <CenterDialogs {...props} />
    </div>
  )
}

type CenterProps = FeatureProps<CenterState, CenterActions, CenterTexts> & TabProps

/** Reloads the findings after each policy change, including those made on other tabs. */
const useReload = (actions: CenterActions, changes: number) => {
  const seen = useRef(changes)
  useEffect(() => {
    if (seen.current === changes) return
    seen.current = changes
    void actions.loadFindings()
  }, [actions, changes])
}

const CenterTab = ({
  state,
  actions,
  t,
  viewer,
  changes,
  changed,
  tabs,
  go,
  appearanceOf,
  appearanceIn,
}: CenterProps) => {
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions])
  useReload(actions, changes)
  useNotice(state.notice, ({ key, values, undo }) => ({
    tone: 'success',
    text: t(key, values),
    ...(undo !== undefined && {
      ms: UNDO_MS,
      action: {
        label: t('undo'),
        onSelect: () => void actions.undoAdjust(undo, changed),
      },
    }),
  }))
  return (
    <>
      <CenterView
        state={state}
        actions={actions}
        t={t}
        tenant={viewer.tenantName}
        tabs={tabs}
        go={go}
        appearanceOf={(code) => {
          const target = TARGETS[code]
          return target ? appearanceIn(target.tab, target.field) : appearanceOf(code)
        }}
        onAdjust={(recommendation) => void actions.adjust(recommendation, changed)}
      />
      <Guard guard={state.guard} tenant={viewer.tenantName} {...actions.guard} />
    </>
  )
}

export const centerFeature = defineFeature<CenterState, CenterActions, CenterTexts, TabProps>({
  initial: initialCenter,
  slice: centerSlice,
  messages: centerMessages,
  Component: CenterTab,
})
