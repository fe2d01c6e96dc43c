import assert from 'node:assert/strict'
import { it } from 'node:test'
import { invitation } from '../../contract/invitation.ts'
import { password as passwordTable } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { activation } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { APP, type Kit } from './kit.test-kit.ts'

const NEW_PASSWORD = 'Brave-Otter-42'

export const describeInvitations = (kit: () => Kit): void => {
  const invite = async (body: object, from = 'ada@acme.test', headers?: Record<string, string>) =>
    kit().call('POST', team.addUser.path, {
      token: (await kit().signIn(from)).token,
      body: { provider: 'local', ...body },
      headers,
    })
  const activate = (userId: string, token: string, password?: string) =>
    kit().call('POST', activation.activateAccount.path, { body: { userId, token, password } })

  it('takes an invited user from the email to a password and into the tenant', async () => {
    const added = await invite({ email: 'Nia@Acme.Test', roleIds: ['reader'], name: 'Nia' })
    assert.deepEqual(
      [added.status, added.body.email, added.body.activatedForTenant, added.body.roleIds],
      [200, 'nia@acme.test', false, ['reader']],
    )
    const { url, userId, token } = kit().lastLink()
    assert.deepEqual([url.origin, url.pathname, userId], [APP, '/account/activate', added.body.id])
    const strategy = `${activation.getActivationStrategy.path}?userId=${userId}&token=${token}`
    for (let visit = 0; visit < 5; visit++) {
      assert.deepEqual((await kit().call('GET', strategy)).body, { shouldSetPassword: true })
      assert.equal((await kit().call('HEAD', strategy)).status, 200)
    }
    assert.equal((await activate(userId, token, 'short')).status, 400)
    const response = await activate(userId, token, NEW_PASSWORD)
    assert.deepEqual([response.status, response.body.tenantId, response.cookies.length], [200, 'acme', 2])
    assert.match((await activate(userId, token, NEW_PASSWORD)).body.errors[0], /has expired/)
    assert.equal((await kit().login('nia@acme.test', NEW_PASSWORD)).status, 200)
  })

  it('lets an existing user join a second tenant from the email', async () => {
    const added = await invite({ email: 'ada@acme.test', roleIds: ['member'] }, 'gia@globex.test')
    assert.deepEqual([added.status, added.body.activatedForTenant], [200, false])
    const { url, userId, token } = kit().lastLink()
    assert.equal(url.pathname, '/account/invitation/accept')
    assert.equal((await kit().login('ada@acme.test')).body.tenantId, 'acme')
    const accept = (body: object) => kit().call('POST', invitation.acceptInvitation.path, { body })
    assert.equal((await accept({ userId: 'gia', token })).status, 400)
    assert.equal((await accept({ userId, token })).status, 200)
    assert.equal((await accept({ userId, token })).status, 400)
    const me = await kit().call('GET', session.getMe.path, { token: (await kit().signIn('ada@acme.test')).token })
    assert.deepEqual(me.body.tenantIds.sort(), ['acme', 'globex'])
  })

  it('accepts only one of two simultaneous clicks', async () => {
    await invite({ email: 'nia@acme.test', roleIds: ['member'] })
    const { userId, token } = kit().lastLink()
    const both = await Promise.all([activate(userId, token, NEW_PASSWORD), activate(userId, token, 'Other-Horse-77')])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
  })

  it('returns an error when the user is a member already', async () => {
    const again = await invite({ email: 'mel@acme.test', roleIds: ['member'] })
    assert.deepEqual([again.status, again.body.errors], [409, ['This user is already a member of the account']])
    assert.equal(kit().mails.length, 0)
  })

  it('grants the default roles when none are specified', async () => {
    assert.deepEqual((await invite({ email: 'nia@acme.test', roleIds: [] })).body.roleIds, ['member'])
  })

  it('accepts only one plain email', async () => {
    const odd = [
      'a@b',
      'a b@acme.test',
      'a@acme.test,b@acme.test',
      'a@acme.test\r\nBcc: b@evil.test',
      '<a@acme.test>',
      '"a"@acme.test',
      'a@acme.test;b@x.test',
      'a@@acme.test',
      '@acme.test',
      'a@-acme.test',
      'a..b@acme.test',
      'a@acme..test',
      'a@[127.0.0.1]',
      'a@127.0.0.1',
      `${'a'.repeat(65)}@acme.test`,
      'ä@acme.test',
      'a@acme.test(b)',
    ]
    for (const email of odd) assert.equal((await invite({ email, roleIds: [] })).status, 400, email)
    assert.equal(kit().mails.length, 0)
  })

  it('uses the configured host in links of emails, whatever the request claims', async () => {
    const headers = { Host: 'evil.test', 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test' }
    await invite(
      { email: 'nia@acme.test', roleIds: [], name: '<b>Nia</b>\r\nBcc: x@evil.test' },
      'ada@acme.test',
      headers,
    )
    await kit().call('POST', passwordTable.forgotPassword.path, { headers, body: { email: 'mel@acme.test' } })
    assert.equal(kit().mails.length, 2)
    for (const mail of kit().mails) {
      assert.doesNotMatch(mail.text + mail.html, /https?:\/\/evil/)
      assert.match(mail.text, new RegExp(`${APP}/account/`))
      assert.doesNotMatch(mail.html, /<b>/)
      assert.doesNotMatch(mail.subject, /[\r\n]/)
    }
  })

  it('sends an invitation again, and the earlier link stops working', async () => {
    await invite({ email: 'nia@acme.test', roleIds: ['member'] })
    const first = kit().lastLink()
    const { token } = await kit().signIn('ada@acme.test')
    const again = await kit().call('POST', team.addUser.path, {
      token,
      body: { email: 'nia@acme.test', provider: 'local' },
    })
    assert.equal(again.status, 200)
    const path = fillPath(team.resendActivation.path, { userId: first.userId })
    assert.equal((await kit().call('POST', path, { token, body: {} })).status, 200)
    for (const { path } of [invitation.resendInvitationEmail, invitation.resendInvitationToAllTenants]) {
      assert.equal((await kit().call('POST', path, { body: { email: 'nia@acme.test' } })).status, 200)
    }
    assert.equal((await activate(first.userId, first.token, NEW_PASSWORD)).status, 400)
    const unknown = await kit().call('POST', invitation.resendInvitationEmail.path, {
      body: { email: 'unknown@acme.test' },
    })
    assert.equal(unknown.status, 200)
  })

  it('keeps the invitation link until it is deleted', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const path = team.createInviteLink.path
    const link = (method: string, body?: object) => kit().call(method, path, { token, body })
    assert.equal((await link('GET')).status, 404)
    const created = (await link('POST', { expiresInMinutes: 43_200, shouldSendEmail: true })).body
    assert.match(kit().mails.at(-1)?.text ?? '', /invitationToken=/)
    assert.equal((await link('GET')).body.token, created.token)
    const shorter = (await link('PATCH', { expiresInMinutes: 5, shouldSendEmail: false })).body
    const validity = Date.parse(shorter.expires) - kit().time.now
    assert.deepEqual([shorter.shouldSendEmail, validity, shorter.token], [false, 5 * 60_000, created.token])
    const mailed = kit().mails.length
    assert.equal((await link('PATCH', { shouldSendEmail: true })).body.shouldSendEmail, true)
    await link('PATCH', { expiresInMinutes: 43_200 })
    assert.equal(kit().mails.length, mailed + 1)
    await link('PATCH', { shouldSendEmail: true })
    assert.equal(kit().mails.length, mailed + 2, 'each request to email the link sends it')
    assert.equal((await link('POST', { expiresInMinutes: -5 })).status, 400)
    await link('DELETE')
    const verify = await kit().call('POST', invitation.verifyInviteToken.path, {
      body: { token: created.token },
    })
    assert.deepEqual(verify.body.errors, ["We couldn't verify your invitation"])
    const config = await kit().call('GET', team.getInviteLinkConfig.path, { token })
    assert.equal(config.body.tenantInvitationsAllowed, true)
    assert.equal(config.body.hasInviteLink, false)
    await link('POST', { expiresInMinutes: 43_200, shouldSendEmail: false })
    const withLink = await kit().call('GET', team.getInviteLinkConfig.path, { token })
    assert.equal(withLink.body.hasInviteLink, true)
  })
}
