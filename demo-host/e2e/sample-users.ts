import { randomInt, randomUUID } from 'node:crypto'
import { tenantIdOf } from '../../src/backend/sample/tenants.ts'
import type { DemoHost } from '../server/demo-host.ts'

/** Password of every sample user. */
export const PASSWORD = 'Correct-Horse-9'

/** Meets the demo's password rules and is on no list of known passwords. */
export const NEW_PASSWORD = 'Brave-Otter-Lantern-42'

/** Returns an email that no user has yet. Uses digits, because random letters sometimes end in a sample user's name. */
export const freshEmail = (name: string, domain = 'acme.test') => `${name}-${randomInt(10 ** 7, 10 ** 8)}@${domain}`

/** Returns an unused name. */
export const freshName = (name: string) => `${name} ${Date.now().toString(36)}`

export interface Recruit {
  id: string
  email: string
  name: string
}

/** Adds another active user with the tenants, roles and password of a sample user. */
export const recruit = async ({ backend }: DemoHost, like: string, name: string): Promise<Recruit> => {
  const { users, members } = backend.store
  const model = await users.find({ email: like })
  if (!model) throw new Error(`${like} isn't a sample user`)
  const newUser = { id: randomUUID(), email: freshEmail(name.split(' ')[0]?.toLowerCase() ?? 'someone'), name }
  await users.insert({ ...model, ...newUser })
  for (const member of await members.list({ userId: model.id })) {
    await members.insert({ ...member, id: randomUUID(), userId: newUser.id, email: newUser.email, name })
  }
  return newUser
}

/** Adds a user of Acme and Solstice, neither of which requires a second factor. */
export const recruitOfTwo = async (demo: DemoHost, name: string): Promise<Recruit> => {
  const newUser = await recruit(demo, 'mel@acme.test', name)
  const { members } = demo.backend.store
  const own = await members.find({ userId: newUser.id })
  if (!own) throw new Error('no membership')
  await members.insert({ ...own, id: randomUUID(), tenantId: tenantIdOf('solstice'), createdAt: own.createdAt + 1 })
  return newUser
}
