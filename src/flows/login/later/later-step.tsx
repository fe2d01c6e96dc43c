import type { Loadable } from '../../../feature/feature-runtime.ts'
import { LateStep } from '../../../parts/late-step/late-step.tsx'
import { LaterContext, type LaterProps } from './later-context.ts'

export const laterSteps: Loadable = { id: 'login-later', load: () => import('./later.feature.tsx') }

/** Steps behind the first two, as a chunk of their own: codes, links and breached passwords. */
export const LaterStep = (props: LaterProps) => (
  <LaterContext value={props}>
    <LateStep definition={laterSteps} />
  </LaterContext>
)
