import { useEffect, useRef } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSession, useSettings, useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import type { Translate } from '../../i18n/messages.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { useFailureText } from '../../parts/failure/failure.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { useNotice } from '../../parts/notices/use-notice.ts'
import { PageFailure, PageLoading } from '../../parts/page-bodies/page-bodies.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { FailureGroup } from '../../parts/part-failure/part-failure.tsx'
import { postalAddressMessages } from '../../parts/postal-address/postal-address.messages.ts'
import { useDialogUrl } from '../../parts/record-list/list-url.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { DetailsCard } from './cards/details-card.tsx'
import { PhonesCard } from './cards/phones-card.tsx'
import { PictureCard } from './cards/picture-card.tsx'
import { PreferencesCard } from './cards/preferences-card.tsx'
import { type ProfileActions, type ProfileViewProps, profileSlice } from './profile.actions.ts'
import css from './profile.css'
import { profileFieldsOf } from './profile.draft.ts'
import { type ProfileTexts, profileMessages } from './profile.messages.ts'
import { initialProfile, type ProfileState } from './profile.state.ts'
import { DIALOGS_IN_URL, dialogInUrl, isDialogReady, openerOf } from './profile.url.ts'
import type { SelfServiceGiven } from './self-service/self-service.view.tsx'

/** The picture, the personal details, and the phones. */
const CARDS = ['picture', 10, 1] as const

const Body = (props: ProfileViewProps) => {
  const { state, actions, t, failures } = props
  if (state.phase === 'loading') return <PageLoading label={t('loading')} cards={CARDS} />
  if (state.phase === 'failed') {
    return (
      <PageFailure title={t('loadFailedTitle')} text={failures.page ?? ''} retry={t('retry')} onRetry={actions.open} />
    )
  }
  return (
    <div className="fe-profile-cards">
      <FailureGroup>
        <PictureCard {...props} />
        <DetailsCard {...props} />
        <PhonesCard {...props} />
        <PasswordCard {...props} />
        {props.below}
      </FailureGroup>
    </div>
  )
}

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/profile-dialogs.tsx')).then(({ ProfileDialogs }) => ProfileDialogs)

export const ProfileView = (props: ProfileViewProps) => {
  useSheet(css)
  const { state, actions, t, tenant } = props
  return (
    <div className="fe-profile">
      <PageHeader title={t('pageTitle')} description={t('pageDescription', { tenant })} />
      <Body {...props} />
      <LazyDialogs
        load={loadDialogs}
        isNeeded={state.dialog !== null}
        isCalm={state.phase !== 'loading'}
        onMissing={actions.dialogsMissing}
        props={props}
      />
    </div>
  )
}

const PasswordCard = ({ actions, t }: ProfileViewProps) => (
  <Card
    title={t('passwordTitle')}
    text={t('passwordText')}
    action={
      <Button icon="key" onClick={() => void actions.openPassword()}>
        {t('changePassword')}
      </Button>
    }
  />
)

/**
 * Email, linked accounts, memberships and deletion. Loaded as a separate chunk, because other backends may lack its
 * calls.
 */
const selfService: Loadable<SelfServiceGiven> = {
  id: 'profile-self-service',
  load: () => import('./self-service/self-service.view.tsx'),
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
    names: DIALOGS_IN_URL,
    dialog: dialogInUrl(state),
    isReady: isDialogReady(state),
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
      below={
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

export const profileFeature = defineFeature<ProfileState, ProfileActions, ProfileTexts, PageProps>({
  initial: initialProfile,
  slice: profileSlice,
  messages: profileMessages,
  Component: ProfilePage,
})
