import { type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import type { AccessTokenClaims } from '../entities/auth.ts'
import type { KeySet } from './key-set.ts'
import type { ServerConfig } from './options.ts'

/** Claims of the user's access token; if it is opaque, those of the ID token. */
export type SessionClaims = Partial<AccessTokenClaims> & { sub: string; readonly [claim: string]: unknown }

/** Only asymmetric algorithms, because a key set is public (RFC 8725 §3.1). */
const ALGORITHMS = ['ES256', 'ES384', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'EdDSA', 'Ed25519']
const TOLERANCE_SECONDS = 30

export interface Verifier {
  /** Returns the claims of an unexpired access token for this client; `undefined` for anything else. */
  accessToken(token: string): Promise<SessionClaims | undefined>
  /** Returns the claims of an ID token (OIDC Core 3.1.3.7); `nonce` must match if it is passed. */
  idToken(token: string, nonce?: string): Promise<SessionClaims | undefined>
}

const isOwn = (claims: JWTPayload, { clientId }: ServerConfig): claims is SessionClaims => {
  if (typeof claims.sub !== 'string' || claims.sub === '') return false
  // OIDC Core 3.1.3.7 steps 4 and 5.
  const azp = claims.azp
  return azp === undefined ? !Array.isArray(claims.aud) || claims.aud.length === 1 : azp === clientId
}

export const createVerifier = (config: ServerConfig, keys: KeySet): Verifier => {
  const verify = async (token: string, extra: JWTVerifyOptions = {}): Promise<SessionClaims | undefined> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        issuer: [...config.issuers],
        audience: config.clientId,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: new Date(config.now()),
        ...extra,
      })
      return isOwn(payload, config) ? payload : undefined
    } catch (error) {
      config.log.debug(`A token is refused: ${error instanceof Error ? error.message : 'unknown reason'}`)
      return undefined
    }
  }
  return {
    async accessToken(token) {
      const claims = await verify(token)
      // ID tokens and tokens of programs are signed with the same key; only this claim distinguishes them.
      const isLive = Number(claims?.exp) * 1_000 > config.now()
      return claims?.type === 'userToken' && isLive ? claims : undefined
    },
    async idToken(token, nonce) {
      const claims = await verify(token)
      return nonce === undefined || claims?.nonce === nonce ? claims : undefined
    },
  }
}
