/** Begins the state of a test sign-in, so that the callback page knows that no one is to be signed in. */
export const SSO_TEST_STATE = 'test-'

export const isSsoTestState = (state: string | undefined): boolean => state?.startsWith(SSO_TEST_STATE) === true
