import { isShown } from '../../feature/page-fields.ts'
import { PageFailure, PageLoading } from '../../parts/page-bodies/page-bodies.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import css from './account.css'
import type { AccountTab } from './account.fields.ts'
import type { AccountViewProps } from './account.props.ts'
import { LoginCard } from './cards/login-card.tsx'
import { SettingsCard } from './cards/settings-card.tsx'

const shownTabs = ({ tabs, state }: AccountViewProps): AccountTab[] => [
  ...(isShown(tabs.settings) ? (['settings'] as const) : []),
  ...(isShown(tabs.customLogin) && state.viewer?.may.login ? (['customLogin'] as const) : []),
]

const Panel = ({ tab, more, ...props }: AccountViewProps) => {
  if (tab === 'customLogin') return <LoginCard {...props} tab={tab} />
  return (
    <div className="fe-account-cards">
      <SettingsCard {...props} tab={tab} />
      {more}
    </div>
  )
}

const Body = (props: AccountViewProps) => {
  const { state, actions, t, failures, tenant, tab, onTab } = props
  if (state.phase === 'forbidden') {
    return <EmptyState icon="lock" title={t('forbiddenTitle')} text={t('forbiddenText', { tenant })} />
  }
  if (state.phase === 'loading') return <PageLoading label={t('loading')} />
  if (state.phase === 'failed') {
    return (
      <PageFailure title={t('loadFailedTitle')} text={failures.page ?? ''} retry={t('retry')} onRetry={actions.load} />
    )
  }
  const shown = shownTabs(props)
  const active = shown.includes(tab) ? tab : shown[0]
  if (!active) return <EmptyState icon="settings" title={t('nothingTitle')} text={t('nothingText')} />
  if (shown.length === 1) return <Panel {...props} tab={active} />
  const words = { settings: t('tabTitle'), customLogin: t('customLoginTabTitle') }
  return (
    <Tabs label={t('tabs')} tabs={shown.map((id) => ({ id, label: words[id] }))} active={active} onChange={onTab}>
      <Panel {...props} tab={active} />
    </Tabs>
  )
}

export const AccountView = (props: AccountViewProps) => {
  useSheet(css)
  const { t, tenant } = props
  return (
    <div className="fe-account">
      <PageHeader title={t('pageTitle')} description={t('subtitle', { tenant })} />
      <div className="fe-account-body">
        <Body {...props} />
      </div>
    </div>
  )
}
