import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSession, useSettings } from '../../feature/feature-context.tsx'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { useNotice } from '../../parts/notices/use-notice.ts'
import { useCeremonyText } from '../../parts/passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../../parts/passkeys/ceremony/ceremony-feature.ts'
import { Passkeys } from '../../parts/passkeys/passkeys.tsx'
import { useDialogUrl } from '../../parts/record-list/use-dialog-url.ts'
import { privacyFieldsOf } from './privacy.fields.ts'
import { isLinkReady, LINKED, linkOf, openerOf } from './privacy.links.ts'
import { type PrivacyTexts, privacyMessages } from './privacy.messages.ts'
import { type PrivacyActions, privacySlice } from './privacy.slice.ts'
import { initialPrivacy, type PrivacyState } from './privacy.state.ts'
import { PrivacyView } from './privacy.view.tsx'

const PrivacyPage = ({
  page: _,
  location,
  ...props
}: FeatureProps<PrivacyState, PrivacyActions, PrivacyTexts> & PageProps) => {
  const { state, actions, t } = props
  const { user } = useSession()
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
    names: LINKED,
    dialog: linkOf(state),
    isReady: isLinkReady(state),
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
      Passkeys={Passkeys}
      isPasskeyWanted={new URLSearchParams(location.search).has('passkeys')}
    />
  )
}

export const feature = defineFeature<PrivacyState, PrivacyActions, PrivacyTexts, PageProps>({
  initial: initialPrivacy,
  slice: privacySlice,
  messages: privacyMessages,
  Component: PrivacyPage,
})
