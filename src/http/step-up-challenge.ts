import type { StepUpChallenge } from './token-source.ts'

const paramOf = (header: string, name: string): string | undefined => {
  const match = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,]+))`, 'i').exec(header)
  return match?.[1] ?? match?.[2]
}

/**
 * Returns the challenge when the API requires a stronger or more recent sign-in (RFC 9470 §3); `undefined` for any
 * other 401.
 */
export const stepUpChallengeOf = (response: Response): StepUpChallenge | undefined => {
  const header = response.headers.get('WWW-Authenticate')
  if (!header || paramOf(header, 'error') !== 'insufficient_user_authentication') return undefined
  const maxAge = Number(paramOf(header, 'max_age') ?? Number.NaN)
  return { maxAge: Number.isFinite(maxAge) ? maxAge : undefined, acrValues: paramOf(header, 'acr_values') }
}
