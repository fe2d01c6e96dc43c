import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountAlias, settings } from '../../contract/accounts.ts'
import { mfaDevices, passkeyNames } from '../../contract/me.ts'
import { metadata } from '../../contract/metadata.ts'
import { fillPath } from '../../contract/path.ts'
import { portal } from '../../contract/portal.ts'
import { session } from '../../contract/session.ts'
import { beginningTogether } from './beginning-together.test-kit.ts'
import { API, APP, type Kit } from './kit.test-kit.ts'

const ME = session.getMe.path
const IMAGE = session.updateProfileImage.path
const SETTINGS = settings.saveAccountSettings.path
const ADMIN_BOX = metadata.updateAdminBoxMetadata.path
const DEVICES = mfaDevices.listMfaDevices.path

/** A PNG of one transparent pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

export const describeAccount = (kit: () => Kit): void => {
  const upload = async (token: string, bytes: Uint8Array<ArrayBuffer> | string) => {
    const form = new FormData()
    form.set('image', new Blob([bytes], { type: 'image/png' }), 'picture.png')
    const headers = { Authorization: `Bearer ${token}`, Origin: APP }
    return kit().backend(new Request(`${API}${IMAGE}`, { method: 'PUT', headers, body: form }))
  }

  it('keeps an uploaded picture and shows it to every caller who has its URL', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const response = await upload(token, bytesOf(PNG))
    const address = await response.text()
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
    const shown = await kit().backend(new Request(address))
    assert.deepEqual(new Uint8Array(await shown.arrayBuffer()), bytesOf(PNG))
    assert.equal(shown.headers.get('content-type'), 'image/png')
    assert.equal(shown.headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal((await kit().call('GET', ME, { token })).body.profilePictureUrl, address)
    const put = async (profilePictureUrl: string) =>
      (await kit().call('PUT', ME, { token, body: { profilePictureUrl } })).status
    assert.equal(await put(`${address}?t=1`), 200, 'with a query against caches')
    const { token: other } = await kit().signIn('tom@acme.test')
    const theirs = await (await upload(other, bytesOf(PNG))).text()
    for (const url of ['https://tracker.test/pixel.png', `https://tracker.test/?${address}`, `${address}x`, theirs]) {
      assert.equal(await put(url), 400, url)
    }
    await upload(token, bytesOf(PNG))
    assert.equal((await kit().backend(new Request(address))).status, 404)
    assert.equal(await kit().store.pictures.count({ ownerId: 'user:mel' }), 1)
    await kit().call('PUT', ME, { token, body: { profilePictureUrl: null } })
    assert.equal(await kit().store.pictures.count({ ownerId: 'mel' }), 0)
  })

  it('refuses files that aren’t pictures, whatever their declared type', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    for (const bytes of ['<svg onload="alert(1)"/>', '', 'GIF', '<!doctype html>']) {
      assert.equal((await upload(token, bytes)).status, 400, bytes)
    }
    const large = new Uint8Array(800_000)
    large.set(bytesOf(PNG))
    assert.equal((await upload(token, large)).status, 400)
    assert.equal((await upload('none', bytesOf(PNG))).status, 401)
    assert.equal((await kit().call('PUT', IMAGE, { token, body: { image: 'x' } })).status, 400)
  })

  it('a change of a profile logs which metadata it changed, without the values', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const save = (facts: object) =>
      kit().call('PUT', session.updateProfile.path, { token, body: { metadata: JSON.stringify(facts) } })
    const long = 'private '.repeat(2_000)
    assert.equal((await save({ kept: 1, note: long, gone: true })).status, 200)
    assert.equal((await save({ kept: 1, note: 'short', added: null })).status, 200)
    const rows = await kit().store.audits.list({ action: 'Profile updated' })
    const details = rows.toSorted((one, other) => one.seq - other.seq).map(({ detail }) => detail)
    assert.deepEqual(
      details.map((detail) => JSON.parse(detail).changedMetadata),
      [
        ['kept', 'note', 'gone'],
        ['note', 'gone', 'added'],
      ],
    )
    assert.ok(details.every((detail) => detail.length < 1_000 && !detail.includes('private')))
  })

  it('changes the settings of the account that are sent and keeps the others', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const body = { name: 'Acme Tools', timezone: 'Europe/Lisbon', currency: 'EUR', website: 'https://acme.test' }
    const saved = await kit().call('PUT', SETTINGS, { token, body })
    assert.equal(saved.status, 200)
    const next = await kit().call('PUT', SETTINGS, { token, body: { dateFormat: 'dd/MM/yyyy', website: '' } })
    assert.deepEqual(
      [next.body.name, next.body.timezone, next.body.currency, next.body.website, next.body.dateFormat],
      ['Acme Tools', 'Europe/Lisbon', 'EUR', '', 'dd/MM/yyyy'],
    )
    assert.deepEqual((await kit().call('GET', SETTINGS, { token })).body, next.body)
    const offset = await kit().call('PUT', SETTINGS, { token, body: { timezone: 'UTC+2' } })
    assert.deepEqual([offset.status, offset.body.timezone], [200, 'UTC+2'])
    assert.equal(await kit().store.audits.count({ action: 'Account settings changed', tenantId: 'acme' }), 3)
  })

  it('keeps offsets as they were sent, and the zone of a name of Windows or Rails', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    for (const [given, timezone] of [
      ['W. Europe Standard Time', 'Europe/Berlin'],
      ['w. europe daylight time', 'Europe/Berlin'],
      [' Central Standard Time (Mexico) ', 'America/Mexico_City'],
      ['Central Standard Time', 'America/Chicago'],
      ['Romance Summer Time', 'Europe/Paris'],
      ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
      ['Eastern Time (US & Canada)', 'America/New_York'],
      ['-03:30', '-03:30'],
      ['UTC\u22123', 'UTC\u22123'],
    ] as const) {
      const { status, body } = await kit().call('PUT', SETTINGS, { token, body: { timezone: given } })
      assert.deepEqual([status, body.timezone], [200, timezone], given)
    }
  })

  it('stores a logo as a separate picture', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const logo = `data:image/png;base64,${PNG}`
    const { body } = await kit().call('PUT', SETTINGS, { token, body: { logo } })
    assert.match(body.logo, /^http:.*\/pictures\//)
    assert.equal((await kit().backend(new Request(body.logo))).status, 200)
    assert.equal((await kit().call('PUT', SETTINGS, { token, body: { logo: body.logo } })).body.logo, body.logo)
    assert.equal((await kit().call('PUT', SETTINGS, { token, body: { logo: '' } })).body.logo, undefined)
  })

  it('refuses invalid settings and users who may not change them', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const wrong = [
      { timezone: 'Mars/Olympus' },
      { timezone: 'Mars Standard Time' },
      { timezone: ' Standard Time' },
      { timezone: 'W. Europe=' },
      { timezone: 'UTC+15' },
      { currency: 'euro' },
      { website: 'javascript:alert(1)' },
      { name: ' ' },
      { logo: 'data:image/svg+xml;base64,PHN2Zz4=' },
      { address: 'x'.repeat(3_000) },
    ]
    for (const body of wrong) {
      assert.equal((await kit().call('PUT', SETTINGS, { token, body })).status, 400, JSON.stringify(body).slice(0, 60))
    }
    const reader = await kit().signIn('set@acme.test')
    assert.equal((await kit().call('GET', SETTINGS, reader)).status, 200)
    assert.equal((await kit().call('PUT', SETTINGS, { ...reader, body: { currency: 'EUR' } })).status, 403)
    const other = await kit().signIn('gia@globex.test')
    await kit().call('PUT', SETTINGS, { ...other, body: { currency: 'USD' } })
    assert.equal((await kit().call('GET', SETTINGS, { token })).body.currency, undefined)
  })

  it('lets an account configure its login box, which is shown for its alias', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const actions = [
      { type: 'loginBox/palette/primary/main', payload: '#0a7d55' },
      { type: 'loginBox/logo/image', payload: `data:image/png;base64,${PNG}` },
    ]
    assert.equal((await kit().call('PUT', ADMIN_BOX, { token, body: { actions } })).status, 200)
    const box = (await kit().call('GET', ADMIN_BOX, { token })).body.configuration.themeV2.loginBox
    assert.equal(box.palette.primary.main, '#0a7d55')
    assert.match(box.logo.image, /\/pictures\//)
    const shownTo = async (alias: string) => {
      const headers = { 'frontegg-login-alias': alias }
      const { body } = await kit().call('GET', `${portal.getPortalMetadata.path}?entityName=adminBox`, { headers })
      return body.rows[0].configuration.themeV2?.loginBox?.palette?.primary?.main
    }
    assert.equal(await shownTo('acme'), '#0a7d55')
    assert.equal(await shownTo('globex'), undefined)
    assert.equal((await kit().store.tenants.get('acme'))?.hasCustomLogin, true)
  })

  it('refuses other parts of the configuration and values that aren’t colors', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const wrong = [
      [{ type: 'navigation/users/visibility', payload: 'hidden' }],
      [{ type: 'loginBox/__proto__/polluted', payload: 'x' }],
      [{ type: 'loginBox/palette/primary/main', payload: 'red;}*{display:none' }],
      [{ type: 'loginBox/logo/image', payload: 'javascript:alert(1)' }],
      [],
    ]
    for (const actions of wrong) {
      assert.equal((await kit().call('PUT', ADMIN_BOX, { token, body: { actions } })).status, 400)
    }
    const body = { actions: [{ type: 'loginBox/palette/primary/main', payload: '#000' }] }
    assert.equal((await kit().call('PUT', ADMIN_BOX, { ...(await kit().signIn('set@acme.test')), body })).status, 403)
  })

  it('renames second factors, for their owner only', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const dates = { credentialId: null, counter: 0, createdAt: kit().time.now, lastUsedAt: null }
    const value = JSON.stringify({ secret: 'x' })
    await kit().store.factors.insert({ id: 'ada-app', userId: 'ada', kind: 'totp', value, ...dates })
    const renamed = await kit().call('PUT', fillPath(mfaDevices.renameMfaDevice.path, { id: 'ada-app' }), {
      token,
      body: { name: ' Work phone ' },
    })
    assert.equal(renamed.body.name, 'Work phone')
    assert.equal((await kit().call('GET', DEVICES, { token })).body.devices[0].name, 'Work phone')
    assert.equal(JSON.parse((await kit().store.factors.get('ada-app'))?.value ?? '').secret, 'x')
    assert.equal(
      (
        await kit().call('PUT', fillPath(mfaDevices.renameMfaDevice.path, { id: 'mia-app' }), {
          token,
          body: { name: 'x' },
        })
      ).status,
      404,
    )
    const long = { name: 'x'.repeat(61) }
    assert.equal(
      (await kit().call('PUT', fillPath(mfaDevices.renameMfaDevice.path, { id: 'ada-app' }), { token, body: long }))
        .status,
      400,
    )
  })

  it('renames passkeys, for their owner only, and not as second factors', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const record = { credentialId: null, counter: 0, createdAt: kit().time.now, lastUsedAt: null, value: '{"a":1}' }
    const passkey = { ...record, kind: 'passkey' as const }
    await kit().store.factors.insert({ ...passkey, id: 'ada-passkey', userId: 'ada' })
    await kit().store.factors.insert({ ...passkey, id: 'mia-passkey', userId: 'mia' })
    const rename = (id: string, name: string) =>
      kit().call('PUT', fillPath(passkeyNames.renamePasskey.path, { id }), { token, body: { name } })
    assert.equal((await rename('ada-passkey', ' Laptop ')).body.name, 'Laptop')
    const listed = (await kit().call('GET', passkeyNames.listPasskeyNames.path, { token })).body.devices
    assert.deepEqual(
      listed.map(({ id, name }: { id: string; name: string }) => [id, name]),
      [['ada-passkey', 'Laptop']],
    )
    assert.equal(JSON.parse((await kit().store.factors.get('ada-passkey'))?.value ?? '').a, 1)
    assert.equal((await rename('mia-passkey', 'x')).status, 404)
    assert.equal((await rename('ada-passkey', 'x'.repeat(61))).status, 400)
    assert.equal((await kit().call('GET', DEVICES, { token })).body.devices.length, 0)
    const wrongCall = fillPath(mfaDevices.renameMfaDevice.path, { id: 'ada-passkey' })
    assert.equal((await kit().call('PUT', wrongCall, { token, body: { name: 'x' } })).status, 404)
  })

  it('assigns an alias to one account only, and reads its public settings by it', async () => {
    const { getAccountAlias, saveAccountAlias } = accountAlias
    const { token } = await kit().signIn('ada@acme.test')
    const save = (alias: unknown, as = token) =>
      kit().call('PUT', saveAccountAlias.path, { token: as, body: { alias } })
    for (const alias of ['Acme', 'a b', '-acme', 'acme-', 'a.b', 'ä', 'x'.repeat(64), 7, null]) {
      assert.equal((await save(alias)).status, 400, String(alias))
    }
    assert.equal((await save('acme-crm')).status, 200)
    const applicationUrl = 'https://crm.acme.test/home?plan=gold'
    await kit().call('PUT', SETTINGS, { token, body: { applicationUrl } })
    const headers = { 'frontegg-login-alias': 'acme-crm' }
    const shown = await kit().call('GET', settings.getPublicAccountSettings.path, { headers })
    assert.deepEqual([shown.body.tenantId, shown.body.applicationUrl], ['acme', applicationUrl])

    const own = await kit().call('GET', settings.getPublicAccountSettings.path, { token })
    assert.deepEqual(own.body, shown.body, 'without an alias, the account of the caller')
    assert.equal((await kit().call('GET', settings.getPublicAccountSettings.path)).status, 404)
    assert.equal((await kit().call('GET', settings.getPublicAccountSettings.path, { token: 'stale' })).status, 401)
    const other = (await kit().signIn('gia@globex.test')).token
    const asOther = await kit().call('GET', settings.getPublicAccountSettings.path, { token: other, headers })
    assert.deepEqual(asOther.body, shown.body, 'the alias wins over the session')
    assert.equal((await save('acme-crm', other)).status, 409)
    assert.equal((await save('')).body.alias, '')
    assert.equal((await kit().call('GET', getAccountAlias.path, { token })).body.alias, '')
    assert.equal((await kit().call('GET', settings.getPublicAccountSettings.path, { headers })).status, 404)
    const reader = await kit().signIn('set@acme.test')
    assert.equal((await kit().call('GET', getAccountAlias.path, reader)).status, 200)
    assert.equal((await save('acme', reader.token)).status, 403)
  })

  it('assigns an alias that two accounts save at the same moment to exactly one of them', async () => {
    const { store } = kit()
    const [ada, gia] = [await kit().signIn('ada@acme.test'), await kit().signIn('gia@globex.test')]
    const savingTogether = async (alias: string, users: readonly { token: string }[]) => {
      const path = accountAlias.saveAccountAlias.path
      const calls = () => Promise.all(users.map(({ token }) => kit().call('PUT', path, { token, body: { alias } })))
      return (await beginningTogether(kit(), calls)).map(({ status }) => status).sort()
    }
    const aliases = async () => {
      const both = await store.tenants.list({ id: { in: ['acme', 'globex'] } })
      return both.map(({ alias }) => alias)
    }
    for (const alias of ['first', 'second', 'third']) {
      const before = await aliases()
      assert.deepEqual(await savingTogether(alias, [ada, gia]), [200, 409])
      const after = await aliases()
      assert.equal(after.filter((each) => each === alias).length, 1)
      const refused = after.findIndex((each) => each !== alias)
      assert.equal(after[refused], before[refused], 'the other account keeps its alias')
    }
    assert.equal(await store.audits.count({ action: 'Account alias changed' }), 3, 'a refusal changes nothing')
    assert.deepEqual(await savingTogether('own', [ada, ada]), [200, 200])
    assert.equal(await store.attempts.count({ windowEndsAt: 0 }), 0)
  })
}
