/** The sign-up page reads the token from this query name (api.md c.4). */
export const linkAddress = (token: string, signUpAddress: string): string => {
  if (!signUpAddress) return token
  const address = new URL(signUpAddress)
  const target = address.hash.startsWith('#/') ? new URL(address.hash.slice(1), address) : address
  target.searchParams.set('invitationToken', token)
  if (target === address) return address.href
  address.hash = `${target.pathname}${target.search}`
  return address.href
}
