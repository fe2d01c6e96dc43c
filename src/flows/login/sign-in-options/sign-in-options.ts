import type { Loadable } from '../../../feature/feature-runtime.ts'

/** Passkeys and quick login methods below the email field, shown once it is known that no user is signed in. */
export const signInOptions: Loadable = {
  id: 'login-sign-in-options',
  load: () => import('./sign-in-options.feature.tsx'),
}
