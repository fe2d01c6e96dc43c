import assert from 'node:assert/strict'
import { it } from 'node:test'
import { selfService } from '../../contract/me.ts'
import { fillPath } from '../../contract/path.ts'
import { identityOf } from '../adapters/oidc-claims.ts'
import { finishSocialLink } from '../domain/self-service/social-accounts.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { withoutRows } from './refused-rows.test-kit.ts'
import { arriveBySocial } from './social.test-kit.ts'

const STATE = 'state-of-the-sign-in'
const GOOGLE = { type: 'google', active: true, clientId: 'client', clientSecret: 'secret' }
const TARGET = { key: 'social:google', label: 'Google', scope: '', prompt: undefined, hasNonce: true } as const

/** Texts that careless providers take for an email of their own, and verify by an email to another mailbox. */
const AMBIGUOUS = [
  'mailto:ada%40acme.test?@evil.test',
  'smtp:ada@acme.test?@evil.test',
  'mailto:ada@acme.test?cc=@evil.test',
  'mailto:%61da@acme.test',
]

export const describeSocialAccounts = (kit: () => Kit): void => {
  const offerGoogle = () =>
    setPolicy(kit(), 'social-providers', { providers: [{ ...GOOGLE, customised: false, additionalScopes: [] }] })
  const begin = (token: string) =>
    kit().call('POST', selfService.startSocialLink.path, { token, body: { provider: 'google', state: STATE } })
  const arrive = (cookie: string, { state = STATE, subject = 'mel-at-google', key = 'social:google' } = {}) => {
    const identity = { subject, email: 'private@mail.test', emailVerified: true, name: undefined, groups: [] }
    const value = cookie.split('=').slice(1).join('=')
    const caller = {
      ipAddress: undefined,
      userAgent: '',
      origin: undefined,
      header: () => undefined,
      cookies: () => (value ? [value] : []),
    }
    const target = { ...TARGET, key, provider: { clientId: 'client', clientSecret: 'secret' } }
    return finishSocialLink({ ports: kit().ports, caller }, { target, identity, state })
  }
  const beginAs = async (email: string, state: string) => {
    const { token, cookie } = await kit().signIn(email)
    const body = { provider: 'google', state }
    assert.equal((await kit().call('POST', selfService.startSocialLink.path, { token, body })).status, 200)
    return (subject: string) => arrive(cookie, { state, subject })
  }
  const listed = async (token: string) =>
    (await kit().call('GET', selfService.getSelfService.path, { token })).body.socialAccounts
  const unlink = (token: string, id: string) =>
    kit().call('DELETE', fillPath(selfService.unlinkSocialAccount.path, { id }), { token })

  it('links an account with another email to the user who started it, and unlinks it', async () => {
    await offerGoogle()
    const mel = await kit().signIn('mel@acme.test')
    assert.equal((await begin(mel.token)).status, 200)
    assert.equal((await arrive(mel.cookie))?.user.id, 'mel')
    const [account] = await listed(mel.token)
    assert.deepEqual([account.label, account.email], ['Google', 'private@mail.test'])
    assert.equal((await unlink(mel.token, account.id)).status, 200)
    assert.deepEqual(await listed(mel.token), [])
  })

  it('links an account only together with the audit row', async () => {
    await offerGoogle()
    const mel = await kit().signIn('mel@acme.test')
    await begin(mel.token)
    await assert.rejects(withoutRows(kit(), () => arrive(mel.cookie)))
    assert.deepEqual(await listed(mel.token), [])
  })

  it('creates a user who signs up with a provider only together with the audit row', async () => {
    const email = 'zoe@social.test'
    const { store } = kit()
    await assert.rejects(
      withoutRows(kit(), () => arriveBySocial(kit(), { email })),
      /audit log is away/,
    )
    assert.equal(await store.users.find({ email }), undefined)
    const { user } = await arriveBySocial(kit(), { email })
    assert.deepEqual([user.verified, user.provider], [true, 'google'])
    const [row, ...others] = await store.audits.list({ action: 'User signed up' })
    assert.deepEqual([row?.userId, row?.email, row?.tenantId, others.length], [user.id, email, user.tenantId, 0])
    const member = await store.members.find({ userId: user.id })
    assert.deepEqual([member?.verified, member?.provider], [true, 'google'])
  })

  it('signs no user in with a text that could be the email of another mailbox', async () => {
    for (const [at, email] of AMBIGUOUS.entries()) {
      const identity = identityOf({ sub: `eve-${at}`, email, email_verified: true })
      assert.ok(identity)
      await assert.rejects(arriveBySocial(kit(), identity), /didn’t share your email/, email)
    }
    assert.equal(await kit().store.identities.count({}), 0)
    const own = identityOf({ sub: 'ada', email: '\u200b Ada@ACME.test\u00a0', email_verified: true })
    assert.ok(own)
    assert.equal((await arriveBySocial(kit(), own)).user.id, 'ada')
  })

  it('doesn’t affect a sign-in that links nothing, and links only once', async () => {
    await offerGoogle()
    const mel = await kit().signIn('mel@acme.test')
    assert.equal(await arrive(mel.cookie), undefined)
    await begin(mel.token)
    await arrive(mel.cookie)
    assert.equal(await arrive(mel.cookie, { subject: 'another' }), undefined)
  })

  it('refuses a link in another session, by another provider, and of another user’s account', async () => {
    await offerGoogle()
    const mel = await kit().signIn('mel@acme.test')
    const tom = await kit().signIn('tom@acme.test')
    await begin(mel.token)
    await assert.rejects(arrive(tom.cookie), /another session/)
    await assert.rejects(arrive(''), /another session/)
    await assert.rejects(arrive(mel.cookie, { key: 'social:github' }), /another session/)
    const at = { createdAt: 0, lastUsedAt: 0 }
    const identity = { provider: 'social:google', subject: 'mel-at-google', email: 'tom@mail.test', ...at }
    await kit().store.identities.insert({ id: 'tom-google', userId: 'tom', ...identity })
    await assert.rejects(arrive(mel.cookie), /already linked to another user/)
    assert.equal(await kit().store.identities.count({ userId: 'mel' }), 0)
  })

  it('links an account to one of two users who link it at the same moment, and refuses the other', async () => {
    await offerGoogle()
    for (const subject of ['first', 'second', 'third', 'fourth', 'fifth']) {
      const arrivals = [
        await beginAs('mel@acme.test', `${subject}-mel`),
        await beginAs('tom@acme.test', `${subject}-tom`),
      ]
      const outcomes = await Promise.allSettled(arrivals.map((arriveWith) => arriveWith(subject)))
      const linked = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value?.user.id] : []))
      const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.errors)] : []))
      assert.deepEqual([linked.length, refused.length], [1, 1], subject)
      assert.match(refused[0] ?? '', /already linked to another user/)
      const kept = await kit().store.identities.find({ provider: 'social:google', subject })
      assert.equal(kept?.userId, linked[0], 'the refused user has nothing')
      await kit().store.attempts.delete({})
    }
  })

  it('never unlinks the last sign-in method, nor an account of another user', async () => {
    await offerGoogle()
    const mel = await kit().signIn('mel@acme.test')
    await begin(mel.token)
    await arrive(mel.cookie)
    const [account] = await listed(mel.token)
    const tom = await kit().signIn('tom@acme.test')
    assert.equal((await unlink(tom.token, account.id)).status, 404)
    await setPolicy(kit(), 'auth-strategies', { isActive: true, mainAuthStrategies: [], secondaryAuthStrategies: [] })
    await kit().store.users.update({ id: 'mel' }, { passwordHash: null })
    assert.equal((await unlink(mel.token, account.id)).status, 409)
    assert.equal((await listed(mel.token)).length, 1)
  })
}
