import { federation } from '../../../contract/federation.ts'
import { fillPath } from '../../../contract/path.ts'
import type { Ports } from '../../ports.ts'
import type { SocialTarget } from './social-providers.ts'

/** Where the browser starts a sign-in with one of the seven; relative, as the wire has it. */
export const socialPath = (provider: string): string => fillPath(federation.startSocialLogin.path, { provider })

/** Derived from the state, so that the response's nonce can be checked without storing the request. */
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
