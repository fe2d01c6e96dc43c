import { expect } from 'chai'
import type { SessionUser } from '../feature/ports.ts'
import { impersonatorOf } from './token.ts'

const user = (act?: unknown) => ({ id: 'mel', email: 'mel@acme.test', accessToken: '', act }) as unknown as SessionUser

describe('the impersonator of a session', () => {
  it('is named by the token', () => {
    const act = { sub: 'ada', email: 'ada@acme.test', name: 'Ada' }
    expect(impersonatorOf(user(act))).to.deep.equal({ id: 'ada', email: 'ada@acme.test', name: 'Ada' })
    expect(impersonatorOf(user({ sub: 'ada' }))?.id).to.equal('ada')
  })

  it('is undefined without the claim, or with a malformed one', () => {
    for (const act of [undefined, null, 'ada', {}, { sub: 7 }, []])
      expect(impersonatorOf(user(act))).to.equal(undefined)
    expect(impersonatorOf(undefined)).to.equal(undefined)
  })
})
