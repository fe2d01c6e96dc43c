import { useMemo } from 'react'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { MainButton, type PageButton, PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { type ListQuery, shownTotal } from '../../parts/record-list/list-state.ts'
import { RecordList } from '../../parts/record-list/record-list.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { type SsoViewProps, ssoSlice } from './sso.actions.ts'
import { ssoColumns } from './sso.columns.tsx'
import css from './sso.css'
import { ssoMessages } from './sso.messages.ts'
import { type Connection, initialSso, openedOf, ssoUrl } from './sso.state.ts'

const loadSetup = () => loadChunk(() => import('./setup/sso-setup.tsx')).then(({ SsoSetup }) => SsoSetup)

/** The list of connections, or the setup of a connection, which replaces the list. */
const SsoView = (props: SsoViewProps) => {
  useSheet(css)
  const { state } = props
  const { list } = state
  const isReady = list.phase === 'ready' || list.phase === 'failed'
  const setup = { load: loadSetup, onMissing: props.actions.dialogsMissing, props }
  if (openedOf(state)) return <LazyDialogs {...setup} isNeeded isCalm={isReady} />
  return <ConnectionList {...props} />
}

const ConnectionList = (props: SsoViewProps) => {
  const { state, actions, t } = props
  const { viewer, list } = state
  const main: PageButton | undefined = viewer?.may.edit
    ? { label: t('addConnection'), icon: 'plus', onSelect: () => actions.openDialog({ kind: 'new' }) }
    : undefined
  const columns = useMemo(() => ssoColumns(t, actions), [t, actions])
  return (
    <PageFrame
      className="fe-sso"
      title={t('pageTitle')}
      description={t('pageDescription', { tenant: viewer?.tenantName ?? '' })}
      main={main}
      controls={<Button onClick={() => actions.openDialog({ kind: 'troubleshoot' })}>{t('troubleshoot')}</Button>}
      isReady={list.phase === 'ready' || list.phase === 'failed'}
      dialogs={loadSetup}
      page={props}
    >
      <RecordList<Connection, ListQuery>
        list={list}
        label={t('pageTitle')}
        searchLabel={t('search')}
        total={t('total', { count: shownTotal(list) })}
        columns={columns}
        nameOf={({ name }) => name}
        menu={(connection) => menuOf(props, connection)}
        onOpen={actions.openSetup}
        onChange={actions.change}
        onRetry={actions.reload}
        empty={{
          icon: 'sso',
          title: t('emptyTitle'),
          text: t('emptyText'),
          action: main && <MainButton {...main} />,
        }}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText'), clear: t('clearSearch') }}
      />
    </PageFrame>
  )
}

const menuOf = ({ state, actions, t }: SsoViewProps, connection: Connection): MenuItem[] => [
  { id: 'open', label: t('open'), icon: 'edit', onSelect: () => actions.openSetup(connection) },
  ...(state.viewer?.may.remove
    ? [
        {
          id: 'delete',
          label: t('delete'),
          icon: 'trash' as const,
          danger: true,
          separated: true,
          onSelect: () => actions.openDialog({ kind: 'delete', connection }),
        },
      ]
    : []),
]

export const ssoFeature = pageFeature({
  initial: initialSso,
  slice: ssoSlice,
  messages: ssoMessages,
  url: ssoUrl,
  typed: ({ list }) => list.query.search,
  View: SsoView,
})
