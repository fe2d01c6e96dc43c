import type { Translate } from '../../../i18n/messages.ts'
import type { LoginState } from '../login.types.ts'
import { BreachedPasswordStep } from './breached-password-step.tsx'
import { CodeStep } from './code-step.tsx'
import type { CodesAndLinksTexts } from './codes-and-links.messages.ts'
import { MagicLinkStep } from './magic-link-step.tsx'

const STEPS = [
  'loginWithOtc',
  'loginWithSmsOtc',
  'loginWithQuickSmsOtc',
  'magicLinkPreLoginSuccess',
  'breachedPassword',
  'breachedPasswordSuccess',
] as const

type State = Extract<LoginState, { step: (typeof STEPS)[number] }>

export const isCodeOrLink = (state: LoginState): state is State => STEPS.some((step) => step === state.step)

interface CodesAndLinksViewProps {
  state: State
  t: Translate<CodesAndLinksTexts>
  error: string | undefined
  on: { back(): void; submitCode(code: string): void; resend(): void; sendReset(): void }
}

/** Renders one card per step; a step without a view is a compile error. */
export const CodesAndLinksView = ({ state, ...props }: CodesAndLinksViewProps) => {
  switch (state.step) {
    case 'loginWithOtc':
    case 'loginWithSmsOtc':
    case 'loginWithQuickSmsOtc':
      return <CodeStep {...props} state={state} />
    case 'magicLinkPreLoginSuccess':
      return <MagicLinkStep {...props} state={state} />
    case 'breachedPassword':
    case 'breachedPasswordSuccess':
      return <BreachedPasswordStep {...props} state={state} />
    default:
      return state satisfies never
  }
}
