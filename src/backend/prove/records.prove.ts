import { groupList, groups } from '../../contract/groups.ts'
import { login } from '../../contract/login.ts'
import { roleList, roles } from '../../contract/roles.ts'
import { openNodeBackend } from '../node.ts'
import { tenantIdOf } from '../sample/tenants.ts'
import { SAMPLE_PASSWORD } from '../sample/users.ts'
import { areWithin, median, report, scaled } from './report.test-kit.ts'

/** Measures the roles and groups of a large account at the API, on the embedded database. */
const LIMIT_MS = 300
const ROUNDS = 10
const COUNT = Math.max(1_000, scaled(10_000))

const apiUrl = 'http://localhost:3002'
const appUrl = 'http://localhost:3000'
const backend = await openNodeBackend({ apiUrl, appUrl, seed: true })
const acme = tenantIdOf('acme')
const dates = { createdAt: 1, updatedAt: 1 }

const fill = async () => {
  const all = Array.from({ length: COUNT }, (_, at) => String(at).padStart(5, '0'))
  const permissionIds = JSON.stringify((await backend.store.permissions.list({})).slice(0, 12).map(({ id }) => id))
  for (let from = 0; from < all.length; from += 1_000) {
    const part = all.slice(from, from + 1_000)
    await backend.store.roles.insertMany(
      part.map((at) => ({
        id: `role-${at}`,
        tenantId: acme,
        key: `role-${at}`,
        name: `Role ${at}`,
        description: 'One of many',
        isDefault: false,
        level: 5,
        permissionIds,
        ...dates,
      })),
    )
    await backend.store.groups.insertMany(
      part.map((at) => ({
        id: `group-${at}`,
        tenantId: acme,
        name: `Group ${at}`,
        color: null,
        description: '',
        metadata: null,
        managedBy: 'frontegg' as const,
        roleIds: JSON.stringify([`role-${at}`]),
        ...dates,
      })),
    )
  }
  await backend.store.optimize?.()
}

const signIn = async (): Promise<string> => {
  const body = JSON.stringify({ email: 'ada@acme.test', password: SAMPLE_PASSWORD })
  const headers = { 'Content-Type': 'application/json', Origin: appUrl }
  const response = await backend.fetch(new Request(apiUrl + login.login.path, { method: 'POST', headers, body }))
  return ((await response.json()) as { accessToken: string }).accessToken
}

const timeOf = async (token: string, path: string): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const response = await backend.fetch(new Request(apiUrl + path, { headers: { Authorization: `Bearer ${token}` } }))
    await response.text()
    if (response.status !== 200) throw new Error(`${response.status} at ${path}`)
    times.push(performance.now() - start)
  }
  return Math.round(median(times))
}

try {
  await fill()
  const token = await signIn()
  const last = Math.floor(COUNT / 20)
  for (const [name, path, whole] of [
    ['roles', roleList.listRoles.path, roles.listRoles.path],
    ['groups', groupList.listGroups.path, `${groups.listGroups.path}?_groupsRelations=roles`],
  ] as const) {
    const reached = {
      'first rows': await timeOf(token, `${path}?offset=0&limit=20`),
      'last page': await timeOf(token, `${path}?offset=${last}&limit=20`),
      search: await timeOf(token, `${path}?offset=0&limit=20&search=999`),
      'all at once by the wire': await timeOf(token, whole),
    }
    report({
      row: `${name} at the API`,
      wanted: `first rows, last page and search of ${COUNT} within ${LIMIT_MS} ms`,
      reached: JSON.stringify(reached),
      ok: areWithin(LIMIT_MS, reached['first rows'], reached['last page'], reached.search),
    })
  }
} finally {
  await backend.close()
}
