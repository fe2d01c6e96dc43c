import { createContext, useContext } from 'react'
import type { Loadable } from '../../../feature/feature-runtime.ts'
import { LateStep } from '../../../parts/late-step/late-step.tsx'
import type { LoginActions } from '../login.slice.ts'
import type { LoginState } from '../login.state.ts'

type LaterName =
  | 'loginWithOtc'
  | 'loginWithSmsOtc'
  | 'magicLinkPreLoginSuccess'
  | 'breachedPassword'
  | 'breachedPasswordSuccess'

export type LaterState = Extract<LoginState, { step: LaterName }>

export interface LaterProps {
  state: LaterState
  actions: LoginActions
  error: string | undefined
}

const LaterContext = createContext<LaterProps | undefined>(undefined)

export const useLater = (): LaterProps => {
  const later = useContext(LaterContext)
  if (!later) throw new Error('A step of the login was drawn outside of it')
  return later
}

export const laterSteps: Loadable = { id: 'login-later', load: () => import('./later.feature.tsx') }

/** Steps behind the first two, as a chunk of their own: codes, links and breached passwords. */
export const LaterStep = (props: LaterProps) => (
  <LaterContext value={props}>
    <LateStep definition={laterSteps} />
  </LaterContext>
)
