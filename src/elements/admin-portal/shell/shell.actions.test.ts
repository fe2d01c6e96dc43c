import { expect } from 'chai'
import { accountPaths } from '../../../contract/accounts.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { aTenant, aUser } from '../../../testing/builders.ts'
import { aSession } from '../../../testing/session.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { initialShell } from '../shell.state.ts'
import { PATHS_FRESH_MS, shellSlice } from './shell.actions.ts'

const REGION = [{ tenantId: 't1', path: ['Region'] }]
const AREA = [{ tenantId: 't1', path: ['Area'] }]

const setUp = () => {
  let userId = 'ada'
  let found: unknown = REGION
  const tenant = aTenant({ tenantId: 't1' })
  const session = {
    ...aSession(),
    current: () => ({
      status: 'signed-in' as const,
      user: { ...aUser({ id: userId }), accessToken: 't' },
      tenants: [tenant],
      activeTenant: tenant,
    }),
  }
  const mounted = mountSlice(shellSlice, initialShell, { session })
  mounted.fake.respond(accountPaths.listOwnPaths, () => {
    if (found instanceof Error) throw found
    return found
  })
  return {
    ...mounted,
    signInAs: (id: string) => {
      userId = id
    },
    respondWith: (value: unknown) => {
      found = value
    },
  }
}

describe('the paths of accounts in the switcher', () => {
  it('are loaded once in a short time, and again when an account may have been moved since', async () => {
    const { actions, state, clock, respondWith } = setUp()
    await actions.loadPaths()
    respondWith(AREA)
    await actions.loadPaths()
    expect(state().paths).to.deep.equal({ t1: 'Region' })
    await clock.advance(PATHS_FRESH_MS)
    await actions.loadPaths()
    expect(state().paths).to.deep.equal({ t1: 'Area' })
  })

  it('are loaded again right after a failure, and those shown stay in the meantime', async () => {
    const { actions, state, clock, respondWith } = setUp()
    respondWith(new HttpError('Bad Gateway', 502))
    await actions.loadPaths()
    expect(state().paths).to.equal(undefined)
    respondWith(REGION)
    await actions.loadPaths()
    expect(state().paths).to.deep.equal({ t1: 'Region' })
    await clock.advance(PATHS_FRESH_MS)
    respondWith(new HttpError('Bad Gateway', 502))
    await actions.loadPaths()
    expect(state().paths).to.deep.equal({ t1: 'Region' })
  })

  it('of one user are never shown to another', async () => {
    const { actions, state, signInAs, respondWith } = setUp()
    await actions.loadPaths()
    signInAs('mel')
    respondWith(new HttpError('Bad Gateway', 502))
    await actions.loadPaths()
    expect(state().paths).to.equal(undefined)
  })
})
