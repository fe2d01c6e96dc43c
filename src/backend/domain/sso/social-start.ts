import { federation } from '../../../contract/federation.ts'
import { fillPath } from '../../../contract/path.ts'
import type { Ports } from '../../ports.ts'
import type { SocialTarget } from './social-providers.ts'

/**
 * Returns the path at which the browser starts a sign-in with a built-in provider; it is relative, as the wire
 * requires.
 */
export const socialPath = (provider: string): string => fillPath(federation.startSocialLogin.path, { provider })

/** Derives the nonce from the state, so that the nonce of a response can be verified without storing the request. */
export const socialNonce = (ports: Ports, state: string): Promise<string> => ports.keyedHash('social-nonce', state)

interface SocialStart {
  redirectUri: string
  state: string
  codeChallenge: string | undefined
  loginHint: string | undefined
}

export const socialAuthorizationUrl = async (
  ports: Ports,
  target: SocialTarget,
  start: SocialStart,
): Promise<string> => {
  const { redirectUri, state, codeChallenge, loginHint } = start
  return ports.oidc.authorizationUrl(target.provider, {
    redirectUri,
    state,
    scope: target.scope,
    ...(target.hasNonce && { nonce: await socialNonce(ports, state) }),
    ...(codeChallenge && { codeChallenge }),
    ...(loginHint && { loginHint }),
    ...(target.prompt && { prompt: target.prompt }),
  })
}
