import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decodeJwt } from 'jose'
import { login } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { REPEATED_CODE_TRIES } from '../domain/base/limits/limits.ts'
import { setLoginPhone } from '../domain/identity/credentials/login-phone.ts'
import { APP, type Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

/** The network from which the owner of the account signs in. */
const OWN_NETWORK = '198.51.100.7'

type Type = 'code' | 'magiclink' | 'smscode'

export const describePasswordless = (kit: () => Kit): void => {
  const offer = (authStrategy: string) => setPolicy(kit(), 'public-policy', { authStrategy })
  const ask = (type: Type, body: object, address?: string) =>
    kit().call('POST', fillPath(login.passwordlessPreLogin.path, { type }), { body, address })
  const enter = (type: Type, code: string, cookie?: string, address?: string) =>
    kit().call('POST', fillPath(login.passwordlessPostLogin.path, { type }), {
      cookie,
      body: { code, token: code },
      address,
    })
  const cookieOf = (response: { cookies: string[] }) => response.cookies[0]?.split(';')[0] ?? ''

  it('signs in by an emailed code, once, and only in the browser that requested it', async () => {
    await offer('Code')
    const asked = await ask('code', { email: ' MEL@acme.test' })
    assert.deepEqual([asked.status, asked.body, kit().mails.at(-1)?.to], [200, {}, 'mel@acme.test'])
    const code = kit().lastCode('mail')
    assert.equal((await enter('code', code)).status, 400)
    const cookie = cookieOf(asked)
    const both = await Promise.all([enter('code', code, cookie), enter('code', code, cookie)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
    const done = both.find(({ status }) => status === 200)
    assert.deepEqual(decodeJwt(done?.body.accessToken).amr, ['otp'])
  })

  it('invalidates a code after five wrong attempts and after ten minutes', async () => {
    await offer('Code')
    const cookie = cookieOf(await ask('code', { email: 'mel@acme.test' }))
    const code = kit().lastCode('mail')
    const wrong = code === '000000' ? '000001' : '000000'
    for (let at = 0; at < 5; at++) assert.equal((await enter('code', wrong, cookie)).status, 400)
    assert.equal((await enter('code', code, cookie)).status, 400)
    const later = cookieOf(await ask('code', { email: 'mel@acme.test' }))
    const second = kit().lastCode('mail')
    kit().time.now += 601_000
    assert.equal((await enter('code', second, later)).status, 400)
  })

  it('allows no more attempts after new codes are requested, and never discloses whether the email is known', async () => {
    await offer('Code')
    kit().peer.address = '192.0.2.1'
    const locked = async (email: string) => {
      const statuses: number[] = []
      for (let code = 0; code < 3; code++) {
        const cookie = cookieOf(await ask('code', { email }))
        for (let at = 0; at < 4; at++) statuses.push((await enter('code', 'wrong', cookie)).status)
      }
      return statuses
    }
    const known = await locked('mel@acme.test')
    assert.deepEqual([known.indexOf(429), known.lastIndexOf(400)], [10, 9])
    assert.deepEqual(await locked('unknown@acme.test'), known)
    const cookie = cookieOf(await ask('code', { email: 'mel@acme.test' }))
    assert.equal((await enter('code', kit().lastCode('mail'), cookie)).status, 429)
    kit().time.now += 3_600_001
    const fresh = cookieOf(await ask('code', { email: 'mel@acme.test' }))
    assert.equal((await enter('code', kit().lastCode('mail'), fresh)).status, 200)
  })

  it('signs the owner in with their code, however many guesses strangers in many networks make', async () => {
    await offer('Code')
    const early = cookieOf(await ask('code', { email: 'mel@acme.test' }, OWN_NETWORK))
    const earlyCode = kit().lastCode('mail')
    let looked = 0
    for (let code = 0; code < 6; code++) {
      const address = `203.0.113.${code}`
      const cookie = cookieOf(await ask('code', { email: 'mel@acme.test' }, address))
      for (let at = 0; at < 5; at++) {
        if ((await enter('code', 'wrong', cookie, address)).status !== 429) looked++
      }
    }
    assert.equal(looked, 6 + REPEATED_CODE_TRIES.tries)
    assert.equal((await enter('code', earlyCode, early, OWN_NETWORK)).status, 200)
    const cookie = cookieOf(await ask('code', { email: 'mel@acme.test' }, OWN_NETWORK))
    assert.equal((await enter('code', kit().lastCode('mail'), cookie, OWN_NETWORK)).status, 200)
  })

  it('counts codes that were requested by email and by id together', async () => {
    await offer('Code')
    const statuses: number[] = []
    for (let at = 0; at < 9; at++) {
      statuses.push((await ask('code', at % 2 ? { email: 'mel@acme.test' } : { userId: 'mel' })).status)
    }
    assert.deepEqual(statuses.slice(-2), [200, 429])
  })

  it('sends the same response for unknown and known emails, and no message to unknown ones', async () => {
    for (const [strategy, type] of [
      ['Code', 'code'],
      ['MagicLink', 'magiclink'],
      ['SmsCode', 'smscode'],
    ] as const) {
      await offer(strategy)
      const known = await ask(type, { email: 'ada@acme.test' })
      const unknown = await ask(type, { email: 'unknown@acme.test' })
      assert.deepEqual([unknown.status, Object.keys(unknown.body)], [known.status, Object.keys(known.body)], type)
      assert.equal(unknown.cookies.length, known.cookies.length)
      const again = await ask(type, { email: 'unknown@acme.test' })
      assert.deepEqual(again.body, unknown.body)
    }
    assert.ok(kit().mails.every(({ to }) => to === 'ada@acme.test'))
    assert.equal(kit().texts.length, 0)
  })

  it('signs in by an emailed link that scanners may open any number of times', async () => {
    await offer('MagicLink')
    await ask('magiclink', { email: 'mel@acme.test' })
    const { url, token } = kit().lastLink()
    assert.equal(`${url.origin}${url.pathname}`, `${APP}/account/login/magic-link`)
    for (let visit = 0; visit < 10; visit++) {
      for (const method of ['GET', 'HEAD']) {
        const visited = await kit().call(
          method,
          `${fillPath(login.passwordlessPostLogin.path, { type: 'magiclink' })}?token=${token}`,
        )
        assert.ok(visited.status === 404 || visited.status === 405)
      }
    }
    assert.equal((await enter('magiclink', token)).status, 200)
    assert.match((await enter('magiclink', token)).body.errors[0], /has expired/)
    await ask('magiclink', { email: 'mel@acme.test' })
    const late = kit().lastLink().token
    kit().time.now += 901_000
    assert.equal((await enter('magiclink', late)).status, 400)
  })

  it('texts a code to the verified phone and requires nothing twice', async () => {
    await offer('SmsCode')
    await setLoginPhone(kit().ports, 'mel', '+12025550123')
    const asked = await ask('smscode', { email: 'mel@acme.test' })
    assert.deepEqual([asked.body.phoneNumber, kit().texts.at(-1)?.to], ['+*********23', '+12025550123'])
    const done = await enter('smscode', kit().lastCode('sms'), cookieOf(asked))
    assert.deepEqual(decodeJwt(done.body.accessToken).amr, ['sms'])
    const quick = await ask('smscode', { userId: 'mel' })
    assert.equal((await enter('smscode', kit().lastCode('sms'), cookieOf(quick))).status, 200)
  })

  it('still requires the second factor', async () => {
    await offer('Code')
    const asked = await ask('code', { email: 'mia@acme.test' })
    const { body } = await enter('code', kit().lastCode('mail'), cookieOf(asked))
    assert.deepEqual([body.mfaRequired, body.accessToken], [true, ''])
  })

  it('keeps locked users out and offers only what the vendor turned on', async () => {
    assert.equal((await ask('code', { email: 'mel@acme.test' })).status, 403)
    await offer('Code')
    assert.equal((await ask('smscode', { email: 'mel@acme.test' })).status, 403)
    const asked = await ask('code', { email: 'leo@acme.test' })
    assert.equal((await enter('code', kit().lastCode('mail'), cookieOf(asked))).status, 401)
    const unheard = await kit().call('POST', fillPath(login.passwordlessPreLogin.path, { type: 'pigeon' }), {
      body: { email: 'mel@acme.test' },
    })
    assert.equal(unheard.status, 404)
  })

  it('sends a user at most eight codes in 15 minutes', async () => {
    await offer('Code')
    const statuses: number[] = []
    for (let at = 0; at < 9; at++) statuses.push((await ask('code', { email: 'mel@acme.test' })).status)
    assert.deepEqual(statuses.slice(-2), [200, 429])
  })
}
