import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useSession } from '../../feature/feature-context.tsx'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { type LogoutActions, logoutSlice } from './logout.actions.ts'
import { type LogoutTexts, logoutMessages } from './logout.messages.ts'
import { initialLogout, type LogoutState } from './logout.state.ts'

const Logout = ({ actions, t }: FeatureProps<LogoutState, LogoutActions, LogoutTexts>) => {
  const isLoading = useSession().status === 'loading'
  useEffect(() => {
    if (!isLoading) void actions.signOut()
  }, [isLoading, actions])
  return <AuthCard state="busy" title={t('title')} text={t('message')} />
}

export const logoutFeature = defineFeature({
  initial: initialLogout,
  slice: logoutSlice,
  messages: logoutMessages,
  Component: Logout,
})
