import type { Loadable } from '../../../feature/feature-runtime.ts'
import { LazyStep } from '../../../parts/lazy-step/lazy-step.tsx'

const passkeyPrompt: Loadable = {
  id: 'login-passkey-prompt',
  load: () => import('./passkey-prompt.feature.tsx'),
}

/** The offer between a sign-in and the target page: a passkey or a quick login method. */
export const PasskeyPrompt = () => <LazyStep definition={passkeyPrompt} />
