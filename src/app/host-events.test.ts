import { expect } from 'chai'
import { createLogger } from '../kernel/logger.ts'
import { createHostEvents } from './host-events.ts'

describe('A page that removes the box as soon as a user is signed in', () => {
  it('still hears of the sign-in', () => {
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
