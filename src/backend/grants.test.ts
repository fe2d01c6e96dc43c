import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allTables } from '../contract/all.ts'
import type { EndpointTable } from '../contract/endpoint.ts'
import { allRoutes } from './handlers/index.ts'
import { report } from './prove/report.test-kit.ts'
import { createMemoryStore } from './store/memory.ts'
import { CHANGE_RULES } from './suites/all-rules.test-kit.ts'
import { contractRows } from './suites/contract-rows.test-kit.ts'
import { attempt, LACKING, type Lacking } from './suites/grant-callers.test-kit.ts'
import { GRANTS } from './suites/grants.test-kit.ts'
import { type Kit, openKit } from './suites/kit.test-kit.ts'

/** Whether a call can make a role or permission effective, for every call that changes something. */
const CLASSES = new Map([...CHANGE_RULES].map(([operation, { grants }]) => [operation, grants]))

/** Fields that decide which user may do what. */
const GRANTING_FIELDS =
  /\b(roleIds|permissions|permissionIds|isDefault|rolesEnabled|allowAccess|allowSubAccountAccess|subTenantsRoles|userIds|groupIds|expirationInSeconds|roles|groups)\b/

/** Calls that have such a field but grant nothing, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'signUp.signUp': 'its roleIds are ignored; new members get the default roles',
  'groups.removeRoles': 'only takes away',
  'groups.removeUsers': 'only takes away',
}

const camelCase = (group: string): string => group.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

describe('The calls that make a role or permission effective', () => {
  let kit: Kit
  before(async () => {
    kit = await openKit(async () => createMemoryStore())
  })
  after(() => kit.close())

  it('are declared, like all others that change something', () => {
    const changing = Object.entries(allTables).flatMap(([group, table]) =>
      Object.entries(table as EndpointTable).flatMap(([operation, { method }]) =>
        method === 'GET' ? [] : [`${group}.${operation}`],
      ),
    )
    assert.deepEqual([...CLASSES.keys()].sort(), changing.sort())
  })

  it('include every call with a field that decides who may do what', () => {
    const groups = new Map(Object.keys(allTables).map((group) => [group.toLowerCase(), group]))
    for (const [group = '', operation = '', , body = ''] of contractRows('calls.fields.tsv')) {
      const name = `${groups.get(camelCase(group).toLowerCase()) ?? group}.${operation}`
      if (!GRANTING_FIELDS.test(body) || name in EXCEPTIONS) continue
      assert.equal(CLASSES.get(name), true, `${name} takes ${body}`)
    }
  })

  it('have a test case below as soon as they are served', () => {
    const tried = new Set(GRANTS.map(({ operation }) => operation))
    const served = allRoutes().map(({ operation }) => operation as string)
    const granting = served.filter((operation) => CLASSES.get(operation))
    assert.deepEqual([...tried].sort(), granting.sort())
  })

  it('work for callers who have the permissions that they grant', async () => {
    for (const grant of GRANTS) {
      const { status, hasChanged } = await attempt(kit, grant, { keys: ['fe.*'], level: 0 })
      assert.ok(status < 300 && hasChanged, `${grant.operation}: ${status}`)
    }
  })

  it('are refused to callers who lack the permissions that they grant', async () => {
    const succeeded: string[] = []
    let made = 0
    for (const grant of GRANTS) {
      for (const lacking of Object.keys(LACKING) as Lacking[]) {
        const facts = LACKING[lacking]
        if (grant.isByPermission && facts.level === 50) continue
        const { status, hasChanged } = await attempt(kit, grant, facts)
        made += 1
        // An API token can't sign in a user and owns no link.
        const isRefused = status === 403 || ('isMachine' in facts && (status === 401 || status === 404))
        if (!isRefused || hasChanged) succeeded.push(`${grant.operation} by a caller ${lacking}: ${status}`)
      }
    }
    assert.deepEqual(succeeded, [])
    report({
      row: 51,
      wanted: 'every granting call by callers who lack what it grants: 0 succeed',
      reached: `${succeeded.length} of ${made} attempts, ${GRANTS.length} ways to grant, ${CLASSES.size} calls classified`,
      ok: succeeded.length === 0,
    })
  })
})
