import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useRuntime, useSession, useSettings } from '../../feature/feature-context.tsx'
import { isEditable, isShown } from '../../feature/page-fields.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { useFailureText } from '../../parts/failure/failure.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { useNotice } from '../../parts/notices/use-notice.ts'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { FailureGroup } from '../../parts/part-failure/part-failure.tsx'
import { useCeremonyText } from '../../parts/passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../../parts/passkeys/ceremony/ceremony-feature.ts'
import { Passkeys } from '../../parts/passkeys/passkeys.tsx'
import { useDialogUrl } from '../../parts/record-list/list-url.ts'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { MfaCard } from './cards/mfa-card.tsx'
import { SessionsCard } from './cards/sessions-card.tsx'
import { type PrivacyActions, type PrivacyViewProps, privacySlice } from './privacy.actions.ts'
import { OFFERS_KEY } from './privacy.calls.ts'
import css from './privacy.css'
import { type PrivacyTexts, privacyMessages } from './privacy.messages.ts'
import { initialPrivacy, keptOffers, type PrivacyState, privacyFieldsOf } from './privacy.state.ts'
import { DIALOGS_IN_URL, dialogInUrl, isDialogReady, openerOf } from './privacy.url.ts'

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/privacy-dialogs.tsx')).then(({ PrivacyDialogs }) => PrivacyDialogs)

export const PrivacyView = (props: PrivacyViewProps) => {
  useSheet(css)
  const { state, actions, t, fields, Passkeys, isPasskeyWanted } = props
  return (
    <div className="fe-privacy">
      <PageHeader title={t('pageTitle')} description={t('pageDescription')} />
      <div className="fe-privacy-cards">
        <FailureGroup>
          {isShown(fields.mfa) && <MfaCard {...props} />}
          {isShown(fields.passkeys) && <Passkeys canEdit={isEditable(fields.passkeys)} isWanted={isPasskeyWanted} />}
          {isShown(fields.loginSessions) && <SessionsCard {...props} />}
        </FailureGroup>
      </div>
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

const PrivacyPage = ({
  page: _,
  location,
  ...props
}: FeatureProps<PrivacyState, PrivacyActions, PrivacyTexts> & PageProps) => {
  const { state, actions, t } = props
  const { user } = useSession()
  const { deps } = useRuntime()
  const settings = useSettings()
  const ceremonies = useCeremonies()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user starts over
  useEffect(() => void actions.open(), [actions, user?.id])
  useNotice(state.notice, ({ key, values }) => ({
    tone: key === 'unavailable' ? 'danger' : 'success',
    text: t(key, values),
  }))
  const fields = privacyFieldsOf(settings)
  useDialogUrl({
    location,
    names: DIALOGS_IN_URL,
    dialog: dialogInUrl(state),
    isReady: isDialogReady(state),
    open: (link) => openerOf(link, { state, fields, actions, canUseKeys: ceremonies.isSupported() })?.(),
    close: actions.closeDialog,
  })
  const failures = {
    mfa: useFailureText(state.failure),
    sessions: useFailureText(state.sessions.failure),
    dialog: useCeremonyText(state.dialogWork),
  }
  return (
    <PrivacyView
      {...props}
      email={user?.email ?? ''}
      fields={fields}
      failures={failures}
      ceremonies={ceremonies}
      expectedOffers={keptOffers(deps.local.get(OFFERS_KEY))}
      Passkeys={Passkeys}
      isPasskeyWanted={new URLSearchParams(location.search).has('passkeys')}
    />
  )
}

export const privacyFeature = defineFeature<PrivacyState, PrivacyActions, PrivacyTexts, PageProps>({
  initial: initialPrivacy,
  slice: privacySlice,
  messages: privacyMessages,
  Component: PrivacyPage,
})
