import { expect } from 'chai'
import { createLogger } from '../kernel/logger.ts'
import { createHostEvents } from './host-events.ts'

describe('A migrated page with its function for events', () => {
  afterEach(() => {
    delete window.onFronteggEvent
  })

  it('is called with the event names that it supports, and only for those', () => {
    const calls: unknown[] = []
    window.onFronteggEvent = (...given: unknown[]) => calls.push(given)
    const events = createHostEvents(() => document.body, {}, createLogger('error'))
    events.after('sign-up', { email: 'ada@acme.test' })
    events.after('user-verified', { email: 'ada@acme.test', origin: 'ACTIVATION_LINK' })
    events.after('sign-in', { email: 'ada@acme.test' })
    expect(calls).to.deep.equal([
      ['signup_completed', { email: 'ada@acme.test' }],
      ['user_verified', { email: 'ada@acme.test', origin: 'ACTIVATION_LINK' }],
    ])
  })

  it('stops nothing if its function throws or isn’t one', () => {
    const lines: unknown[] = []
    const log = { ...createLogger('error'), error: (line: string) => lines.push(line) }
    const events = createHostEvents(() => document.body, {}, log)
    window.onFronteggEvent = 'nothing to call'
    events.after('sign-up', {})
    window.onFronteggEvent = () => {
      throw new Error('host')
    }
    events.after('sign-up', {})
    expect(lines).to.deep.equal(['window.onFronteggEvent threw'])
  })
})

describe('A page that removes the box as soon as a user is signed in', () => {
  it('still receives the sign-in event', () => {
    const box = document.createElement('div')
    const heard: unknown[] = []
    const listen = (event: Event) => heard.push((event as CustomEvent).detail)
    document.addEventListener('fe-sign-in', listen)
    const events = createHostEvents(() => box, {}, createLogger('error'))
    events.after('sign-in', { email: 'ada@acme.test' })
    document.body.append(box)
    events.after('sign-in', { email: 'max@multi.test' })
    box.remove()
    document.removeEventListener('fe-sign-in', listen)
    expect(heard).to.deep.equal([{ email: 'ada@acme.test' }, { email: 'max@multi.test' }])
  })
})
