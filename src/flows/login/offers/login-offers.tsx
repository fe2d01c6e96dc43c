import type { Loadable } from '../../../feature/feature-runtime.ts'
import { LateStep } from '../../../parts/late-step/late-step.tsx'

export const loginOffers: Loadable = { id: 'login-offers', load: () => import('./offers.feature.tsx') }

/** What is offered between a sign-in and the page behind it: a passkey, or a quick way in. */
export const LoginOffers = () => <LateStep definition={loginOffers} />
