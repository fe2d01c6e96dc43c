import { fromBytes } from '../../../kernel/base64url.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { wait } from '../../../kernel/clock.ts'
import { jsonText } from '../../../kernel/safe-json.ts'

/** Long enough to see that something happens. */
const DEMO_DELAY_MS = 500

const NO_BYTES = new ArrayBuffer(0)

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer

/** Encodes what the preview's backend reads: the challenge it sent. */
const clientDataOf = (challenge: BufferSource): ArrayBuffer =>
  bytesOf(jsonText({ challenge: fromBytes(challenge as ArrayBuffer) }))

/**
 * Simulates the browser in preview mode: no prompt, no real key and no verification; the backend runs in the page.
 * Created credentials are remembered until the page is closed.
 */
export const createPretendContainer = (clock: Clock): Pick<CredentialsContainer, 'create' | 'get'> => {
  let made: string | undefined
  const respond = (id: string, response: object) => ({ id, type: 'public-key', response }) as unknown as Credential
  return {
    async create({ publicKey, signal } = {}) {
      await wait(clock, DEMO_DELAY_MS, signal)
      if (!publicKey) return null
      made = fromBytes(crypto.getRandomValues(new Uint8Array(16)).buffer)
      return respond(made, { clientDataJSON: clientDataOf(publicKey.challenge), attestationObject: NO_BYTES })
    },
    async get({ publicKey, signal } = {}) {
      await wait(clock, DEMO_DELAY_MS, signal)
      const [allowed] = publicKey?.allowCredentials ?? []
      const id = allowed ? fromBytes(allowed.id as ArrayBuffer) : made
      if (!publicKey || !id) throw new DOMException('There is no passkey here', 'NotAllowedError')
      const clientDataJSON = clientDataOf(publicKey.challenge)
      return respond(id, { clientDataJSON, authenticatorData: NO_BYTES, signature: NO_BYTES })
    },
  }
}
