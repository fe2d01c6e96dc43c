/** Matches the issuer that Microsoft Entra ID names for users of all organizations, instead of the ID of one. */
const ANY_TENANT = /\{tenantid\}/i

export const isForEveryOrganization = (issuer: string): boolean => ANY_TENANT.test(issuer)

export const FOR_EVERY_ORGANIZATION = 'This issuer URL is for users of every organization.'

export const withoutSlash = (url: string): string => url.replace(/\/$/, '')

/**
 * Returns whether two issuers differ only in case and in a slash at the end, which an administrator may type
 * differently.
 */
export const isSameIssuer = (one: string, other: string): boolean =>
  withoutSlash(one).toLowerCase() === withoutSlash(other).toLowerCase()
