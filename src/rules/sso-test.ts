/** Prefix of a test sign-in's state, so that the callback page does not sign a user in. */
export const SSO_TEST_STATE = 'test-'

export const isSsoTestState = (state: string | undefined): boolean => state?.startsWith(SSO_TEST_STATE) === true
