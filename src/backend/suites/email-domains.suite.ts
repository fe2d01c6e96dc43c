import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { domainRestrictions, emailDomains } from '../../contract/restrictions.ts'
import { lockoutGuard } from '../../contract/security.ts'
import { session } from '../../contract/session.ts'
import { activation } from '../../contract/sign-up.ts'
import { inviteChecks, team } from '../../contract/users.ts'
import { domainOf, normalizeEmail } from '../../rules/email.ts'
import { lettersOf, SCRIPT_NAMES } from '../../rules/scripts.test-kit.ts'
import { createRandom } from '../../testing/random.ts'
import { report } from '../prove/report.test-kit.ts'
import { DOMAIN_CASES, type DomainCases } from './email-domain-cases.test-kit.ts'
import { JOIN_PATHS, type JoinContext } from './join-paths.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml } from './saml-forgeries.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const REFUSAL = "This email domain isn't accepted here. Use a different email."
const LIST = domainRestrictions.listDomains.path
const CONFIG = domainRestrictions.getDomainConfig.path
const BULK = emailDomains.createDomains.path
const VERIFY = emailDomains.verifyEmail.path

export const describeEmailDomains = (kit: () => Kit): void => {
  let idp: Credentials
  before(async () => {
    idp = await providerKeys()
  })

  const asAda = async () => (await kit().signIn('ada@acme.test')).token
  const post = async (path: string, body: object, token?: string) =>
    kit().call('POST', path, { token: token ?? (await asAda()), body })
  const get = async (path: string, token?: string) => kit().call('GET', path, { token: token ?? (await asAda()) })
  const restrict = async (body: object) => assert.equal((await post(CONFIG, body)).status, 200)

  const apply = async ({ config, rules }: DomainCases, token: string) => {
    const { listType, ...rest } = config
    for (const [type, domain] of rules) {
      assert.equal((await post(LIST, { domain, type }, token)).status, 200, domain)
    }
    assert.deepEqual((await post(CONFIG, { ...rest, type: listType }, token)).body, config)
  }

  const openContext = async (token: string): Promise<JoinContext> => {
    await connectSaml(kit(), idp, { skipEmailDomainValidation: true, allowIdpInitiated: true })
    const made = await post(team.createInviteLink.path, { expiresInMinutes: 1_000 }, token)
    return { kit: kit(), token, link: made.body.token, idp }
  }

  it('stores domains of other scripts in ASCII, and shows them as they are written in emails and in the audit log', async () => {
    const token = await asAda()
    const added = await post(team.addUser.path, { provider: 'local', email: 'Info@Bücher.example', name: 'Nia' }, token)
    assert.deepEqual([added.status, added.body.email], [200, 'info@xn--bcher-kva.example'])
    const { userId, token: link } = kit().lastLink()
    assert.equal((await post(activation.activateAccount.path, { userId, token: link, password: PASSWORD })).status, 200)
    await post(LIST, { domain: 'bücher.example', type: 'ALLOW' }, token)
    const described = (await kit().store.audits.list({ tenantId: 'acme' })).map(({ description }) => description)
    assert.ok(described.includes('Invited info@bücher.example'), described.join('\n'))
    assert.ok(described.includes('Added bücher.example to the allow list'))
    assert.doesNotMatch(described.join('\n'), /xn--/)
    await post(password.forgotPassword.path, { email: 'info@bücher.example' })
    const mail = kit().mails.at(-1)
    assert.equal(mail?.to, 'info@xn--bcher-kva.example')
    for (const part of [mail.text, mail.html]) {
      assert.match(part, /info@bücher\.example/)
      assert.doesNotMatch(part, /xn--/)
    }
  })

  const isMember = async (email: string) =>
    (await kit().store.members.count({ tenantId: 'acme', email: normalizeEmail(email) ?? '' })) > 0

  /** Removes all traces of the user. */
  const forget = async (email: string) => {
    await kit().store.members.delete({ email: normalizeEmail(email) ?? '' })
    await kit().store.users.delete({ email: normalizeEmail(email) ?? '' })
    await kit().store.identities.delete({})
    await kit().store.attempts.delete({})
  }

  /** Returns the problem with this email for this way in, if there is one. */
  const problemAt = async (
    context: JoinContext,
    way: string,
    { email, wanted }: { email: string; wanted: boolean },
  ) => {
    const errors = (await JOIN_PATHS[way]?.(context, email)) ?? []
    const accepted = await isMember(email)
    const known = normalizeEmail(email)
    const isStranger = (await kit().store.members.count({ email: known ?? '' })) === 0
    const left = isStranger ? await kit().store.users.count({ email: known ?? '' }) : 0
    await forget(email)
    if (accepted !== wanted) return `${JSON.stringify(email)} by ${way}: ${accepted ? 'accepted' : errors.join()}`
    if (left > 0) return `${email} by ${way} left a user behind`
    const isTold = wanted || known === undefined || errors.join() === REFUSAL
    return isTold ? undefined : `${email} by ${way} says ${errors.join()}`
  }

  it('applies the same rules to an email at every way into the account', async () => {
    const wrong: string[] = []
    let tried = 0
    let emailCount = 0
    for (const cases of DOMAIN_CASES) {
      await kit().reset()
      const token = await asAda()
      await apply(cases, token)
      const context = await openContext(token)
      const emails = [
        ...kit()
          .sample(cases.accepted, 5)
          .map((email) => ({ email, wanted: true })),
        ...kit()
          .sample(cases.refused, 5)
          .map((email) => ({ email, wanted: false })),
      ]
      emailCount += emails.length
      for (const each of emails) {
        for (const way of Object.keys(JOIN_PATHS)) {
          tried += 1
          const problem = await problemAt(context, way, each)
          if (problem) wrong.push(`${cases.name}: ${problem}`)
        }
      }
    }
    assert.deepEqual(wrong, [])
    const all = DOMAIN_CASES.flatMap(({ accepted, refused }) => [...accepted, ...refused])
    assert.ok(all.length >= 60, `${all.length} emails`)
    report({
      row: 56,
      wanted: `0 wrong: ${emailCount} emails with look-alikes at sign-up, invitation, bulk add, social, single sign-on and by link`,
      reached: `${wrong.length} of ${tried} wrong, ${emailCount} emails at ${Object.keys(JOIN_PATHS).length} ways in`,
      ok: wrong.length === 0,
    })
  })

  it('accepts emails of twelve scripts at every way in, each in one form', async () => {
    await kit().reset()
    const token = await asAda()
    await restrict({ active: false, type: 'ALLOW' })
    const context = await openContext(token)
    const wrong: string[] = []
    for (const [at, script] of kit().sample([...SCRIPT_NAMES.entries()], 3)) {
      const email = `\u2060Ann${at}@${lettersOf(createRandom(at), script)}.example\u00a0`
      for (const way of Object.keys(JOIN_PATHS)) {
        const problem = await problemAt(context, way, { email, wanted: true })
        if (problem) wrong.push(problem)
      }
    }
    assert.deepEqual(wrong, [])
  })

  it('checks a list of invitations and a single email by the same rules', async () => {
    for (const cases of DOMAIN_CASES) {
      await kit().reset()
      const token = await asAda()
      await apply(cases, token)
      const emails = [...cases.accepted, ...cases.refused].filter((email) => normalizeEmail(email) !== undefined)
      const users = emails.map((email) => ({ email, roleIds: [] }))
      const checked = await post(inviteChecks.checkInvites.path, { users }, token)
      const refused = emails.flatMap((email, index) =>
        cases.refused.includes(email) ? { index, reason: 'domain' } : [],
      )
      assert.deepEqual(checked.body.problems, refused, cases.name)
      for (const email of kit().sample(emails, 5)) {
        const { body } = await post(VERIFY, { email }, token)
        assert.deepEqual(
          [body.accepted, body.domain],
          [cases.accepted.includes(email), domainOf(normalizeEmail(email) ?? '')],
          email,
        )
      }
    }
  })

  it('leaves members and pending invitations as they are', async () => {
    const token = await asAda()
    await post(team.addUser.path, { email: 'nia@late.example', roleIds: ['member'], provider: 'local' }, token)
    const link = kit().lastLink()
    await restrict({ active: true, type: 'BLOCK', blockPublicDomains: true })
    for (const domain of ['acme.test', 'late.example', 'multi.test']) await post(LIST, { domain, type: 'BLOCK' }, token)
    const mel = await kit().signIn('mel@acme.test')
    const change = { kind: 'domains', value: { active: true, type: 'ALLOW' } }
    const effect = (await post(lockoutGuard.checkPolicyChange.path, change, token)).body
    const counts = [effect.now, effect.nextSignIn, effect.signedOut, effect.caller, effect.isRefused]
    assert.deepEqual(counts, [0, 0, 0, 'none', false])
    await restrict({ active: true, type: 'ALLOW' })
    assert.equal((await get(session.getMe.path, mel.token)).status, 200)
    assert.equal((await kit().login('mel@acme.test')).status, 200)
    assert.equal((await kit().refresh(mel.cookie)).status, 200)
    const body = { userId: link.userId, token: link.token, password: 'Brave-Otter-42' }
    const activated = await kit().call('POST', activation.activateAccount.path, { body })
    assert.equal(activated.status, 200)
    await connectSaml(kit(), idp, { skipEmailDomainValidation: true, allowIdpInitiated: true })
    const made = await post(team.createInviteLink.path, { expiresInMinutes: 1_000 }, token)
    const sso = await JOIN_PATHS['single sign-on']?.({ kit: kit(), token, link: made.body.token, idp }, 'mel@acme.test')
    assert.deepEqual(sso, [])
  })

  it('keeps the lists and settings of each account apart', async () => {
    await restrict({ active: true, type: 'BLOCK' })
    const { body } = await post(LIST, { domain: 'evil.example', type: 'BLOCK' })
    const gia = (await kit().signIn('gia@globex.test')).token
    assert.deepEqual((await get(LIST, gia)).body, { items: [] })
    assert.deepEqual((await get(CONFIG, gia)).body, { active: false, listType: 'ALLOW', blockPublicDomains: false })
    const path = fillPath(domainRestrictions.deleteDomain.path, { id: body.id })
    assert.equal((await kit().call('DELETE', path, { token: gia })).status, 404)
    assert.deepEqual((await get(LIST)).body.items, [{ id: body.id, domain: 'evil.example', type: 'BLOCK' }])
    assert.equal((await kit().call('DELETE', path, { token: await asAda() })).status, 200)
    assert.equal((await kit().call('DELETE', path, { token: await asAda() })).status, 404)
    assert.deepEqual((await get(LIST)).body, { items: [] })
  })

  it('keeps settings that a change doesn’t contain', async () => {
    await restrict({ active: true, type: 'BLOCK', blockPublicDomains: true })
    await restrict({ active: false })
    assert.deepEqual((await get(CONFIG)).body, { active: false, listType: 'BLOCK', blockPublicDomains: true })
  })

  it('reports what is wrong with a domain, a list or a setting', async () => {
    const token = await asAda()
    const cases: readonly (readonly [path: string, body: object, status: number, error: RegExp])[] = [
      [LIST, { domain: 'acme', type: 'ALLOW' }, 400, /Enter a valid domain/],
      [LIST, { domain: '*.acme.test', type: 'ALLOW' }, 400, /without “\*\.”/],
      [LIST, { domain: 'ada@acme.test', type: 'ALLOW' }, 400, /Enter a valid domain/],
      [LIST, { domain: 'x'.repeat(2_000), type: 'ALLOW' }, 400, /domain is too long/],
      [LIST, { domain: 'acme.test', type: 'allow' }, 400, /type/],
      [LIST, { domain: 'acme.test' }, 400, /type/],
      [CONFIG, { active: 'yes' }, 400, /active/],
      [CONFIG, { active: true, blockPublicDomains: 1 }, 400, /blockPublicDomains/],
      [CONFIG, { active: true, type: 'NONE' }, 400, /type/],
      [BULK, { domains: 'acme.test', type: 'ALLOW' }, 400, /domains/],
      [BULK, { domains: Array(10_001).fill('a.test'), type: 'ALLOW' }, 400, /at most 10000/],
      [VERIFY, { email: 'acme.test' }, 400, /valid email address/],
      [VERIFY, { email: '@acme.test' }, 400, /valid email address/],
    ]
    for (const [path, body, status, error] of cases) {
      const refused = await post(path, body, token)
      assert.equal(refused.status, status, JSON.stringify(body).slice(0, 80))
      assert.match(refused.body.errors.join(), error)
    }
    assert.equal((await post(LIST, { domain: 'acme.test', type: 'ALLOW' }, token)).status, 200)
    const again = await post(LIST, { domain: 'ACME.test.', type: 'ALLOW' }, token)
    assert.deepEqual([again.status, again.body.errors], [409, ['This domain is already on the list']])
    assert.equal((await post(LIST, { domain: 'acme.test', type: 'BLOCK' }, token)).status, 200)
  })

  it('checks the emails that a user can have, and no others', async () => {
    const token = await asAda()
    const emails = [
      'ada@acme.test.',
      'ada@☃.net',
      'ada@i❤.ws',
      'ada@xn--a.test',
      'ada@Bücher.example',
      'zoe＠acme.test',
    ]
    for (const email of emails) {
      const status = normalizeEmail(email) ? 200 : 400
      const member = { email, roleIds: ['member'], provider: 'local' }
      assert.equal((await post(VERIFY, { email }, token)).status, status, email)
      assert.equal((await post(team.addUser.path, member, token)).status, status, email)
    }
  })

  it('allows suffixes below which anyone can register a domain only after a confirmation, where a list can be confirmed', async () => {
    const token = await asAda()
    for (const suffix of ['co.uk', 'COM.au', '@or.jp', ' gov.in.']) {
      const domain = suffix
        .trim()
        .replace(/^@|\.$/g, '')
        .toLowerCase()
      const pasted = { domains: ['acme.test', suffix], type: 'ALLOW' }
      const refused = await post(BULK, pasted, token)
      assert.equal(refused.status, 400)
      assert.ok(refused.body.errors.join().includes(`ends in ${domain}. Send confirmed`), refused.body.errors.join())
      assert.equal((await post(BULK, { ...pasted, confirmed: false }, token)).status, 400)
      assert.equal((await post(BULK, { ...pasted, confirmed: 'yes' }, token)).status, 400)
      assert.deepEqual((await get(LIST, token)).body.items, [], 'nothing of a refused list is added')
      assert.equal((await post(BULK, { domains: [suffix], type: 'BLOCK' }, token)).body.lines[0].status, 'created')
      const allowed = await post(BULK, { domains: [suffix], type: 'ALLOW', confirmed: true }, token)
      assert.equal(allowed.body.lines[0].status, 'created')
      assert.equal(allowed.body.lines[0].restriction.domain, domain)
      await kit().store.domainRules.delete({ tenantId: 'acme' })
      // The wire's call has no field for a confirmation.
      const single = await post(LIST, { domain: suffix, type: 'ALLOW' }, token)
      assert.deepEqual([single.status, single.body.domain], [200, domain])
      await kit().store.domainRules.delete({ tenantId: 'acme' })
    }
  })

  it('reports the result for every pasted line', async () => {
    const token = await asAda()
    await post(LIST, { domain: 'known.test', type: 'BLOCK' }, token)
    const domains = ['new.test', 'NEW.test', 'known.test', 'no domain', '', 'bücher.example']
    const { body } = await post(BULK, { domains, type: 'BLOCK' }, token)
    const seen = body.lines.map((line: { status: string; restriction?: { domain: string } }) => [
      line.status,
      line.restriction?.domain,
    ])
    assert.deepEqual(seen, [
      ['created', 'new.test'],
      ['exists', 'new.test'],
      ['exists', 'known.test'],
      ['invalid', undefined],
      ['invalid', undefined],
      ['created', 'xn--bcher-kva.example'],
    ])
    assert.equal((await get(LIST, token)).body.items.length, 3)
  })

  it('keeps each domain once when callers add the same list at once', async () => {
    const token = await asAda()
    const domains = Array.from({ length: 50 }, (_, at) => `d${at}.test`)
    const all = await Promise.all(Array.from({ length: 3 }, () => post(BULK, { domains, type: 'ALLOW' }, token)))
    assert.deepEqual(
      all.map(({ status }) => status),
      [200, 200, 200],
    )
    const created = all.flatMap(({ body }) => body.lines).filter(({ status }) => status === 'created')
    assert.deepEqual([created.length, (await get(LIST, token)).body.items.length], [50, 50])
  })

  it('logs every change with the previous and the new value', async () => {
    const token = await asAda()
    const { body } = await post(LIST, { domain: 'acme.test', type: 'ALLOW' }, token)
    await post(BULK, { domains: ['b.test'], type: 'ALLOW' }, token)
    await post(BULK, { domains: ['b.test', 'not one'], type: 'ALLOW' }, token)
    await post(CONFIG, { active: true }, token)
    await kit().call('DELETE', fillPath(domainRestrictions.deleteDomain.path, { id: body.id }), { token })
    const rows = await kit().store.audits.list({ tenantId: 'acme', resource: 'Policies' })
    const logged = rows.map(({ action, email, detail }) => [action, email, JSON.parse(detail)])
    const off = { active: false, listType: 'ALLOW', blockPublicDomains: false }
    const rule = { id: body.id, domain: 'acme.test', type: 'ALLOW' }
    const wanted = [
      ['Email domain rule created', 'ada@acme.test', { before: null, after: rule }],
      ['Email domain rule deleted', 'ada@acme.test', { before: rule, after: null }],
      ['Email domain restrictions changed', 'ada@acme.test', { before: off, after: { ...off, active: true } }],
      [
        'Email domain rules created',
        'ada@acme.test',
        { before: null, after: { type: 'ALLOW', count: 1, domains: ['b.test'] } },
      ],
    ]
    const sorted = (list: unknown[]) => list.map((each) => JSON.stringify(each)).sort()
    assert.deepEqual(sorted(logged), sorted(wanted))
  })
}
