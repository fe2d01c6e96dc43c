/** Returns the sign-up URL with the token, which is in the hash's own query if the host uses hash routing. */
export const inviteUrl = (token: string, signUpUrl: string): string => {
  if (!signUpUrl) return token
  const url = new URL(signUpUrl)
  const target = url.hash.startsWith('#/') ? new URL(url.hash.slice(1), url) : url
  target.searchParams.set('invitationToken', token)
  if (target === url) return url.href
  url.hash = `${target.pathname}${target.search}`
  return url.href
}
