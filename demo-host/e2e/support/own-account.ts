import { randomUUID } from 'node:crypto'
import type { DemoHost } from '../../server/demo-host.ts'
import { recruit } from '../sample-users.ts'

/** Creates a new account, so that no test changes another's. */
export const ownAccount = async (demo: DemoHost, name: string) => {
  const { store } = demo.backend
  const [acme] = await store.tenants.list({ name: 'Acme' })
  if (!acme) throw new Error('Acme is not a sample account')
  const id = randomUUID()
  const tenant = { ...acme, id, name: `${name} ${id.slice(0, 4)}`, alias: id, settings: '{}' }
  await store.tenants.insert(tenant)
  const newUser = await recruit(demo, 'ada@acme.test', `${name} Boss`)
  await store.users.update({ id: newUser.id }, { tenantId: id })
  await store.members.update({ userId: newUser.id }, { tenantId: id })
  return { tenant, newUser }
}
