import { useState } from 'react'
import type { LinkOwner, LinkToOwn } from '../../contract/sign-up.ts'
import { useTexts } from '../../feature/feature-context.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { useAuthLink } from '../auth-card/auth-link.tsx'
import { DeadEnd } from '../auth-card/dead-end.tsx'
import { mailedLinkMessages } from './mailed-link.messages.ts'
import { RequestLink } from './request-link.tsx'

type Kind = 'invitation' | 'activation' | 'reset'

/** Titles and texts as catalogue keys: a link is dead because it was used or because it expired. */
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
export const DeadLink = ({ purpose, facts }: DeadLinkProps) => {
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
