import { type ReactNode, useEffect, useState } from 'react'
import type { LinkOwner, LinkToOwn } from '../../contract/additions/link-owner.ts'
import { useRuntime, useSession, useTexts } from '../../feature/feature-context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { forgetLink } from '../../navigation/page-query.ts'
import { Button } from '../../ui/button/button.tsx'
import { goAfterLogin } from '../after-login/after-login.ts'
import { AuthCard } from '../auth-card/auth-card.tsx'
import { DeadLink } from './dead-link.tsx'
import { type MailedLinkTexts, mailedLinkMessages } from './mailed-link.messages.ts'
import { endSession, type LinkFacts, loadLinkFacts, mailedLinkOf } from './mailed-link.ts'

type Texts = Translate<MailedLinkTexts>

/** The sentence of an invitation, as its email had it; `undefined` for links that no one was invited by. */
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

/** Someone else is signed in: nothing of the link is used before they decide which of both this browser is for. */
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

/** Asks once what the page's link is for; `undefined` while the response is pending. */
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
  /** The link was used: what happens next is between the flow and the user. */
  isUsed: boolean
  /** `facts` arrive later where no one is signed in: the form doesn't wait for them. */
  children(facts: LinkFacts, arriving: Promise<LinkFacts>): ReactNode
}

/**
 * In front of a page that a mailed link leads to: a dead link is shown as one at once, and a link for another user than the one
 * who is signed in asks first.
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
