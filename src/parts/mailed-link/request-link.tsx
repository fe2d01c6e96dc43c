import { useState } from 'react'
import { invitation } from '../../contract/invitation.ts'
import { activation } from '../../contract/sign-up.ts'
import { useRuntime, useTexts } from '../../feature/feature-context.tsx'
import { AuthLink } from '../auth-card/auth-link.tsx'
import { createCaptcha } from '../captcha/captcha.ts'
import { BUSY, failedWith, failureOf, IDLE, type Progress } from '../failure/failure.ts'
import { useFailureText } from '../failure/use-failure-text.ts'
import { mailedLinkMessages } from './mailed-link.messages.ts'
import { ResendCard } from './resend-card.tsx'

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
