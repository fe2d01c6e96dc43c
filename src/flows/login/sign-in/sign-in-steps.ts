/** Everything behind the email step: its rules, its work and its views. */
export const signInSteps = { id: 'login-sign-in', load: () => import('./sign-in.feature.tsx') }
