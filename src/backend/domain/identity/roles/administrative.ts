/** Keys about what is a user's own; they give no power over the account. */
const PERSONAL = /\.(userApiTokens|userBellNotifications|updateUserBellNotification)$/

const READ_ONLY = /^fe\.([\w-]+\.)?read(\.|$)/

/** Whether a key, wildcards included, reaches what administrators see or do. Keys of the host's own product don't. */
export const isAdministrative = (key: string): boolean => {
  const [literal = ''] = key.split('*')
  const reaches = key.startsWith('fe.') || (literal !== key && 'fe.'.startsWith(literal))
  return reaches && !PERSONAL.test(key)
}

/** Whether a key lets its holder change what concerns others. */
export const isAdministrativeChange = (key: string): boolean => isAdministrative(key) && !READ_ONLY.test(key)
