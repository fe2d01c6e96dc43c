import type { MfaDevices } from '../../entities/mfa.ts'
import type { Ports } from '../ports.ts'
import type { UserRecord } from '../store/records.ts'

/** Time to find the phone and type a code. */
const MFA_TOKEN_SECONDS = 600

/** Proves the first factor only; its `type` keeps it from being an access token. */
export const issueMfaToken = async (ports: Ports, user: UserRecord): Promise<string> => {
  const issuedAt = Math.floor(ports.clock.now() / 1_000)
  return ports.signer.sign({
    sub: user.id,
    type: 'mfaToken',
    jti: ports.random.uuid(),
    iss: ports.config.apiUrl,
    aud: ports.config.clientId,
    iat: issuedAt,
    exp: issuedAt + MFA_TOKEN_SECONDS,
  })
}

export const isMfaToken = async (ports: Ports, token: string): Promise<boolean> => {
  const claims = await ports.signer.verify(token, ports.clock.now())
  return claims?.type === 'mfaToken' && typeof claims.sub === 'string'
}

const masked = (phone: string) => phone.replace(/\d(?=\d{2})/g, '*')

/** The enrolled factor: a phone when one is on record, else the authenticator app. */
export const devicesOf = (user: UserRecord): MfaDevices => ({
  webauthn: [],
  phones: user.mfaEnrolled && user.phone ? [{ id: user.id, phoneNumber: masked(user.phone) }] : [],
  authenticators: user.mfaEnrolled && !user.phone ? [{ id: user.id }] : [],
  emails: [],
})
