import assert from 'node:assert/strict'
import { it } from 'node:test'
import { password } from '../../contract/password.ts'
import { signUp } from '../../contract/sign-up.ts'
import { createBackend } from '../backend.ts'
import { API, type Kit } from './kit.test-kit.ts'

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
}
