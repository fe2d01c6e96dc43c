import { expect } from 'chai'
import { createActivityListener } from './watch-limits.ts'

const APP = 'https://app.example.com'

describe('Signs of activity that keep a session from idling', () => {
  let signs: number
  let stop: () => void
  const post = (origin: string, data: unknown) => window.dispatchEvent(new MessageEvent('message', { origin, data }))
  beforeEach(() => {
    signs = 0
    stop = createActivityListener([APP])(() => {
      signs += 1
    })
  })
  afterEach(() => stop())

  it('are events of the page itself', () => {
    window.dispatchEvent(new PointerEvent('pointerdown'))
    expect(signs).to.equal(1)
  })

  it('are messages from clearIdleTimeoutAllowedOrigins, and from no other origin', () => {
    post(APP, 'FE_CLEAR_IDLE_TIMEOUT')
    expect(signs).to.equal(1)
    post('https://evil.example.com', 'FE_CLEAR_IDLE_TIMEOUT')
    post(`${APP}.evil.example`, 'FE_CLEAR_IDLE_TIMEOUT')
    post(window.location.origin, 'FE_CLEAR_IDLE_TIMEOUT')
    post(APP, { type: 'FE_CLEAR_IDLE_TIMEOUT' })
    post(APP, 'hello')
    expect(signs).to.equal(1)
  })

  it('are no longer detected after the last listener is removed', () => {
    stop()
    post(APP, 'FE_CLEAR_IDLE_TIMEOUT')
    window.dispatchEvent(new PointerEvent('pointerdown'))
    expect(signs).to.equal(0)
  })
})
