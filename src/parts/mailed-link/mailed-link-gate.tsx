import { type ReactNode, useEffect, useState } from 'react'
import { invitation } from '../../contract/invitation.ts'
import { activation, type LinkOwner, type LinkToOwn } from '../../contract/sign-up.ts'
import { useRuntime, useSession, useTexts } from '../../feature/feature-context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { forgetLink } from '../../navigation/page-query.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { goAfterLogin } from '../after-login/after-login.ts'
import { AuthCard } from '../auth-card/auth-card.tsx'
import { AuthLink, useAuthLink } from '../auth-card/auth-link.tsx'
import { DeadEnd } from '../auth-card/dead-end.tsx'
import { createCaptcha } from '../captcha/captcha.ts'
import { EmailForm, type EmailFormProps } from '../credentials/email-form.tsx'
import { BUSY, failedWith, failureOf, IDLE, type Progress, useFailureText } from '../failure/failure.ts'
import { type MailedLinkTexts, mailedLinkMessages } from './mailed-link.messages.ts'
import { endSession, type LinkFacts, loadLinkFacts, mailedLinkOf } from './mailed-link.ts'

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

const RequestLink = ({ isInvitation }: { isInvitation: boolean }) => {
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

type Kind = 'invitation' | 'activation' | 'reset'

/** Titles and texts as catalog keys: a link is dead because it was used or because it expired. */
const WORDS = {
  invitation: {
    expired: ['invitationExpiredTitle', 'invitationExpired'],
    used: ['invitationUsedTitle', 'invitationUsed'],
  },
  activation: {
    expired: ['activationExpiredTitle', 'activationExpired'],
    used: ['activationUsedTitle', 'activationUsed'],
  },
  reset: { expired: ['resetExpiredTitle', 'resetExpired'], used: ['resetUsedTitle', 'resetUsed'] },
} as const

const kindOf = (purpose: LinkToOwn['purpose'], { isInvitation }: LinkOwner): Kind => {
  if (purpose === 'password-reset') return 'reset'
  return isInvitation || purpose === 'invitation' ? 'invitation' : 'activation'
}

const NewResetLink = ({ children }: { children: string }) => (
  <ButtonLink {...useAuthLink({ to: 'forgetPasswordUrl', preserveQuery: false })}>{children}</ButtonLink>
)

interface DeadLinkProps {
  purpose: LinkToOwn['purpose']
  facts: LinkOwner & { dead: NonNullable<LinkOwner['dead']> }
}

/** Explains a link that no longer works, and what to do next. */
const DeadLink = ({ purpose, facts }: DeadLinkProps) => {
  const t = useTexts(mailedLinkMessages)
  const [isAsking, setAsking] = useState(false)
  const kind = kindOf(purpose, facts)
  if (isAsking) return <RequestLink isInvitation={kind === 'invitation'} />
  const [title, text] = WORDS[kind][facts.dead]
  const ask = () => setAsking(true)
  const isExpired = facts.dead === 'expired'
  return (
    <DeadEnd title={t(title)} text={t(text)} back={t('backToLogin')}>
      {kind === 'reset' && isExpired && <NewResetLink>{t('newLink')}</NewResetLink>}
      {kind !== 'reset' && isExpired && (
        <Button variant="primary" size="l" block onClick={ask}>
          {t(kind === 'invitation' ? 'newInvitation' : 'newLink')}
        </Button>
      )}
    </DeadEnd>
  )
}

type Texts = Translate<MailedLinkTexts>

/**
 * Returns the sentence of an invitation as in its email; `undefined` if the link isn't an invitation or its details are
 * unknown.
 */
export const invitationText = (t: Texts, facts: LinkFacts): string | undefined => {
  const { email, tenantName: name, inviterName: inviter } = facts ?? {}
  if (!email || !name) return undefined
  return inviter ? t('invitedBy', { inviter, email, name }) : t('invited', { email, name })
}

const purposeText = (t: Texts, purpose: LinkToOwn['purpose'], facts: LinkFacts): string => {
  const invitation = invitationText(t, facts)
  if (invitation) return invitation
  const email = facts?.email
  if (!email) return t('otherUnknown')
  if (purpose === 'password-reset') return t('otherReset', { email })
  return t('otherActivation', { email })
}

interface OtherUserProps {
  purpose: LinkToOwn['purpose']
  facts: LinkFacts
  user: string
  onContinue(): Promise<void>
  onStay(): void
}

/**
 * Shown when another user is signed in. The link isn't used before they choose which user continues in this browser.
 */
const OtherUser = ({ purpose, facts, user, onContinue, onStay }: OtherUserProps) => {
  const t = useTexts(mailedLinkMessages)
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void onContinue()
  }
  const email = facts?.email
  return (
    <AuthCard
      key="other"
      state={{ tone: 'info', icon: 'info' }}
      title={t('otherTitle')}
      text={`${purposeText(t, purpose, facts)} ${t('signedInAs', { user })}`}
      focusTitle
    >
      <Button variant="primary" size="l" block busy={isLeaving} onClick={leave}>
        {email ? t('continueAs', { email }) : t('continue')}
      </Button>
      <Button size="l" block onClick={onStay}>
        {t('staySignedIn', { user })}
      </Button>
    </AuthCard>
  )
}

/** Loads the facts of the page's link once; `undefined` while the response is pending. */
const useMailedLink = (purpose: LinkToOwn['purpose']) => {
  const { deps } = useRuntime()
  const [asked] = useState(() => {
    const link = mailedLinkOf(deps)
    return { link, facts: link ? loadLinkFacts(deps, { purpose, ...link }) : Promise.resolve(undefined) }
  })
  const [known, setKnown] = useState<{ facts: LinkFacts }>()
  useEffect(() => {
    let isGone = false
    asked.facts.then((facts) => {
      if (facts?.dead) forgetLink(deps)
      if (!isGone) setKnown({ facts })
    })
    return () => {
      isGone = true
    }
  }, [asked, deps])
  return { ...asked, known }
}

const isDead = (facts: LinkFacts): facts is LinkOwner & { dead: NonNullable<LinkOwner['dead']> } =>
  facts?.dead !== undefined

interface MailedLinkGateProps {
  purpose: LinkToOwn['purpose']
  /** The link was used, so the flow continues without the gate. */
  isUsed: boolean
  /** `facts` may still be loading when no user is signed in, because the form doesn't wait for them. */
  children(facts: LinkFacts, arriving: Promise<LinkFacts>): ReactNode
}

/**
 * Guards the page of a mailed link. A dead link is shown as such at once, and a link for a different user from the
 * signed-in one asks first.
 */
export const MailedLinkGate = ({ purpose, isUsed, children }: MailedLinkGateProps) => {
  const t = useTexts(mailedLinkMessages)
  const { deps } = useRuntime()
  const { status, user } = useSession()
  const { link, facts: arriving, known } = useMailedLink(purpose)
  const facts = known?.facts
  if (isUsed || !link) return children(facts, arriving)
  if (isDead(facts)) return <DeadLink purpose={purpose} facts={facts} />
  const isSame = facts?.email ? facts.email === user?.email : link.userId === user?.id
  if (status === 'loading' || (status === 'signed-in' && !known)) {
    return <AuthCard key="checking" state="busy" title={t('checkingTitle')} text={t('checkingMessage')} />
  }
  if (status === 'signed-in' && user && !isSame) {
    return (
      <OtherUser
        purpose={purpose}
        facts={facts}
        user={user.email}
        onContinue={() => endSession(deps)}
        onStay={() => void goAfterLogin(deps)}
      />
    )
  }
  return children(facts, arriving)
}
