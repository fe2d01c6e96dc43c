import { expect } from 'chai'
import { tenantDeletion } from '../../../contract/accounts.ts'
import { selfService } from '../../../contract/me.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { aUser } from '../../../testing/builders.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { deletionSlice } from './deletion.actions.ts'
import { initialDeletion } from './deletion.state.ts'

const NONE = { deletesAt: null, requestedBy: null }
const PENDING = { deletesAt: '2026-01-15T00:00:00.000Z', requestedBy: 'ada@acme.test' }
const FACTS = { emailManagedBy: null, asksPassword: true, socialAccounts: [], memberships: [], graceDays: 14 }

const setUp = async (superUser = true) => {
  const { deps } = mountSlice(deletionSlice, initialDeletion)
  const user = { ...aUser({ superUser, permissions: [] }), accessToken: 't' }
  const session = { ...deps.session, current: () => ({ ...deps.session.current(), user }) }
  const harness = mountSlice(deletionSlice, initialDeletion, { session })
  harness.fake.respond(tenantDeletion.getTenantDeletion, () => NONE)
  harness.fake.respond(selfService.getSelfService, () => FACTS)
  await harness.actions.load()
  return harness
}

describe('The deletion of an account', () => {
  it('is hidden from users without the permission, without a request', async () => {
    const { fake, state } = await setUp(false)
    expect(state().phase).to.equal('hidden')
    expect(fake.inputsOf(tenantDeletion.getTenantDeletion)).to.have.length(0)
  })

  it('is hidden if the backend lacks it, and offers a retry if it failed', async () => {
    const { fake, actions, state } = await setUp()
    for (const [status, phase] of [
      [404, 'hidden'],
      [500, 'failed'],
    ] as const) {
      fake.respond(tenantDeletion.getTenantDeletion, () => {
        throw new HttpError('No', status)
      })
      await actions.load()
      expect(state().phase).to.equal(phase)
    }
  })

  it('keeps the dialog when the server refuses, then shows the date, and is canceled', async () => {
    const { fake, actions, state } = await setUp()
    fake.respond(tenantDeletion.scheduleTenantDeletion, () => {
      throw new HttpError('This account has sub-accounts', 409)
    })
    actions.open({ kind: 'deleteAccount' })
    await actions.deleteAccount('Acme', 'secret')
    expect([state().dialog?.kind, state().dialogWork.kind]).to.deep.equal(['deleteAccount', 'failed'])
    fake.respond(tenantDeletion.scheduleTenantDeletion, () => PENDING)
    await actions.deleteAccount('Acme', 'secret')
    expect([state().dialog, state().deletion]).to.deep.equal([null, PENDING])
    fake.respond(tenantDeletion.cancelTenantDeletion, () => NONE)
    actions.open({ kind: 'keepAccount' })
    await actions.keepAccount()
    expect([state().dialog, state().deletion, state().notice?.key]).to.deep.equal([null, NONE, 'canceled'])
  })
})
