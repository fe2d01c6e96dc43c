import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { invitation } from '../../contract/invitation.ts'
import { login } from '../../contract/login.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { REFUSED_EMAILS } from '../../rules/testing/refused-emails.test-kit.ts'
import { createMemoryStore } from '../store/memory.ts'
import { APP, type Kit, openKit } from '../suites/kit.test-kit.ts'
import { setPolicy } from '../suites/mfa.test-kit.ts'
import { report } from './report.test-kit.ts'

const NEW_PASSWORD = 'Brave-Otter-42'
const VISITS = 10
const FORGED = { Host: 'evil.test', 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test' }
const FORMS = [
  ...REFUSED_EMAILS,
  'ada@acme.test\tx',
  'ada@acme.test|bob@evil.test',
  'ada@acme.test%00',
  'ada@acme.test ,',
]
const LINK = fillPath(login.passwordlessPostLogin.path, { type: 'magiclink' })

type Headers = Record<string, string>

/** The parameters of a mailed link. */
interface Ids {
  userId: string
  token: string
}

describe('Email links', () => {
  let kit: Kit
  before(async () => {
    kit = await openKit(async () => createMemoryStore())
  })
  beforeEach(() => kit.reset())
  after(() => kit.close())

  const invite = async (email: string, by = 'ada@acme.test', headers?: Headers) => {
    const { token } = await kit.signIn(by)
    return kit.call('POST', team.addUser.path, {
      token,
      headers,
      body: { provider: 'local', email, roleIds: ['member'] },
    })
  }
  const post = (path: string, body: object, headers?: Headers) => kit.call('POST', path, { body, headers })
  const requestMagicLink = async (email: string, headers?: Headers) => {
    await setPolicy(kit, 'public-policy', { authStrategy: 'MagicLink', allowSignups: true })
    return post(fillPath(login.passwordlessPreLogin.path, { type: 'magiclink' }), { email }, headers)
  }
  const join = (email: string, headers?: Headers) =>
    post(signUp.signUp.path, { email, password: NEW_PASSWORD, name: 'Nia', companyName: 'Nia & Co' }, headers)

  /**
   * Kinds of emails, each with the user who requests it, the call that its page makes when the button is pressed, and
   * the URL that a scanner opens.
   */
  const KINDS = {
    activation: {
      ask: (headers?: Headers) => invite('nia@acme.test', 'ada@acme.test', headers),
      visited: activation.getActivationStrategy.path,
      press: (ids: Ids) => post(activation.activateAccount.path, { ...ids, password: NEW_PASSWORD }),
    },
    'sign-up': {
      ask: (headers?: Headers) => join('zoe@new.test', headers),
      visited: activation.getActivationStrategy.path,
      press: (ids: Ids) => post(activation.activateAccount.path, { ...ids, password: NEW_PASSWORD }),
    },
    invitation: {
      ask: (headers?: Headers) => invite('ada@acme.test', 'gia@globex.test', headers),
      visited: invitation.acceptInvitation.path,
      press: (ids: Ids) => post(invitation.acceptInvitation.path, ids),
    },
    'forgotten password': {
      ask: (headers?: Headers) => post(password.forgotPassword.path, { email: 'mel@acme.test' }, headers),
      visited: password.resetPassword.path,
      press: (ids: Ids) => post(password.resetPassword.path, { ...ids, password: NEW_PASSWORD }),
    },
    'magic link': {
      ask: (headers?: Headers) => requestMagicLink('mel@acme.test', headers),
      visited: LINK,
      press: ({ token }: Ids) => post(LINK, { token }),
    },
  } as const

  it('60 invalid email formats cause no email, text message, user or change', async () => {
    assert.ok(FORMS.length >= 60, `${FORMS.length} forms`)
    // A ticket without a user is created for unknown emails, which must cost the same time as known ones.
    const counted = async () => ({
      users: (await kit.store.users.list({})).length,
      tickets: (await kit.store.tickets.list({})).filter(({ userId }) => userId !== null).length,
    })
    await setPolicy(kit, 'public-policy', { authStrategy: 'MagicLink', allowSignups: true })
    const before = await counted()
    const { token } = await kit.signIn('ada@acme.test')
    for (const email of FORMS) {
      for (const [path, body] of [
        [team.addUser.path, { provider: 'local', email, roleIds: ['member'] }],
        [signUp.signUp.path, { email, password: NEW_PASSWORD, name: 'Nia', companyName: 'Nia & Co' }],
        [password.forgotPassword.path, { email }],
        [activation.resendActivationEmail.path, { email }],
        [invitation.resendInvitationEmail.path, { email }],
        [fillPath(login.passwordlessPreLogin.path, { type: 'magiclink' }), { email }],
      ] as const) {
        await kit.store.attempts.delete({})
        await kit.call('POST', path, { token, body })
        assert.deepEqual([kit.mails.length, kit.texts.length], [0, 0], `${path} ${JSON.stringify(email)}`)
      }
    }
    assert.deepEqual(await counted(), before)
  })

  for (const [name, { ask, visited, press }] of Object.entries(KINDS)) {
    it(`${name}: a forged host leads nowhere, ${VISITS} visits use nothing, a press works once`, async () => {
      await ask(FORGED)
      assert.equal(kit.mails.length, 1)
      const [mail] = kit.mails
      assert.doesNotMatch(`${mail?.subject}${mail?.text}${mail?.html}`, /evil/)
      const { url, userId, token } = kit.lastLink()
      assert.equal(url.origin, APP)
      for (let visit = 0; visit < VISITS; visit += 1)
        for (const method of ['GET', 'HEAD'])
          assert.equal((await kit.page(method, visited + url.search)).cookies.length, 0)
      assert.equal((await press({ userId, token })).status, 200)
      const second = await press({ userId, token })
      assert.equal(second.status, 400)
      assert.match(second.body.errors[0], /has expired/)
    })
  }

  after(() =>
    report({
      row: 44,
      wanted:
        '60 address forms, forged hosts: 0 effects; 10 GET and HEAD visits, then one press works, the second says why not',
      reached: `${FORMS.length} forms x 6 calls: 0 effects; ${Object.keys(KINDS).length} kinds of links x ${2 * VISITS} visits`,
      ok: true,
    }),
  )
})
