import { type ReactNode, useState } from 'react'
import { invitation } from '../../contract/invitation.ts'
import { activation } from '../../contract/sign-up.ts'
import { useRuntime, useTexts } from '../../feature/feature-context.tsx'
import { AuthCard } from '../auth-card/auth-card.tsx'
import { AuthLink } from '../auth-card/auth-link.tsx'
import { createCaptcha } from '../captcha/captcha.ts'
import { EmailForm, type EmailFormProps } from '../credentials/email-form.tsx'
import { BUSY, failedWith, failureOf, IDLE, type Progress } from '../failure/failure.ts'
import { useFailureText } from '../failure/use-failure-text.ts'
import { mailedLinkMessages } from './mailed-link.messages.ts'

const SENT = { tone: 'success', icon: 'mail' } as const

interface ResendCardProps extends Pick<EmailFormProps, 'busy' | 'error' | 'onSubmit'> {
  isSent: boolean
  texts: EmailFormProps['texts'] & Record<'title' | 'message' | 'sentTitle' | 'sentMessage', string>
  back: ReactNode
}

/** Asks for the email to which a new link is sent. The confirmation doesn't reveal whether an email was sent. */
export const ResendCard = ({ isSent, texts, back, ...form }: ResendCardProps) =>
  isSent ? (
    <AuthCard key="sent" state={SENT} title={texts.sentTitle} text={texts.sentMessage} focusTitle footer={back} />
  ) : (
    <AuthCard key="resend" title={texts.title} text={texts.message} footer={back}>
      <EmailForm {...form} texts={texts} autoFocus />
    </AuthCard>
  )

/** Sends the user of a dead link a new one. The response doesn't reveal whether an email was sent. */
const useRequest = (isInvitation: boolean) => {
  const { deps } = useRuntime()
  const [progress, setProgress] = useState<Progress>(IDLE)
  const [isSent, setSent] = useState(false)
  const request = async (email: string) => {
    setProgress(BUSY)
    const api = deps.client({ activation, invitation })
    try {
      const body = { email, ...(await createCaptcha(deps).proof('signup')) }
      await (isInvitation
        ? api.invitation.resendInvitationEmail({ body })
        : api.activation.resendActivationEmail({ body }))
      setSent(true)
    } catch (error) {
      setProgress(failedWith(failureOf(error)))
    }
  }
  return { progress, isSent, request }
}

export const RequestLink = ({ isInvitation }: { isInvitation: boolean }) => {
  const t = useTexts(mailedLinkMessages)
  const { progress, isSent, request } = useRequest(isInvitation)
  const error = useFailureText(progress)
  const back = (
    <AuthLink to="loginUrl" icon="arrow-left" preserveQuery={false}>
      {t('backToLogin')}
    </AuthLink>
  )
  return (
    <ResendCard
      isSent={isSent}
      texts={{
        title: t('requestTitle'),
        message: t('requestMessage'),
        sentTitle: t('requestedTitle'),
        sentMessage: t('requestedMessage'),
        label: t('emailInputLabel'),
        required: t('emailIsRequired'),
        invalid: t('emailMustBeValid'),
        submit: t('requestButton'),
        placeholder: t('emailInputPlaceholder'),
      }}
      busy={progress.kind === 'busy'}
      error={error}
      back={back}
      onSubmit={(email) => void request(email)}
    />
  )
}
