import assert from 'node:assert/strict'
import { it } from 'node:test'
import { password } from '../../contract/password.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { team, users } from '../../contract/users.ts'
import { isBreached } from '../domain/identity/credentials/breached.ts'
import type { Kit } from './kit.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

/** A password on the list that is part of the backend. */
const BREACHED = 'Password123!'
/** Entry 251,728 of the large list, which is not on the small one. */
const RARELY_BREACHED = 'Winter1991'
const NEW_PASSWORD = 'Brave-Otter-42'

export const describeBreachedPasswords = (kit: () => Kit): void => {
  const give = async (id: string, value: string) =>
    kit().store.users.update({ id }, { passwordHash: await kit().ports.hasher.hash(value) })

  /** Returns the users with breached passwords, as the tenant's administrators see them. */
  const listed = async (email: string): Promise<string[]> => {
    const { token } = await kit().signIn(email)
    const query = '_preset=breached-passwords&_offset=0&_limit=50&_includeSubTenants=false'
    const { body } = await kit().call('GET', `${users.listUsersV3.path}?${query}`, { token })
    const absent = `${query}&_maxInactiveSeconds=undefined&_sortBy=null&_email=null&_subTenantId=undefined`
    const same = await kit().call('GET', `${users.listUsersV3.path}?${absent}`, { token })
    assert.deepEqual(same.body, body)
    return body.items.map((user: { email: string }) => user.email)
  }

  it('flags a user in every account they joined, at the first sign-in with a listed password', async () => {
    await give('max', BREACHED)
    assert.deepEqual([await listed('ada@acme.test'), await listed('gia@globex.test')], [[], []])
    assert.equal((await kit().login('max@multi.test', BREACHED)).status, 200)
    assert.deepEqual(
      [await listed('ada@acme.test'), await listed('gia@globex.test')],
      [['max@multi.test'], ['max@multi.test']],
    )
  })

  it('shows an account nothing about a user who has not accepted its invitation', async () => {
    await kit().store.members.update({ id: 'globex-max' }, { activated: false })
    await give('max', BREACHED)
    await kit().login('max@multi.test', BREACHED)
    assert.deepEqual([await listed('ada@acme.test'), await listed('gia@globex.test')], [['max@multi.test'], []])
  })

  it('flags no one for a wrong password, or for a right one that is not listed', async () => {
    await kit().login('mel@acme.test', BREACHED)
    await kit().signIn('mel@acme.test')
    assert.deepEqual(await listed('ada@acme.test'), [])
  })

  it('clears the flag when the password is changed or reset, and refuses another listed one', async () => {
    for (const email of ['mel@acme.test', 'rea@acme.test']) await give(email.slice(0, 3), BREACHED)
    const { body } = await kit().login('mel@acme.test', BREACHED)
    await kit().login('rea@acme.test', BREACHED)
    assert.deepEqual(await listed('ada@acme.test'), ['mel@acme.test', 'rea@acme.test'])
    const change = (newPassword: string) =>
      kit().call('POST', password.changePassword.path, {
        token: body.accessToken,
        body: { password: BREACHED, newPassword },
      })
    assert.match((await change(BREACHED)).body.errors[0], /data breach/)
    assert.equal((await change(NEW_PASSWORD)).status, 200)
    assert.deepEqual(await listed('ada@acme.test'), ['rea@acme.test'])
    await kit().call('POST', password.forgotPassword.path, { body: { email: 'rea@acme.test' } })
    const { userId, token } = kit().lastLink()
    const reset = { userId, token, password: NEW_PASSWORD }
    assert.equal((await kit().call('POST', password.resetPassword.path, { body: reset })).status, 200)
    assert.deepEqual(await listed('ada@acme.test'), [])
  })

  it('refuses a password of the large list wherever one is set, and flags it where one is used', async () => {
    const { call, login, lastLink } = kit()
    const post = async (path: string, body: object, token?: string) => {
      const { status, body: reply } = await call('POST', path, { token, body })
      return [status, /data breach/.test(String(reply.errors?.[0]))]
    }
    const founder = { email: 'nia@new.test', companyName: 'Newco', name: 'Nia' }
    const signingUp = await post(signUp.signUp.path, { ...founder, password: RARELY_BREACHED })
    const { token } = await kit().signIn('ada@acme.test')
    const changing = await post(
      password.changePassword.path,
      { password: PASSWORD, newPassword: RARELY_BREACHED },
      token,
    )
    await call('POST', team.addUser.path, { token, body: { provider: 'local', email: 'noa@acme.test', name: 'Noa' } })
    const invited = lastLink()
    const activating = await post(activation.activateAccount.path, {
      userId: invited.userId,
      token: invited.token,
      password: RARELY_BREACHED,
    })
    await call('POST', password.forgotPassword.path, { body: { email: 'rea@acme.test' } })
    const forgotten = lastLink()
    const resetting = await post(password.resetPassword.path, {
      userId: forgotten.userId,
      token: forgotten.token,
      password: RARELY_BREACHED,
    })
    for (const refused of [signingUp, changing, activating, resetting]) assert.deepEqual(refused, [400, true])
    await give('mel', RARELY_BREACHED)
    assert.equal((await login('mel@acme.test', RARELY_BREACHED)).status, 200)
    assert.deepEqual(await listed('ada@acme.test'), ['mel@acme.test'])
  })

  it('flags no one whose password was replaced while the old one was being checked', async () => {
    await give('mel', BREACHED)
    const { store, ports } = kit()
    const before = await store.users.get('mel')
    assert.ok(before)
    await give('mel', NEW_PASSWORD)
    assert.equal(await isBreached(ports, before, BREACHED), true)
    assert.deepEqual(await listed('ada@acme.test'), [])
  })
}
