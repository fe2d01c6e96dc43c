import type { Loadable } from '../../feature/feature-runtime.ts'

/** Social logins, as a chunk of their own: they are drawn once it is known that no one is signed in. */
export const socialWays: Loadable = { id: 'social-ways', load: () => import('./social.feature.tsx') }
