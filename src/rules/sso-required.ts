/** Member of a refusal's body: the account requires its users to sign in through their identity provider. */
export const SSO_REQUIRED = { reason: 'sso-required' } as const
