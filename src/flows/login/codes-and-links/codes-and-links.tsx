import type { Loadable } from '../../../feature/feature-runtime.ts'
import { LazyStep } from '../../../parts/lazy-step/lazy-step.tsx'

export const codesAndLinks: Loadable = {
  id: 'login-codes-and-links',
  load: () => import('./codes-and-links.feature.tsx'),
}

/** Codes, magic links and breached passwords, as a chunk of their own. */
export const CodesAndLinks = () => <LazyStep definition={codesAndLinks} />
