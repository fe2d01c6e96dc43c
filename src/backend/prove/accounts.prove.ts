import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { subTenants } from '../../contract/accounts.ts'
import { tokensTenant } from '../../contract/api-tokens.ts'
import type { AnyEndpoint, BodyOf, ResponseOf } from '../../contract/endpoint.ts'
import { login } from '../../contract/login.ts'
import { recordSearch } from '../../contract/search.ts'
import { BULK_EMAIL, BULK_TENANT_ID, seedBulk } from '../../testing/bulk.ts'
import { seedAccounts, seedTokens } from '../../testing/bulk-accounts.ts'
import { openNodeBackend } from '../node.ts'
import { SAMPLE_PASSWORD } from '../sample/users.ts'
import { areWithin, median, report, scaled } from './report.test-kit.ts'

/** Measures the lists of accounts and tokens at the API, on the embedded database. */
const LIMIT_MS = 300
const ROUNDS = 20
/** Number of accounts on one page; the figures of all are requested together. */
const PAGE = 50

const apiUrl = 'http://localhost:3002'
const appUrl = 'http://localhost:3000'
const accounts = Math.max(500, scaled(10_000))
const tokens = Math.max(500, scaled(10_000))
const folder = mkdtempSync(join(tmpdir(), 'fe-accounts-'))
const backend = await openNodeBackend({ dataDir: folder, apiUrl, appUrl, seed: true })

interface Given<E> {
  query?: Readonly<Record<string, string>>
  token?: string
  body?: BodyOf<E>
}

const send = async <E extends AnyEndpoint>({ method, path }: E, { query, token, body }: Given<E> = {}) => {
  const headers = { 'Content-Type': 'application/json', Origin: appUrl, Authorization: `Bearer ${token ?? 'none'}` }
  const start = performance.now()
  const request = new Request(`${apiUrl}${path}?${new URLSearchParams(query)}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await backend.fetch(request)
  const text = await response.text()
  const took = performance.now() - start
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return { took, value: JSON.parse(text) as ResponseOf<E> }
}

try {
  const passwordHash = await backend.ports.hasher.hash(SAMPLE_PASSWORD)
  const now = Date.now()
  await seedBulk(backend.store, { users: 1, audits: 1, passwordHash, now })
  await seedAccounts(backend.store, { accounts, now })
  await seedTokens(backend.store, { tokens, now })
  const { value: session } = await send(login.login, { body: { email: BULK_EMAIL, password: SAMPLE_PASSWORD } })
  const token = String(session.accessToken)
  const search = (query: Readonly<Record<string, string>>) =>
    send(subTenants.searchSubTenants, { query: { _limit: String(PAGE), _offset: '0', ...query }, token })
  const { value: first } = await search({})
  const ids = first.items.map(({ tenantId }) => tenantId)
  const deepest = await backend.store.accountLinks.page({
    where: { ancestorId: BULK_TENANT_ID },
    sort: { field: 'depth', order: 'DESC' },
    offset: 0,
    limit: 1,
  })
  const lastPage = String(first._metadata.totalPages - 1)
  const cases: Record<string, () => Promise<{ took: number }>> = {
    'first branch': () => search({ _subTenantId: BULK_TENANT_ID }),
    'first 50 of all': () => search({ _sortBy: 'createdAt', _order: 'DESC' }),
    'last 50 of all': () => search({ _offset: lastPage }),
    search: () => search({ _filter: 'anders' }),
    'figures of 50': () => send(subTenants.getHierarchyMetadata, { query: { _tenantIds: ids.join() }, token }),
    'users of 50': () => send(subTenants.countUsers, { token, body: { tenantIds: ids } }),
    'command bar': () => send(recordSearch.find, { query: { text: 'an' }, token }),
    'all tokens': () => send(tokensTenant.listClientCredentials, { token }),
  }
  const reached: Record<string, number> = {}
  for (const [title, work] of Object.entries(cases)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push((await work()).took)
    reached[title] = Math.round(median(times))
  }
  const levels = deepest.items[0]?.depth ?? 0
  report({
    row: 'accounts and tokens at the API',
    wanted: `${accounts} accounts and ${tokens} tokens on PGlite: every first page, search and figure within ${LIMIT_MS} ms, median of ${ROUNDS}`,
    reached: JSON.stringify({ levels, total: first._metadata.totalItems, ...reached }),
    ok: areWithin(LIMIT_MS, ...Object.values(reached)) && first._metadata.totalItems >= accounts,
  })
} finally {
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
}
