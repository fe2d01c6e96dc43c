import assert from 'node:assert/strict'
import { it } from 'node:test'
import { report } from '../prove/report.test-kit.ts'
import { CHANGE_RULES } from './all-rules.test-kit.ts'
import {
  arrangeAccount,
  arrangeMfa,
  type ChangingRoute,
  challengeOf,
  changingRoutes,
  enroll,
  machineToken,
  protectedState,
  send,
  WRONG_PROOFS,
  withPermission,
} from './declared-callers.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

const needsProof = ({ rules }: ChangingRoute): boolean => rules.fresh === 'always' || typeof rules.fresh === 'function'

/** Tests every changing call with callers who must be refused, and with those who must succeed. */
export const describeDeclaredAccess = (kit: () => Kit): void => {
  const signIn = async (name: string) => (await kit().signIn(`${name}@acme.test`)).token

  const staleToken = async () => {
    const { cookie } = await kit().signIn('ada@acme.test')
    kit().time.now += 301_000
    return String((await kit().refresh(cookie)).body.accessToken)
  }

  /** Collects the cells that differ from the declaration, and counts all. */
  const count = () => {
    const wrong: string[] = []
    let cells = 0
    const cell = (isRight: boolean, title: string) => {
      cells += 1
      if (!isRight) wrong.push(title)
    }
    return { wrong, cell, cells: () => cells }
  }
  const found = count()

  it('refuses callers who lack a permission, a rank or a fresh proof, and changes nothing for them', async () => {
    const routes = changingRoutes()
    assert.ok(routes.every(({ operation }) => CHANGE_RULES.has(operation)))
    await arrangeAccount(kit())
    const stale = await staleToken()
    const [tom, mel] = [await signIn('tom'), await signIn('mel')]
    await arrangeMfa(kit())
    const before = await protectedState(kit())
    for (const route of kit().sample(routes, 3)) {
      const { operation, rules, handler } = route
      if (handler.access !== 'public' && handler.access !== 'cookie') {
        found.cell((await send(kit(), route, undefined)).status === 401, `${operation}, signed out`)
      }
      if (rules.permission !== null) {
        found.cell((await send(kit(), route, mel)).status === 403, `${operation}, without the permission`)
      }
      if (rules.permission !== null && typeof rules.rank === 'function') {
        await withPermission(kit(), rules.permission)
        found.cell((await send(kit(), route, tom)).status === 403, `${operation}, of a lower rank`)
      }
      if (needsProof(route)) {
        found.cell(challengeOf(await send(kit(), route, stale)) === 'any', `${operation}, with a stale proof`)
      }
    }
    found.cell((await protectedState(kit())) === before, 'a refused call changed something')
    assert.deepEqual(found.wrong, [])
  })

  for (const hasFactor of [false, true]) {
    it(`rejects a wrong proof in a request of a user ${hasFactor ? 'with' : 'without'} a second factor`, async () => {
      const carried = changingRoutes().filter(({ rules }) => rules.fresh === 'carried')
      assert.ok(carried.length > 0)
      const stale = await staleToken()
      if (hasFactor) await enroll(kit(), 'ada')
      const before = await protectedState(kit())
      for (const route of carried) {
        const { status } = await send(kit(), route, stale, WRONG_PROOFS)
        found.cell(status >= 400 && status < 500, `${route.operation}, with a wrong proof: ${status}`)
        found.cell(
          (await protectedState(kit())) === before,
          `${route.operation}, with a wrong proof, changed something`,
        )
      }
      assert.deepEqual(found.wrong, [])
    })
  }

  it('requires the second factor from users who have one', async () => {
    await arrangeAccount(kit())
    const token = await signIn('ada')
    await enroll(kit(), 'ada')
    await arrangeMfa(kit())
    for (const route of changingRoutes()) {
      if (!needsProof(route) && route.rules.fresh !== 'factor') continue
      found.cell(challengeOf(await send(kit(), route, token)) === 'factor', `${route.operation}, without the factor`)
    }
    assert.deepEqual(found.wrong, [])
  })

  it('handles objects in place of strings without a crash', async () => {
    await arrangeAccount(kit())
    const token = await signIn('ada')
    const odd = { toString: 1 }
    const places = [{ tenantId: odd, roleIds: [odd] }]
    const users = [{ email: odd, roleIds: [odd] }]
    const lists = { userIds: [odd], roleIds: [odd], ips: [odd], users, subTenants: places, subTenantsRoles: places }
    const messages = { recipients: [odd], subscriptions: [{ recipients: [odd] }], to: [odd] }
    const body = { ...lists, ...messages, userId: odd, email: odd, idpEntityId: odd, allowSubAccountAccess: true }
    const checked = changingRoutes().filter(({ rules }) =>
      [rules.rank, rules.fresh].some((rule) => typeof rule === 'function'),
    )
    for (const route of checked)
      for (const tenantId of [odd, 'acme']) {
        const { status } = await send(kit(), route, token, { ...body, tenantId })
        found.cell(status < 500, `${route.operation}: ${status}`)
      }
    assert.deepEqual(found.wrong, [])
  })

  it('requires no proof from an API token or a user who has just verified their identity', async () => {
    for (const route of kit().sample(changingRoutes().filter(needsProof), 3)) {
      for (const caller of ['a user', 'an API token'] as const) {
        await kit().reset()
        await arrangeAccount(kit())
        const token = caller === 'a user' ? await signIn('ada') : await machineToken(kit())
        // An account that requires second factors requires one before an impersonation, even after a recent sign-in.
        if (route.operation.startsWith('policies.')) await arrangeMfa(kit())
        found.cell((await send(kit(), route, token)).status !== 401, `${route.operation} by ${caller}`)
      }
    }
    assert.deepEqual(found.wrong, [])
    report({
      row: 70,
      wanted: 'every changing call × callers without permission, rank or fresh proof: 0 undeclared, 0 through',
      reached: `0 undeclared of ${CHANGE_RULES.size} calls, ${found.wrong.length} wrong of ${found.cells()} cells`,
      ok: found.wrong.length === 0,
    })
  })
}
