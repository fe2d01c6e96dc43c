import assert from 'node:assert/strict'
import { createPublicKey, createVerify } from 'node:crypto'
import { it } from 'node:test'
import { password } from '../../contract/password.ts'
import { policies } from '../../contract/policies.ts'
import { sessionConfig } from '../../contract/security.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

interface Kind {
  path: string
  vendor: string
  stored: string
  /** A valid policy, followed by a stricter one. */
  first: object
  second: object
  /** The floor, and policies below it with the field that the refusal names. */
  floor: object
  below: readonly (readonly [body: object, text: RegExp])[]
  wrong: readonly (readonly [body: object, field: RegExp])[]
}

const KINDS: Readonly<Record<string, Kind>> = {
  'who must use a second factor': {
    path: policies.getMfaPolicy.path,
    vendor: policies.getVendorMfaPolicy.path,
    stored: 'mfa',
    first: { enforceMFAType: 'ForceExceptSAML' },
    second: { enforceMFAType: 'Force' },
    floor: { enforceMFAType: 'ForceExceptSAML' },
    below: [[{ enforceMFAType: 'DontForce' }, /enforceMFAType must be at least ForceExceptSAML.*vendor/]],
    wrong: [
      [{ enforceMFAType: 'force' }, /enforceMFAType/],
      [{}, /enforceMFAType/],
    ],
  },
  'when accounts are locked': {
    path: policies.getLockoutPolicy.path,
    vendor: policies.getVendorLockoutPolicy.path,
    stored: 'lockout',
    first: { enabled: true, maxAttempts: 5 },
    second: { enabled: true, maxAttempts: 3 },
    floor: { enabled: true, maxAttempts: 5 },
    below: [
      [{ enabled: true, maxAttempts: 6 }, /maxAttempts must be 5 or less.*vendor/],
      [{ enabled: false, maxAttempts: 5 }, /enabled must be true.*vendor/],
    ],
    wrong: [
      [{ enabled: true, maxAttempts: 0 }, /maxAttempts/],
      [{ enabled: true, maxAttempts: 4.5 }, /maxAttempts/],
      [{ enabled: true, maxAttempts: '4' }, /maxAttempts/],
      [{ enabled: 'yes', maxAttempts: 4 }, /enabled/],
    ],
  },
  'which earlier passwords are refused': {
    path: policies.getPasswordHistoryPolicy.path,
    vendor: policies.getVendorPasswordHistoryPolicy.path,
    stored: 'password-history',
    first: { enabled: true, historySize: 3 },
    second: { enabled: true, historySize: 10 },
    floor: { enabled: true, historySize: 3 },
    below: [
      [{ enabled: true, historySize: 2 }, /historySize must be 3 or more.*vendor/],
      [{ enabled: false, historySize: 5 }, /enabled must be true.*vendor/],
    ],
    wrong: [
      [{ enabled: true, historySize: 0 }, /historySize/],
      [{ enabled: true, historySize: 1_000 }, /historySize/],
    ],
  },
}

export const describePolicies = (kit: () => Kit): void => {
  const admin = async () => (await kit().signIn('ada@acme.test')).token

  for (const [name, kind] of Object.entries(KINDS)) {
    it(`lets an account decide ${name}: the first save creates the policy, later ones update it`, async () => {
      const token = await admin()
      const send = (method: string, body: object) => kit().call(method, kind.path, { token, body })
      const unset = await kit().call('GET', kind.path, { token })
      assert.equal(unset.body.id, '')
      const created = await send('POST', kind.first)
      assert.deepEqual([created.status, typeof created.body.id, created.body.id === ''], [200, 'string', false])
      assert.equal((await send('POST', kind.second)).status, 409)
      assert.equal((await send('PATCH', { ...kind.second, id: 'other' })).status, 404)
      kit().time.now += 1_000
      const updated = await send('PATCH', { ...kind.second, id: created.body.id })
      const { createdAt } = created.body
      const updatedAt = new Date(kit().time.now).toISOString()
      assert.deepEqual(updated.body, { ...kind.second, id: created.body.id, createdAt, updatedAt })
      assert.deepEqual((await kit().call('GET', kind.path, { token })).body, updated.body)
      const other = await kit().signIn('gia@globex.test')
      assert.equal((await kit().call('GET', kind.path, other)).body.id, '')
    })

    it(`logs the previous and the new value of ${name}`, async () => {
      const token = await admin()
      const { body } = await kit().call('POST', kind.path, { token, body: kind.first })
      await kit().call('PATCH', kind.path, { token, body: { ...kind.second, id: body.id } })
      const rows = await kit().store.audits.list({ tenantId: 'acme', resource: 'Policies' })
      const details = rows.map(({ detail }) => JSON.parse(detail)).filter(({ after }) => after)
      assert.equal(details.length, 2)
      const last = details.find(({ after }) => JSON.stringify(after) === JSON.stringify(kind.second))
      assert.deepEqual(last.before, kind.first)
    })

    it(`refuses less than the vendor requires of ${name}, and reports the minimum`, async () => {
      const token = await admin()
      await setPolicy(kit(), kind.stored, kind.floor)
      const vendor = await kit().call('GET', kind.vendor, { token })
      assert.deepEqual({ ...vendor.body, ...kind.floor }, vendor.body)
      for (const [body, text] of kind.below) {
        const { status, body: refusal } = await kit().call('POST', kind.path, { token, body })
        assert.equal(status, 400)
        assert.match(refusal.errors.join(), text)
      }
      assert.equal((await kit().call('POST', kind.path, { token, body: kind.second })).status, 200)
      // If the floor rises later, it also applies to policies that were saved before.
      await setPolicy(kit(), kind.stored, kind.below[0]?.[0] ?? {}, 'acme')
      const effective = await kit().call('GET', kind.path, { token })
      assert.deepEqual({ ...effective.body, ...kind.floor }, effective.body)
    })

    it(`refuses an invalid policy on ${name}, and reports the field`, async () => {
      const token = await admin()
      for (const [body, field] of kind.wrong) {
        const { status, body: refusal } = await kit().call('POST', kind.path, { token, body })
        assert.equal(status, 400, JSON.stringify(body))
        assert.match(refusal.errors.join(), field)
      }
      assert.equal(await kit().store.policies.count({ tenantId: 'acme' }), 0)
    })

    it(`keeps one of two administrators who decide ${name} for the first time at once`, async () => {
      const token = await admin()
      const save = () => kit().call('POST', kind.path, { token, body: kind.first })
      const statuses = (await Promise.all([save(), save(), save()])).map(({ status }) => status)
      assert.deepEqual(statuses.sort(), [200, 409, 409])
      assert.equal(await kit().store.policies.count({ tenantId: 'acme', kind: kind.stored }), 1)
    })
  }

  it('chains what two administrators save at once: each row begins where another ended', async () => {
    const token = await admin()
    const { body } = await kit().call('POST', policies.createLockoutPolicy.path, {
      token,
      body: { enabled: true, maxAttempts: 10 },
    })
    const save = (maxAttempts: number) =>
      kit().call('PATCH', policies.updateLockoutPolicy.path, {
        token,
        body: { id: body.id, enabled: true, maxAttempts },
      })
    await Promise.all([save(11), save(12), save(13), save(14)])
    const rows = await kit().store.audits.list({ action: 'Lockout policy changed' })
    const steps = rows
      .map(({ detail }) => JSON.parse(detail))
      .map((row) => [row.before.maxAttempts, row.after.maxAttempts])
    const next = new Map(steps.map(([from, to]) => [from, to]))
    let at = 5
    assert.equal(next.size, 5)
    for (let step = 0; step < 5; step += 1) at = next.get(at)
    assert.equal((await kit().call('GET', policies.getLockoutPolicy.path, { token })).body.maxAttempts, at)
  })

  it('never lets limits of sessions go below those of the vendor', async () => {
    const vendor = {
      sessionTimeoutConfiguration: { isActive: true, timeout: 86_400 },
      sessionIdleTimeoutConfiguration: { isActive: false, timeout: 3_600 },
      sessionConcurrentConfiguration: { isActive: true, maxSessions: 3 },
    }
    await setPolicy(kit(), 'sessions', vendor)
    const token = await admin()
    const save = (body: object) => kit().call('POST', sessionConfig.saveSessionConfig.path, { token, body })
    const cases: readonly (readonly [object, RegExp])[] = [
      [
        { sessionTimeoutConfiguration: { isActive: true, timeout: 90_000 } },
        /Timeout.*\.timeout must be 86400 or less/,
      ],
      [{ sessionTimeoutConfiguration: { isActive: false, timeout: 60 } }, /isActive must be true/],
      [{ sessionConcurrentConfiguration: { isActive: true, maxSessions: 4 } }, /maxSessions must be 3 or less/],
    ]
    for (const [body, text] of cases) {
      const response = await save(body)
      assert.equal(response.status, 400)
      assert.match(response.body.errors.join(), text)
    }
    const idle = { isActive: true, timeout: 900 }
    assert.equal((await save({ sessionIdleTimeoutConfiguration: idle })).status, 200)
    const { body } = await kit().call('GET', sessionConfig.getSessionConfig.path, { token })
    assert.deepEqual(body, { ...vendor, sessionIdleTimeoutConfiguration: idle })
  })

  it('shows the policy of the vendor with the key that verifies access tokens', async () => {
    const token = await admin()
    const { body } = await kit().call('GET', policies.getGlobalPolicy.path, { token })
    assert.deepEqual([body.allowSignups, body.defaultTokenExpiration, body.enforceMFAType], [true, 300, 'DontForce'])
    const [head = '', claims = '', signature = ''] = token.split('.')
    const verifier = createVerify('SHA256').update(`${head}.${claims}`)
    assert.equal(verifier.verify(createPublicKey(body.publicKey), Buffer.from(signature, 'base64url')), true)
  })

  describeHistory(kit)
}

const describeHistory = (kit: () => Kit): void => {
  /** Advances the clock beyond the windows of the limits on tries and emails. */
  const later = () => {
    kit().time.now += 3_600_000
  }
  const reset = async (next: string) => {
    later()
    await kit().call('POST', password.forgotPassword.path, { body: { email: 'mel@acme.test' } })
    const { userId, token } = kit().lastLink()
    return kit().call('POST', password.resetPassword.path, { body: { userId, token, password: next } })
  }
  const change = async (from: string, to: string) => {
    later()
    const { accessToken: token } = (await kit().login('mel@acme.test', from)).body
    return kit().call('POST', password.changePassword.path, { token, body: { password: from, newPassword: to } })
  }

  it('refuses the latest passwords at a change and at a reset, as many as the policy specifies', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const body = { enabled: true, historySize: 3 }
    const passwords = [PASSWORD, 'Brave-Otter-42', 'Quiet-Panda-77', 'Swift-Heron-91'] as const
    assert.equal((await kit().call('POST', policies.createPasswordHistoryPolicy.path, { token, body })).status, 200)
    assert.equal((await change(passwords[0], passwords[1])).status, 200)
    assert.equal((await reset(passwords[2])).status, 200)
    for (const used of passwords.slice(0, 3)) {
      assert.match((await change(passwords[2], used)).body.errors[0], /used this password before/)
      assert.match((await reset(used)).body.errors[0], /used this password before/)
    }
    assert.equal((await change(passwords[2], passwords[3])).status, 200)
    assert.equal((await change(passwords[3], passwords[0])).status, 200)
  })

  it('applies the strictest history of the accounts a user has joined, and none when it is off', async () => {
    const used = { password: PASSWORD, newPassword: PASSWORD }
    const changeOf = async (email: string) => {
      const { token } = await kit().signIn(email)
      return (await kit().call('POST', password.changePassword.path, { token, body: used })).status
    }
    await setPolicy(kit(), 'password-history', { enabled: true, historySize: 2 }, 'globex')
    assert.equal(await changeOf('max@multi.test'), 400)
    assert.equal(await changeOf('mel@acme.test'), 200)
  })
}
