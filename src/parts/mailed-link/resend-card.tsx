import type { ReactNode } from 'react'
import { AuthCard } from '../auth-card/auth-card.tsx'
import { EmailForm, type EmailFormProps } from '../credentials/email-form.tsx'

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
