import { toText } from '../../../kernel/base64url.ts'
import { isRecord, parseJson } from '../../../kernel/safe-json.ts'
import type { Ports } from '../../ports.ts'

/** The user a hint names; `unreadable` for a text that no key of ours has signed. */
export type HintedUser = { kind: 'user'; id: string } | { kind: 'unreadable' }

/** Read without a check, to verify the token at a moment when it was valid. */
const issuedAt = (token: string): number => {
  try {
    const claims = parseJson(toText(token.split('.')[1] ?? ''))
    return isRecord(claims) && typeof claims.iat === 'number' ? claims.iat * 1_000 : Number.NaN
  } catch {
    return Number.NaN
  }
}

/** OpenID Connect Core 3.1.2.1: also a token that has expired is a hint. One of the future is none. */
export const hintedUser = async (
  { signer, clock }: Pick<Ports, 'signer' | 'clock'>,
  hint: string,
  clientId: string,
): Promise<HintedUser> => {
  const at = Math.min(issuedAt(hint), clock.now())
  const claims = Number.isFinite(at) ? await signer.verify(hint, at, clientId) : undefined
  const isOurs = claims?.type === 'userToken' && typeof claims.sub === 'string'
  return isOurs ? { kind: 'user', id: String(claims.sub) } : { kind: 'unreadable' }
}
