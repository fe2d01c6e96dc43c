import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subTenants } from '../../contract/accounts.ts'
import { allTables } from '../../contract/all.ts'
import type { AnyEndpoint, EndpointTable } from '../../contract/endpoint.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { team } from '../../contract/users.ts'
import { roleIdOf } from '../domain/identity/roles/published-access.ts'
import { OPERATOR_ID } from '../domain/identity/tenants/account-tree.ts'
import { impersonate } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { CUSTOMER, OPERATOR, OPERATOR_ACCOUNT, openOperated, signInAs } from './operator-account.test-kit.ts'
import { expectOk, post } from './pre-hijack.test-kit.ts'
import { enter } from './sub-accounts.test-kit.ts'

/**
 * Returns whether a call only reads. Pages of the authorization server are excluded, because they begin and end
 * sessions.
 */
const isRead = ({ method, path }: AnyEndpoint): boolean => method === 'GET' && !/^\/oauth\//.test(path)

const ENDPOINTS: readonly (readonly [operation: string, endpoint: AnyEndpoint])[] = Object.entries(allTables)
  .flatMap(([group, table]) =>
    Object.entries(table as EndpointTable).map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
  )
  // These calls repeat the requests of the test itself, in test mode only.
  .filter(([operation]) => operation !== 'requestCounters.testCounters')
  // A call that changes something may end the caller's session or account, so calls that read come first.
  .sort(([, one], [, other]) => Number(!isRead(one)) - Number(!isRead(other)))

const PAGE = '_offset=0&_limit=50&_filter=&_sortBy=email&_order=ASC'

/** Queries with which lists return the most rows. */
const QUERIES = ['', '?_includeSubTenants=true', `?${PAGE}`, '?text=o']

/** The nonce of a page's style sheet. */
const NONCE = /nonce(-|=")[\w-]+/g

const UNKNOWN_ID = '0fffffff-ffff-4fff-8fff-ffffffffffff'

/** Returns every way in which a call can name an account. */
const naming = (id: string) => ['_subTenantId', '_tenantIds', 'ids', 'tenantId'].map((name) => `?${PAGE}&${name}=${id}`)

export const describeOperatorPrivacy = (kit: () => Kit): void => {
  /** Creates a customer with a sub-account, in whose accounts the operator has done everything it can. */
  const worked = async () => {
    const { operator, customer } = await openOperated(kit())
    const asOperator = { token: operator.token }
    const make = (tenantId: string, parentTenantId: string, as: { token: string }) =>
      post(kit(), subTenants.createSubTenant.path, { tenantId, name: tenantId, parentTenantId }, as)
    expectOk(await make('branch', customer.tenantId, asOperator))
    expectOk(await make('leaf', 'branch', { token: customer.token }))
    const path = fillPath(subTenants.updateSubTenant.path, { tenantId: customer.tenantId })
    expectOk(await kit().call('PATCH', path, { ...asOperator, body: { name: 'Founded again' } }))
    const added = { tenantId: customer.tenantId, users: [{ email: 'new@founded.test' }], roleIds: [roleIdOf('admin')] }
    const response = await post(kit(), subTenants.addUsers.path, added, asOperator)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    const entered = await enter(kit(), operator.token, customer.tenantId)
    assert.equal(entered.status, 200)
    return { operator, customer }
  }

  /** Returns the calls of the customer's administrator; `idOf` fills the path. */
  const callsAs = async (customer: { tenantId: string }) => {
    const { token, cookie } = await signInAs(kit(), CUSTOMER.email)
    const userId = expectOk(await kit().call('GET', session.getMe.path, { token })).body.id
    const own: Record<string, string> = { ...customer, userId }
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const send = async ({ method, path }: AnyEndpoint, { id, query = '' }: { id?: string; query?: string } = {}) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => id ?? own[name] ?? customer.tenantId)
      const body = JSON.stringify({ tenantIds: [customer.tenantId], tenantId: customer.tenantId })
      const options = { cookie, headers, ...(method !== 'GET' && { body }) }
      const found = await kit().page(method, filled + query, options)
      return { status: found.status, text: `${found.body} ${JSON.stringify([...found.headers])}` }
    }
    return send
  }

  it('shows nothing of the operator account to customers, in any response', async () => {
    const send = await callsAs((await worked()).customer)
    const mentions: string[] = []
    const statuses: number[] = []
    for (const [operation, endpoint] of ENDPOINTS)
      for (const query of endpoint.method === 'GET' ? QUERIES : ['']) {
        const { status, text } = await send(endpoint, { query })
        statuses.push(status)
        if (text.includes(OPERATOR_ACCOUNT) || text.includes(OPERATOR_ID)) mentions.push(`${operation}${query} ${text}`)
      }
    assert.deepEqual(mentions, [])
    const shown = statuses.filter((status) => status === 200).length
    assert.ok(shown > 200, `${shown} of ${statuses.length} responses are 200`)
  })

  it('responds to customers who ask for the operator account as if it did not exist', async () => {
    const send = await callsAs((await worked()).customer)
    const reads = ENDPOINTS.filter(([, endpoint]) => isRead(endpoint))
    for (const [operation, endpoint] of reads)
      for (const at of naming('').keys()) {
        const [asked, unknown] = await Promise.all(
          [OPERATOR_ID, UNKNOWN_ID].map(async (id) => {
            const { status, text } = await send(endpoint, { id, query: naming(id)[at] ?? '' })
            // The audit log lists only the first of equal refusals, so it may name either.
            const masked = text.replaceAll(OPERATOR_ID, 'id').replaceAll(UNKNOWN_ID, 'id')
            return `${status} ${masked.replaceAll(NONCE, 'nonce')}`
          }),
        )
        assert.equal(asked, unknown, operation)
        assert.ok(!asked?.includes(OPERATOR_ACCOUNT), operation)
      }
  })

  it('sends customers no message that names the operator account', async () => {
    await worked()
    const mails = kit().mails.filter(({ to }) => to !== OPERATOR.email)
    assert.ok(mails.length > 0)
    assert.ok(!JSON.stringify(mails).includes(OPERATOR_ACCOUNT))
    assert.ok(!JSON.stringify(mails).includes(OPERATOR_ID))
  })

  it('shows nothing of it to an administrator whom the operator impersonates', async () => {
    const { operator, customer } = await openOperated(kit())
    const entered = expectOk(await enter(kit(), operator.token, customer.tenantId)).body
    const actor = { token: String(entered.accessToken), cookie: operator.cookie }
    const [founder] = await kit().store.members.list({ tenantId: customer.tenantId })
    const visit = await impersonate(kit(), actor, founder?.userId ?? '')
    for (const path of [
      session.getMe.path,
      session.getMyTenantsV3.path,
      team.listMembers.path,
      subTenants.getParentTenants.path,
    ]) {
      const text = JSON.stringify(expectOk(await kit().call('GET', path, { token: visit.token })).body)
      assert.ok(!text.includes(OPERATOR_ID) && !text.includes(OPERATOR_ACCOUNT), path)
    }
  })
}
