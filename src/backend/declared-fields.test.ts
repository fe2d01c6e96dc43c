import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import type { RuledRequest } from './call/ruled-request.ts'
import { allRoutes } from './handlers/index.ts'
import { createMemoryStore } from './store/memory.ts'
import { type Kit, openKit } from './suites/kit.test-kit.ts'

const { schemas } = await buildOpenApi()

interface Schema {
  $ref?: string
  properties?: Readonly<Record<string, unknown>>
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
}

const fieldsOf = ({ $ref, properties = {}, anyOf = [], allOf = [] }: Schema): string[] => {
  const name = $ref?.split('/').at(-1)
  const named = name === undefined ? [] : [schemas.components.schemas[name] as Schema]
  return [...Object.keys(properties), ...[...named, ...anyOf, ...allOf].flatMap(fieldsOf)]
}

/** Values that lead a rule to the fields that it reads only if another one has some value. */
const VALUES: readonly unknown[] = [undefined, true, false, 'acme', ['mel'], [{ tenantId: 'acme', roleIds: ['admin'] }]]

/** Returns a body or path in which every field has a value, and the names of the fields that were read. */
const recording = <Value>(value: Value, names: readonly string[] = []) => {
  const read = new Set<string>()
  const note = (name: string | symbol) => typeof name === 'string' && read.add(name)
  const given = new Proxy<Record<string, Value>>(
    {},
    {
      get: (_, name) => {
        note(name)
        return value
      },
      has: (_, name) => {
        note(name)
        return value !== undefined
      },
      // A rule that spreads the body gets the values of the declared fields.
      ownKeys: () => (value === undefined ? [] : [...names]),
      getOwnPropertyDescriptor: () => ({ value, enumerable: true, configurable: true, writable: true }),
    },
  )
  return { given, read }
}

/** `memberOfAccounts` reads the user from the path, else from the body; a field of the path can't be added. */
const isOptional = (name: string): boolean => name === 'userId'

describe('The declared rules of calls', () => {
  let kit: Kit
  before(async () => {
    kit = await openKit(async () => createMemoryStore())
    await kit.reset()
  })
  after(() => kit.close())

  const requestWith = async (path: RuledRequest['path'], body: RuledRequest['body']): Promise<RuledRequest> => {
    const { store, time } = kit
    const user = await store.users.get('ada')
    const member = await store.members.find({ userId: 'ada' })
    const session = { id: 's', userId: 'ada', tenantId: 'acme', amr: '[]', actorId: null, createdAt: time.now }
    const grants = async () => ({ roles: [], permissions: [], keys: ['fe.*'] })
    const auth = { user, member, session, tenantId: 'acme', claims: {}, impersonator: undefined, grants }
    return { ports: kit.ports, auth: auth as unknown as RuledRequest['auth'], path, body }
  }

  it('read only fields of the body and parts of the path that the call has, so that no other one can hide a change', async () => {
    const wrong = new Set<string>()
    const unread = new Set<string>()
    let count = 0
    for (const { operation, endpoint, rules } of allRoutes()) {
      const checks = [rules.rank, 'fresh' in rules ? rules.fresh : undefined].filter((one) => typeof one === 'function')
      const declared = fieldsOf((schemas.operations[operation]?.body ?? {}) as Schema)
      for (const check of checks) {
        let hasReturned = false
        for (const value of VALUES) {
          const body = recording(value, [...new Set(declared)])
          const path = recording('acme')
          const request = await requestWith(path.given, body.given)
          await Promise.resolve()
            .then(() => check(request))
            .then(() => {
              hasReturned = true
            })
            .catch(() => undefined)
          for (const name of body.read) if (!declared.includes(name)) wrong.add(`${operation}: ${name}`)
          for (const name of path.read)
            if (!isOptional(name) && !endpoint.path.includes(`{${name}}`)) wrong.add(`${operation}: path ${name}`)
        }
        if (hasReturned) count += 1
        else unread.add(operation)
      }
    }
    assert.ok(count > 80)
    assert.deepEqual([...unread], [], 'checks that read nothing because they threw at every value')
    assert.deepEqual([...wrong], [])
  })
})
