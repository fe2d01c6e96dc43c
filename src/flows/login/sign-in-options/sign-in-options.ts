import type { Loadable } from '../../../feature/feature-runtime.ts'

/** What is shown below the email field once it is known that no one is signed in: passkeys and quick ways in. */
export const signInOptions: Loadable = {
  id: 'login-sign-in-options',
  load: () => import('./sign-in-options.feature.tsx'),
}
