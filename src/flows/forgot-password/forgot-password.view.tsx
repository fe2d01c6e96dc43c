import { useEffect, useRef, useState } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime } from '../../feature/feature-context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { EmailForm } from '../../parts/credentials/email-form.tsx'
import { IDLE, useFailureText } from '../../parts/failure/failure.ts'
import { forgetTypedEmail, typedEmail } from '../../parts/typed-email/typed-email.ts'
import { Button } from '../../ui/button/button.tsx'
import { type ForgotActions, forgotSlice } from './forgot-password.actions.ts'
import { type ForgotTexts, forgotMessages } from './forgot-password.messages.ts'
import { type ForgotState, initialForgot } from './forgot-password.state.ts'

type Props = FeatureProps<ForgotState, ForgotActions, ForgotTexts>

const Back = ({ t }: { t: Translate<ForgotTexts> }) => (
  <AuthLink to="loginUrl" icon="arrow-left">
    {t('backToLogin')}
  </AuthLink>
)

const Sent = ({ state, actions, t }: Props) => (
  <AuthCard
    key="sent"
    state={{ tone: 'success', icon: 'mail' }}
    title={t('resetEmailSentTitle')}
    text={t('resetEmailSentMessage', { email: state.email })}
    focusTitle
    footer={<Back t={t} />}
  >
    <Button size="l" block onClick={actions.otherEmail}>
      {t('otherEmail')}
    </Button>
  </AuthCard>
)

/** Returns the email typed on the sign-in screen that linked here. */
const useTypedEmail = (): string => {
  const { deps } = useRuntime()
  const [email] = useState(() => typedEmail(deps))
  useEffect(() => forgetTypedEmail(deps), [deps])
  return email
}

const ForgotPassword = (props: Props) => {
  const { state, actions, t } = props
  const typed = useTypedEmail()
  const returned = useRef(false)
  const error = useFailureText(state.step === 'forgotPassword' ? state.progress : IDLE)
  useEffect(() => {
    if (state.step === 'success') returned.current = true
  }, [state.step])
  if (state.step === 'success') return <Sent {...props} />
  const texts = {
    label: t('emailInputLabel'),
    required: t('emailIsRequired'),
    invalid: t('emailMustBeValid'),
    submit: t('submitButtonText'),
    placeholder: t('emailInputPlaceholder'),
  }
  return (
    <AuthCard key="ask" title={t('title')} text={t('description')} footer={<Back t={t} />}>
      <EmailForm
        texts={texts}
        email={state.email || typed}
        busy={state.progress.kind === 'busy'}
        error={error}
        autoFocus={returned.current}
        onSubmit={(email) => void actions.submit(email)}
      />
    </AuthCard>
  )
}

export const forgotPasswordFeature = defineFeature({
  initial: initialForgot,
  slice: forgotSlice,
  messages: forgotMessages,
  Component: ForgotPassword,
})
