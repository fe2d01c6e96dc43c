import type { Loadable } from '../../feature/feature-runtime.ts'

/** Social logins as a separate chunk. They are rendered once it is known that no user is signed in. */
export const socialWays: Loadable = { id: 'social-ways', load: () => import('./social.view.tsx') }
