import type { Loadable } from '../../../feature/feature-runtime.ts'
import { LazyStep } from '../../../parts/lazy-step/lazy-step.tsx'

const passkeyPrompt: Loadable = {
  id: 'login-passkey-prompt',
  load: () => import('./passkey-prompt.feature.tsx'),
}

/** What is offered between a sign-in and the page behind it: a passkey, or a quick way in. */
export const PasskeyPrompt = () => <LazyStep definition={passkeyPrompt} />
