import { expect } from 'chai'
import { createMemoryStorage } from '../kernel/storage.ts'
import { settle } from '../testing/clock.ts'
import { createHarness, statusesOf } from '../testing/session-harness.ts'
import { openStorageChannel } from './tab-channel.ts'

/** Simulates a browser's storage: other tabs receive an event for each write. */
const createTabs = () => {
  const tabs: EventTarget[] = []
  const written: string[] = []
  const open = (name: string) => {
    const page = new EventTarget()
    tabs.push(page)
    const notify = (key: string, newValue: string | null) => {
      for (const other of tabs) if (other !== page) other.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    }
    const local = {
      ...createMemoryStorage(),
      set: (key: string, value: string) => {
        written.push(value)
        notify(key, value)
      },
      remove: (key: string) => notify(key, null),
    }
    return openStorageChannel(name, local, page as unknown as Window)
  }
  return { open, written }
}

describe('tabs without BroadcastChannel', () => {
  it('are all out when one logs out, and no token is ever stored', async () => {
    const harness = createHarness()
    const { open, written } = createTabs()
    const tabs = await harness.openTabs(3, { channelFactory: open })
    expect(statusesOf(tabs)).to.deep.equal(['signed-in', 'signed-in', 'signed-in'])
    await tabs[0]?.session.logout()
    await settle()
    expect(statusesOf(tabs)).to.deep.equal(['signed-out', 'signed-out', 'signed-out'])
    expect(written.map((value) => JSON.parse(value))).to.deep.equal([{ type: 'sign-out', sid: 'sid-1' }])
  })

  it('ignore another app’s logout and malformed messages', async () => {
    const harness = createHarness()
    const page = new EventTarget()
    const local = createMemoryStorage()
    const channelFactory = (name: string) => openStorageChannel(name, local, page as unknown as Window)
    const [tab] = await harness.openTabs(1, { channelFactory })
    const hear = (key: string, newValue: string) => page.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    hear('fe-session:https://other.test', '{"type":"sign-out"}')
    hear('fe-session:https://api.test', '{"type":')
    hear('fe-session:https://api.test', '{"type":"token"}')
    expect(tab?.session.current().status).to.equal('signed-in')
    hear('fe-session:https://api.test', '{"type":"sign-out","sid":"sid-1"}')
    expect(tab?.session.current().status).to.equal('signed-out')
    tab?.session.dispose()
  })

  it('keep an unconfirmed logout apart from that of another app', async () => {
    const harness = createHarness()
    const [one] = await harness.openTabs(1, { name: 'https://one.test|c|one' })
    harness.server.fault = new TypeError('offline')
    await one?.session.logout()
    harness.server.fault = undefined
    const [two] = await harness.openTabs(1, { name: 'https://two.test|c|two' })
    expect(two?.session.current().status).to.equal('signed-in')
    const [again] = await harness.openTabs(1, { name: 'https://one.test|c|one' })
    expect(again?.session.current().status).to.equal('signed-out')
  })
})
