import { expect } from 'chai'
import type { AppStore } from '../feature/app-state.ts'
import type { SessionSnapshot } from '../feature/ports.ts'
import { createAppStore } from './create-app.ts'
import { initialSettings } from './initial-settings.ts'
import { keepWork } from './watch-limits.ts'

const OUT: SessionSnapshot = { status: 'signed-out', tenants: [] }
const of = (id: string) =>
  ({ status: 'signed-in', tenants: [], user: { id, email: '', accessToken: 't' } }) as SessionSnapshot
const log = { error() {}, warn() {}, info() {}, debug() {} }

const setUp = async (stillIn = false) => {
  const store: AppStore = createAppStore(initialSettings({}, log))
  const listeners = new Set<(snapshot: SessionSnapshot) => void>()
  const announce = (session: SessionSnapshot) => {
    store.setState({ session })
    for (const listener of [...listeners]) listener(session)
  }
  const subscribe = (listener: (snapshot: SessionSnapshot) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  announce(of('ada'))
  store.setState({ features: { profile: { draft: 'half typed' }, login: { step: 'start' } } })
  await keepWork(store, { subscribe }, async () => {
    if (stillIn) return
    store.setState({ features: { profile: { draft: '' }, login: { step: 'start' } } })
    announce(OUT)
  })
  return { store, announce, listeners, draft: () => (store.getState().features.profile as { draft: string }).draft }
}

describe('Work that a session left behind', () => {
  it('is back when the same user signs in again', async () => {
    const { store, announce, draft, listeners } = await setUp()
    expect(draft()).to.equal('')
    store.setState(({ features }) => ({ features: { ...features, login: { step: 'done' } } }))
    announce(of('ada'))
    expect(draft()).to.equal('half typed')
    expect(store.getState().features.login).to.deep.equal({ step: 'done' })
    expect(listeners.size).to.equal(0)
  })

  it('is removed for another user', async () => {
    const { announce, draft, listeners } = await setUp()
    announce(of('mel'))
    announce(OUT)
    announce(of('ada'))
    expect([draft(), listeners.size]).to.deep.equal(['', 0])
  })

  it('is not stored when the session did not end', async () => {
    const { listeners, draft } = await setUp(true)
    expect([draft(), listeners.size]).to.deep.equal(['half typed', 0])
  })
})
