import { expect } from 'chai'
import { impersonation, login } from '../contract/login.ts'
import { fillPath } from '../contract/path.ts'
import { session } from '../contract/session.ts'
import { memberImpersonation, members } from '../contract/users.ts'
import { createTestClock } from '../testing/clock.ts'
import { createPreviewFetch } from './preview.ts'
import { openPreviewBackend } from './preview-backend.ts'

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

  it('keeps every cookie of the backend, so that the end of an impersonation restores the user’s own session', async () => {
    const clock = createTestClock(Date.now())
    const previewFetch = createPreviewFetch({ clock, signedInAs: null })
    let token = ''
    const call = async (method: string, path: string, body?: object) => {
      const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const response = previewFetch(`https://preview.invalid${path}`, init)
      await clock.advance(500)
      const read = await (await response).json()
      token = read.accessToken ?? token
      return read
    }
    await call('POST', login.login.path, { email: 'ada@acme.test', password: 'Correct-Horse-9' })
    const { items } = await call('GET', `${members.listMembers.path}?offset=0&limit=20&status=active`)
    const { id } = items.find(({ email }: { email: string }) => email !== 'ada@acme.test')
    const started = fillPath(memberImpersonation.startImpersonation.path, { userId: id })
    const { actorToken } = await call('POST', started, {})
    await call('POST', impersonation.impersonate.path, { impersonatedUserId: id, actorToken })
    const stopped = await call('POST', memberImpersonation.stopImpersonation.path, {})
    expect(stopped).to.deep.equal({ isRestored: true })
    await call('POST', session.refreshSession.path, {})
    expect((await call('GET', session.getMe.path)).email).to.equal('ada@acme.test')
  })

  it('has a tenth of the audit rows of the demo in its largest account, so that it opens quickly', async () => {
    const { ports } = await openPreviewBackend({ clock: createTestClock(Date.now()) }, new Map())
    const tenant = await ports.store.tenants.find({ name: 'Globex' })
    expect(await ports.store.audits.count({ tenantId: tenant?.id ?? '' })).to.equal(500)
  })
})
