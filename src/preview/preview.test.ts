import { expect } from 'chai'
import { login } from '../contract/login.ts'
import { createTestClock } from '../testing/clock.ts'
import { createPreviewFetch } from './preview.ts'

describe('Preview mode', () => {
  const bodyProperty = Object.getOwnPropertyDescriptor(Request.prototype, 'body')
  afterEach(() => {
    if (bodyProperty) Object.defineProperty(Request.prototype, 'body', bodyProperty)
  })

  it('reads the body of requests in browsers without Request.prototype.body, such as Firefox', async () => {
    Reflect.deleteProperty(Request.prototype, 'body')
    const clock = createTestClock(Date.now())
    const previewFetch = createPreviewFetch({ clock, signedInAs: null })
    const response = previewFetch(`https://preview.invalid${login.login.path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ada@acme.test', password: 'Correct-Horse-9' }),
    })
    await clock.advance(500)
    const { status } = await response
    expect(status).to.equal(200)
  })
})
