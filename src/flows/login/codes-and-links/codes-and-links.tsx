import type { Loadable } from '../../../feature/feature-runtime.ts'
import { LazyStep } from '../../../parts/lazy-step/lazy-step.tsx'

export const codesAndLinks: Loadable = {
  id: 'login-codes-and-links',
  load: () => import('./codes-and-links.feature.tsx'),
}

/** The steps for codes, magic links and breached passwords, loaded as a separate chunk. */
export const CodesAndLinks = () => <LazyStep definition={codesAndLinks} />
