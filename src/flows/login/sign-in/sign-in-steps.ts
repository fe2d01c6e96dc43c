/** All steps after the email step: their rules, work and views. */
export const signInSteps = { id: 'login-sign-in', load: () => import('./sign-in.feature.tsx') }
