import { expect } from 'chai'
import { toBytes } from '../../../kernel/base64url.ts'
import { createTestClock, settle } from '../../../testing/clock.ts'
import { CeremonyError } from '../../failure/ceremony-error.ts'
import { createCeremonies } from './ceremonies.ts'
import { createPretendContainer } from './pretend-container.ts'

const CHALLENGE = 'Y2hhbGxlbmdl'
const create = {
  rp: { id: 'preview.invalid', name: 'Preview' },
  user: { id: 'bWVs', name: 'mel@acme.test', displayName: 'Mel' },
  challenge: CHALLENGE,
  pubKeyCredParams: [],
}

describe('a passkey in preview mode', () => {
  it('is created and used half a second later, with the requested challenge', async () => {
    const clock = createTestClock(0)
    const container = createPretendContainer(clock)
    const ceremonies = createCeremonies({ clock, container: () => container, support: () => ({}) })
    const given = async <Value>(work: Promise<Value>): Promise<Value> => {
      await settle()
      await clock.advance(500)
      return work
    }
    const none = await given(ceremonies.authenticate(async () => ({ challenge: CHALLENGE })).catch((error) => error))
    expect(none).to.be.instanceOf(CeremonyError)
    const { attestation } = await given(ceremonies.register(async () => create))
    const { id, response } = await given(ceremonies.authenticate(async () => ({ challenge: CHALLENGE })))
    expect(id).to.equal(attestation.id)
    expect(JSON.parse(new TextDecoder().decode(toBytes(response.clientDataJSON))).challenge).to.equal(CHALLENGE)
    const allowCredentials = [{ type: 'public-key', id: 'a2V5' }]
    const named = await given(ceremonies.authenticate(async () => ({ challenge: CHALLENGE, allowCredentials })))
    expect(named.id).to.equal('a2V5')
  })
})
