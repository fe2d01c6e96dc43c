import { expect } from 'chai'
import { accountPaths, subTenantStatus, subTenants } from '../../contract/accounts.ts'
import { team } from '../../contract/users.ts'
import { HttpError } from '../../kernel/errors.ts'
import { mountSlice } from '../../testing/slice.ts'
import { accountsSlice } from './all-accounts.actions.ts'
import { canSetStatus, initialAccounts } from './all-accounts.state.ts'
import { allAccountsPage } from './index.ts'

const north = (metadata: object) => ({ tenantId: 'north', name: 'North', createdAt: '2026-01-01', metadata })

const setUp = async (metadata: object) => {
  const mounted = mountSlice(accountsSlice, initialAccounts, { page: allAccountsPage })
  const { fake, actions, state } = mounted
  fake.respond(team.listAssignableRoles, () => ({ items: [] }))
  fake.respond(subTenants.searchSubTenants, () => ({
    items: [north(metadata)],
    _metadata: { totalItems: 1, totalPages: 1 },
  }))
  fake.respond(subTenants.countUsers, () => [])
  fake.respond(subTenants.getHierarchyMetadata, () => [])
  fake.respond(accountPaths.listPaths, () => [])
  fake.respond(subTenantStatus.updateStatus, () => ({}))
  await actions.open('?view=list')
  const row = () => {
    const found = state().list.rows[0]
    if (!found) throw new Error('No row')
    return found
  }
  return { ...mounted, row }
}

describe('the status of an account', () => {
  it('is changed only by the operator, who sees it in the rows', async () => {
    const operator = await setUp({ isSuspended: false })
    const reseller = await setUp({})
    const viewer = { ...operator.state().viewer, may: { remove: true } } as never
    expect(canSetStatus({ viewer }, operator.row())).to.equal(true)
    expect(canSetStatus({ viewer }, reseller.row())).to.equal(false)
    expect(canSetStatus({ viewer: undefined }, operator.row())).to.equal(false)
  })

  it('shows a suspension and its end in the row', async () => {
    const { actions, fake, state, row } = await setUp({ isSuspended: false })
    actions.openDialog({ kind: 'suspend', account: row() })
    fake.respond(subTenants.searchSubTenants, () => ({
      items: [north({ isSuspended: true })],
      _metadata: { totalItems: 1, totalPages: 1 },
    }))
    await actions.setSuspended(row(), true)
    expect(fake.inputsOf(subTenantStatus.updateStatus)).to.deep.equal([
      { path: { tenantId: 'north' }, body: { isSuspended: true } },
    ])
    expect([state().dialog, row().isSuspended]).to.deep.equal([null, true])
  })

  it('keeps the dialog with the reason where the suspension is refused', async () => {
    const { actions, fake, state, row } = await setUp({ isSuspended: true })
    fake.respond(subTenantStatus.updateStatus, () => {
      throw new HttpError('An account above this one is suspended. Resume that one.', 409)
    })
    actions.openDialog({ kind: 'resume', account: row() })
    await actions.setSuspended(row(), false)
    expect(state().formError).to.include('An account above')
    expect(row().isSuspended).to.equal(true)
  })

  it('sends the changed fields of type and trial', async () => {
    const { actions, fake, row, deps } = await setUp({ isSuspended: false, type: 'customer' })
    await actions.setTerms(row(), { type: 'test', trialDays: undefined })
    await actions.setTerms(row(), { type: undefined, trialDays: 14 })
    await actions.setTerms(row(), { type: undefined, trialDays: null })
    const bodies = fake.inputsOf(subTenantStatus.updateStatus).map((input) => (input as { body: object }).body)
    const trialEndsAt = deps.clock.now() + 14 * 86_400_000
    expect(bodies).to.deep.equal([{ type: 'test' }, { trialEndsAt }, { trialEndsAt: null }])
    expect([row().type, row().trialEndsAt]).to.deep.equal(['test', undefined])
  })
})
