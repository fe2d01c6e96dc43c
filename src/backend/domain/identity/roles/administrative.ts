/** Keys for the user's own data, which give no power over the account. */
const PERSONAL = /\.(userApiTokens|userBellNotifications|updateUserBellNotification)$/

const READ_ONLY = /^fe\.([\w-]+\.)?read(\.|$)/

/** Returns whether a key or wildcard covers what administrators see or do. Keys of the host's own product don't. */
export const isAdministrative = (key: string): boolean => {
  const [literal = ''] = key.split('*')
  const reaches = key.startsWith('fe.') || (literal !== key && 'fe.'.startsWith(literal))
  return reaches && !PERSONAL.test(key)
}

/** Returns whether a key allows changes that affect other users. */
export const isAdministrativeChange = (key: string): boolean => isAdministrative(key) && !READ_ONLY.test(key)
