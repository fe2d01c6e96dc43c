import { useEffect, useRef } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSession, useSettings, useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import type { Translate } from '../../i18n/messages.ts'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { useNotice } from '../../parts/notices/use-notice.ts'
import { postalAddressMessages } from '../../parts/postal-address/postal-address.messages.ts'
import { useDialogUrl } from '../../parts/record-list/use-dialog-url.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { PreferencesCard } from './cards/preferences-card.tsx'
import { profileFieldsOf } from './profile.fields.ts'
import { isLinkReady, LINKED, linkOf, openerOf } from './profile.links.ts'
import { type ProfileTexts, profileMessages } from './profile.messages.ts'
import { type ProfileActions, profileSlice } from './profile.slice.ts'
import { initialProfile, type ProfileState } from './profile.state.ts'
import { ProfileView } from './profile.view.tsx'
import type { SelfServiceGiven } from './self-service/self-service.feature.tsx'

/**
 * Email, linked accounts, memberships and deletion. Loaded as a separate chunk, because other backends may lack its
 * calls.
 */
const selfService: Loadable<SelfServiceGiven> = {
  id: 'profile-self-service',
  load: () => import('./self-service/self-service.feature.tsx'),
}

const SelfService = ({ t, ...given }: SelfServiceGiven & { t: Translate<ProfileTexts> }) => (
  <FeatureHost
    definition={selfService}
    given={given}
    fallback={null}
    failure={(retry) => (
      <Alert tone="danger" action={<Button onClick={retry}>{t('retry')}</Button>}>
        {t('unavailable')}
      </Alert>
    )}
  />
)

const ProfilePage = ({
  page: _,
  location,
  ...props
}: FeatureProps<ProfileState, ProfileActions, ProfileTexts> & PageProps) => {
  const { state, actions, t } = props
  const { activeTenant, user } = useSession()
  const settings = useSettings()
  const addressTexts = useTexts(postalAddressMessages)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user starts over
  useEffect(() => void actions.open(), [actions, user?.id])
  useNotice(state.notice, ({ key, values }) => ({
    tone: key === 'unavailable' ? 'danger' : 'success',
    text: t(key, values),
  }))
  const fields = profileFieldsOf(settings)
  const preferences = useRef<HTMLDivElement>(null)
  const showAppearance = () => preferences.current?.querySelector('select')?.focus()
  useDialogUrl({
    location,
    names: LINKED,
    dialog: linkOf(state),
    isReady: isLinkReady(state),
    open: (link) => openerOf(link, state, fields, { ...actions, showAppearance })?.(),
    close: actions.closeDialog,
  })
  const failures = {
    page: useFailureText(state.failure),
    saving: useFailureText(state.saving),
    picture: useFailureText(state.picture),
    phones: useFailureText(state.phones.error ?? state.failure),
    dialog: useFailureText(state.dialogWork),
  }
  return (
    <ProfileView
      {...props}
      tenant={activeTenant?.name ?? ''}
      fields={fields}
      failures={failures}
      addressTexts={addressTexts}
      more={
        <>
          <div ref={preferences}>
            <PreferencesCard t={t} />
          </div>
          <SelfService t={t} onChanged={() => void actions.open()} />
        </>
      }
    />
  )
}

export const feature = defineFeature<ProfileState, ProfileActions, ProfileTexts, PageProps>({
  initial: initialProfile,
  slice: profileSlice,
  messages: profileMessages,
  Component: ProfilePage,
})
