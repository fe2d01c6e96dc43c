import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { AuthCard, type AuthCardProps } from './auth-card.tsx'
import { AuthLink, useAuthLink } from './auth-link.tsx'

interface DeadEndProps {
  title: string
  text: string
  /** Label of the link to the sign-in page. */
  back: string
  tone?: 'info' | 'danger'
  /** A button to try again, if that is possible. It is then shown before the link to the sign-in page. */
  children?: ReactNode
}

/** A link or callback that can't continue: explains the problem and links to the sign-in page. */
export const DeadEnd = ({ title, text, back, tone = 'danger', children }: DeadEndProps) => {
  const state: AuthCardProps['state'] = { tone, icon: tone === 'danger' ? 'alert' : 'info' }
  const toLogin = { to: 'loginUrl', preserveQuery: false } as const
  const link = useAuthLink(toLogin)
  const footer = children && (
    <AuthLink {...toLogin} icon="arrow-left">
      {back}
    </AuthLink>
  )
  return (
    <AuthCard key="dead-end" state={state} title={title} text={text} focusTitle footer={footer}>
      {children || <ButtonLink {...link}>{back}</ButtonLink>}
    </AuthCard>
  )
}
