import { fromBytes } from '../../../kernel/base64url.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { wait } from '../../../kernel/clock.ts'

/** Long enough to see that something happens. */
const DEMO_DELAY_MS = 500

const NO_BYTES = new ArrayBuffer(0)

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer

/** What the preview's backend reads of it: the challenge it gave. */
const clientDataOf = (challenge: BufferSource): ArrayBuffer =>
  bytesOf(JSON.stringify({ challenge: fromBytes(challenge as ArrayBuffer) }))

/**
 * Preview mode: the browser is not asked, no key is made and nothing is proven; the backend in the page knows. Remembers
 * what was "made" until the page goes.
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
