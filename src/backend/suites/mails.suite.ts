import assert from 'node:assert/strict'
import { it } from 'node:test'
import { login } from '../../contract/login.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { signUp } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { createBackend } from '../backend.ts'
import { API, type Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

const MINUTE_MS = 60_000

export const describeMails = (kit: () => Kit): void => {
  it('link to the application that is configured, by its routes and its strategy', async () => {
    const app = { urlStrategy: 'hash', basename: 'portal', routes: { resetPasswordUrl: '/new-password' } } as const
    const backend = createBackend({ ...kit().ports, config: { ...kit().config, app } })
    const body = JSON.stringify({ email: 'mel@acme.test' })
    const headers = { 'Content-Type': 'application/json', Host: 'evil.test', Origin: 'https://evil.test' }
    await backend(new Request(API + password.forgotPassword.path, { method: 'POST', headers, body }))
    const href = kit().mails[0]?.text.match(/https?:\S+/)?.[0] ?? ''
    assert.match(href, /^http:\/\/localhost:3000\/portal\/#\/new-password\?userId=mel&token=[\w-]+$/)
  })

  it('show a name of at most 60 characters, without links, to the owner of an email that was signed up', async () => {
    const name = `Your prize waits at https://evil.test/claim or evil.test, ${'hurry '.repeat(20)}`
    const newcomer = { email: 'victim@new.test', password: 'Brave-Otter-42', name, companyName: 'www.evil.test/x' }
    assert.equal((await kit().call('POST', signUp.signUp.path, { body: newcomer })).status, 200)
    const { text = '', html = '', subject = '' } = kit().mails[0] ?? {}
    for (const part of [text, html, subject]) assert.doesNotMatch(part, /evil\.test/)
    assert.ok((text.split('\n')[0] ?? '').length <= 'Hi ,'.length + 60, text)
  })

  it('mark those that a user waits for, and state when codes and links expire', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const email = 'mel@acme.test'
    const expectLast = (isAwaited: boolean, minutes: number) => {
      const { isAwaited: isMarked = false, expiresAt = Number.NaN } = kit().mails.at(-1) ?? {}
      assert.deepEqual([isMarked, (expiresAt - kit().time.now) / MINUTE_MS], [isAwaited, minutes])
    }
    await kit().call('POST', password.forgotPassword.path, { body: { email } })
    expectLast(true, 60)
    for (const [authStrategy, type, minutes] of [
      ['Code', 'code', 10],
      ['MagicLink', 'magiclink', 15],
    ] as const) {
      await setPolicy(kit(), 'public-policy', { authStrategy })
      await kit().call('POST', fillPath(login.passwordlessPreLogin.path, { type }), { body: { email } })
      expectLast(true, minutes)
    }
    await kit().call('POST', team.addUser.path, {
      token,
      body: { provider: 'local', email: 'nia@new.test', roleIds: ['member'] },
    })
    expectLast(false, 7 * 24 * 60)
    await kit().call('POST', signUp.signUp.path, {
      body: { email: 'zoe@new.test', password: 'Brave-Otter-42', name: 'Zoe', companyName: 'New' },
    })
    expectLast(true, 7 * 24 * 60)
  })
}
