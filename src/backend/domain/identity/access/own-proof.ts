import type { AuthResponse } from '../../../../entities/auth.ts'
import type { Auth } from '../../../call/auth.ts'
import { elevateSession } from './elevate-session.ts'
import { withFactor } from './factor-proof.ts'
import type { Exchange } from './sessions.ts'
import { OWN_PROOF } from './vouching.ts'

/**
 * Marks a session that began at an identity provider as one whose user has also proven something of their own, so it
 * can enter accounts that don't trust the provider. A passkey that verified its holder also counts as a second factor.
 */
export const proveOwnSignIn = (
  exchange: Exchange & { auth: Auth },
  by: 'password' | 'passkey' = 'password',
): Promise<AuthResponse> => {
  const { auth, ports } = exchange
  const { user, session } = auth
  const withMethod = (amr: readonly string[]): string[] => {
    const proven = [...new Set([...amr, OWN_PROOF])]
    return by === 'passkey'
      ? withFactor(proven, { method: 'hwk', at: ports.clock.now() })
      : [...new Set([...proven, 'pwd'])]
  }
  return elevateSession(exchange, { user, sessionId: session.id, amr: ['pwd'] }, { kind: 'own', withMethod })
}
