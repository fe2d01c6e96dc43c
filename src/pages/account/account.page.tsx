import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSession, useSettings, useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { useNotice } from '../../parts/notices/use-notice.ts'
import { postalAddressMessages } from '../../parts/postal-address/postal-address.messages.ts'
import { type AccountTab, accountFieldsOf, accountTabsOf } from './account.fields.ts'
import { type AccountTexts, accountMessages } from './account.messages.ts'
import { type AccountActions, accountSlice } from './account.slice.ts'
import { type AccountState, initialAccount } from './account.state.ts'
import { AccountView } from './account.view.tsx'
import { feature as deletionFeature } from './deletion/deletion.feature.tsx'

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
      more={<Deletion />}
      failures={{
        page: useFailureText(state.failure),
        saving: useFailureText(state.saving),
        login: useFailureText(state.login.failure),
        loginSaving: useFailureText(state.login.saving),
      }}
    />
  )
}

export const feature = defineFeature<AccountState, AccountActions, AccountTexts, PageProps>({
  initial: initialAccount,
  slice: accountSlice,
  messages: accountMessages,
  Component: AccountPage,
})
