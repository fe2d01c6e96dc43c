import { createGuardrails, generateSecret, generateURI, verify } from 'otplib'
import type { Totp } from '../ports.ts'

const CODE = /^\d{6}$/

/** One step before and after the current one is accepted, because clocks of phones drift (RFC 6238 §5.2). */
const TOLERANCE_SECONDS = 30

/** RFC 4226 §4 requires 16 bytes, and ours have 20; secrets of other servers, such as the demo's, may be shorter. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 })

export const createTotp = (): Totp => ({
  newSecret: () => generateSecret(),
  uri: ({ secret, issuer, label }) => generateURI({ secret, issuer, label }),
  async verify({ secret, code, now }) {
    if (!CODE.test(code)) return undefined
    const epoch = Math.floor(now / 1_000)
    const result = await verify({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS, guardrails })
    return result.valid && 'timeStep' in result ? result.timeStep : undefined
  },
})
