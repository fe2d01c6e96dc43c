import { createGuardrails, generateSecret, generateURI, verify } from 'otplib'
import { toString as draw } from 'qrcode'
import { codeDigits } from '../../rules/digits.ts'
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
    const token = codeDigits(code)
    if (!CODE.test(token)) return undefined
    const epoch = Math.floor(now / 1_000)
    const result = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS, guardrails })
    return result.valid && 'timeStep' in result ? result.timeStep : undefined
  },
})

/**
 * Returns a QR code of the text as a `data:` URL of a vector image, so that it is sharp at every size. The text is in
 * the fragment, which image loaders ignore, for users who cannot scan.
 */
export const qrDataUrl = async (text: string): Promise<string> => {
  const svg = await draw(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}#${text}`
}
