/** Everything behind the email step: its rules, its work and its views. */
export const nextSteps = { id: 'login-next', load: () => import('./next.feature.tsx') }
