import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSession, useSettings, useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import { isShown } from '../../feature/page-fields.ts'
import { useFailureText } from '../../parts/failure/failure.ts'
import { useNotice } from '../../parts/notices/use-notice.ts'
import { PageFailure, PageLoading } from '../../parts/page-bodies/page-bodies.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { postalAddressMessages } from '../../parts/postal-address/postal-address.messages.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { type AccountActions, type AccountViewProps, accountSlice } from './account.actions.ts'
import css from './account.css'
import { type AccountTab, accountFieldsOf, accountTabsOf } from './account.draft.ts'
import { type AccountTexts, accountMessages } from './account.messages.ts'
import { type AccountState, initialAccount } from './account.state.ts'
import { LoginCard } from './cards/login-card.tsx'
import { SettingsCard } from './cards/settings-card.tsx'
import { deletionFeature } from './deletion/deletion.view.tsx'

const shownTabs = ({ tabs, state }: AccountViewProps): AccountTab[] => [
  ...(isShown(tabs.settings) ? (['settings'] as const) : []),
  ...(isShown(tabs.customLogin) && state.viewer?.may.login ? (['customLogin'] as const) : []),
]

const Panel = ({ tab, below, ...props }: AccountViewProps) => {
  if (tab === 'customLogin') return <LoginCard {...props} tab={tab} />
  return (
    <div className="fe-account-cards">
      <SettingsCard {...props} tab={tab} />
      {below}
    </div>
  )
}

/** One card with all settings. */
const CARDS = [9]

const Body = (props: AccountViewProps) => {
  const { state, actions, t, failures, tenant, tab, onTab } = props
  if (state.phase === 'forbidden') {
    return <EmptyState icon="lock" title={t('forbiddenTitle')} text={t('forbiddenText', { tenant })} />
  }
  const shown = shownTabs(props)
  if (state.phase === 'loading') {
    return <PageLoading label={t('loading')} cards={CARDS} tabs={shown.length > 1 ? shown.length : 0} />
  }
  if (state.phase === 'failed') {
    return (
      <PageFailure title={t('loadFailedTitle')} text={failures.page ?? ''} retry={t('retry')} onRetry={actions.load} />
    )
  }
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

/** Loaded as a separate feature, because other backends may lack its calls. */
const deletion: Loadable = {
  id: 'account-deletion',
  feature: deletionFeature,
  load: async () => ({ feature: deletionFeature }),
}

const Deletion = () => <FeatureHost definition={deletion} fallback={null} failure={() => null} />

const AccountPage = ({
  page: _,
  location,
  ...props
}: FeatureProps<AccountState, AccountActions, AccountTexts> & PageProps) => {
  const { state, actions, t } = props
  const { activeTenant } = useSession()
  const settings = useSettings()
  const { search, write } = location
  const tenantId = activeTenant?.tenantId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account starts over
  useEffect(() => void actions.open(), [actions, tenantId])
  useNotice(state.notice, ({ key }) => ({ tone: 'success', text: t(key) }))
  const tab: AccountTab = new URLSearchParams(search).get('tab') === 'customLogin' ? 'customLogin' : 'settings'
  return (
    <AccountView
      {...props}
      tenant={activeTenant?.name ?? ''}
      fields={accountFieldsOf(settings)}
      tabs={accountTabsOf(settings)}
      tab={tab}
      onTab={(next) => write(next === 'settings' ? '' : `tab=${next}`, 'push')}
      addressTexts={useTexts(postalAddressMessages)}
      below={<Deletion />}
      failures={{
        page: useFailureText(state.failure),
        saving: useFailureText(state.saving),
        login: useFailureText(state.login.failure),
        loginSaving: useFailureText(state.login.saving),
      }}
    />
  )
}

export const accountFeature = defineFeature<AccountState, AccountActions, AccountTexts, PageProps>({
  initial: initialAccount,
  slice: accountSlice,
  messages: accountMessages,
  Component: AccountPage,
})
