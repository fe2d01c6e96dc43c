import type { ReactNode } from 'react'
import { AuthCard, type AuthCardProps } from './auth-card.tsx'
import { AuthLink } from './auth-link.tsx'

export interface DeadEndProps {
  title: string
  text: string
  /** Label of the link to the sign-in page. */
  back: string
  tone?: 'info' | 'danger'
  /** A way to try again, where there is one. */
  children?: ReactNode
}

/** A link or a callback that leads no further: what happened, and the way back to the sign-in page. */
export const DeadEnd = ({ title, text, back, tone = 'danger', children }: DeadEndProps) => {
  const state: AuthCardProps['state'] = { tone, icon: 'alert' }
  const footer = (
    <AuthLink to="loginUrl" icon="arrow-left" preserveQuery={false}>
      {back}
    </AuthLink>
  )
  return (
    <AuthCard key="dead-end" state={state} title={title} text={text} focusTitle footer={footer}>
      {children}
    </AuthCard>
  )
}
