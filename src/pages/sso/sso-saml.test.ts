import { expect } from 'chai'
import { samlSettings, ssoConfigs, ssoConnections } from '../../contract/sso.ts'
import type { SamlKeys, SamlOptions, SsoConfig, SsoConnectionDetails, SsoTest } from '../../entities/sso.ts'
import { HttpError } from '../../kernel/errors.ts'
import { mappedUser } from '../../rules/saml-attributes.ts'
import { LINE_BREAKS } from '../../testing/line-breaks.ts'
import { mountSlice } from '../../testing/slice.ts'
import { expectedOf } from './dialogs/troubleshoot-dialog.tsx'
import { ssoPage } from './index.ts'
import { rolesOfGroups, testedUser, typedUser } from './saml/attributes-card.tsx'
import { ssoSlice } from './sso.actions.ts'
import { consoleFields } from './sso.providers.ts'
import { type Connection, initialSso, type SamlPanel } from './sso.state.ts'
import { anSsoConfig } from './sso.test-kit.ts'

const DETAILS = { id: 'c1', idpEntityId: 'https://idp.test', allowIdpInitiated: false } as SsoConnectionDetails
// The test sets only the fields that the settings read.
const CONNECTION = { id: 'c1', type: 'okta', signRequest: false, details: DETAILS } as unknown as Connection
const OPTIONS: SamlOptions = { logoutUrl: '', logoutBinding: 'redirect', requireEncryption: false, attributes: {} }
const CERTIFICATE = { certificate: 'PEM', subject: 'CN=a', validFrom: '', expiresAt: '', fingerprint: 'AA' }
const KEYS: SamlKeys = {
  keys: [],
  signing: CERTIFICATE,
  metadataUrl: 'https://api.test/auth/saml/metadata?tenantId=t1',
  logoutUrl: 'https://api.test/auth/saml/logout',
}

const setUp = async (keys: SamlKeys = KEYS) => {
  const harness = mountSlice(ssoSlice, initialSso, { page: ssoPage })
  harness.fake.respond(samlSettings.getOptions, () => OPTIONS)
  harness.fake.respond(samlSettings.listKeys, () => keys)
  await harness.actions.loadSaml(CONNECTION)
  return harness
}

describe('the SAML settings of a connection', () => {
  it('show what is stored, and no link that is a script', async () => {
    const harness = await setUp()
    expect(harness.state().saml).to.deep.equal({ connectionId: 'c1', phase: 'ready', options: OPTIONS, keys: KEYS })
    const unsafe = await setUp({ ...KEYS, metadataUrl: 'javascript:alert(1)' })
    expect(unsafe.state().saml?.keys?.metadataUrl).to.equal('')
  })

  it('have the metadata URL, with the account’s encryption key, that the step “Provider” shows', () => {
    const config = anSsoConfig({ spEntityId: 'https://api.test/auth/saml/metadata' })
    const connection: Connection = { ...CONNECTION, ...config, type: 'saml' }
    const shown = (viewer?: { tenantId: string }) =>
      consoleFields(connection, { redirectUri: '', viewer }).find(({ label }) => label === 'SP metadata URL')?.value
    expect(shown({ tenantId: 't1' })).to.equal(KEYS.metadataUrl)
    expect(shown()).to.equal('https://api.test/auth/saml/metadata')
  })

  it('show why they could not be loaded', async () => {
    const { actions, fake, state } = await setUp()
    fake.respond(samlSettings.listKeys, () => {
      throw new HttpError('Try again later', 500)
    })
    await actions.loadSaml(CONNECTION)
    expect(state().saml).to.deep.equal({ connectionId: 'c1', phase: 'failed', error: 'Try again later' })
    const repeated = actions.loadSaml(CONNECTION)
    expect(state().saml).to.deep.equal({ connectionId: 'c1', phase: 'loading', error: 'Try again later' })
    fake.respond(samlSettings.listKeys, () => KEYS)
    await actions.loadSaml(CONNECTION)
    await repeated
    expect(state().saml?.error).to.equal(undefined)
  })

  it('send only what changed of the sign-in settings', async () => {
    const { actions, fake } = await setUp()
    fake.respond(ssoConfigs.listConfigs, () => [] as SsoConfig[])
    fake.respond(ssoConnections.listSsoConnectionDetails, () => [])
    fake.respond(ssoConfigs.updateConfig, () => ({}))
    await actions.saveSignIn(CONNECTION, {
      idpEntityId: 'https://idp.test',
      allowIdpInitiated: false,
      signRequest: true,
    })
    expect(fake.inputsOf(ssoConfigs.updateConfig).map(({ body }) => body)).to.deep.equal([{ signRequest: true }])
    expect(fake.inputsOf(ssoConnections.updateSsoConnectionDetails)).to.deep.equal([])
  })

  it('show that a test has expired once the settings that it tested have changed', async () => {
    const { actions, fake, state } = await setUp({ ...KEYS, keys: [{ ...CERTIFICATE, id: 'k1', createdAt: '' }] })
    const config = { id: 'c1', type: 'okta', enabled: false, domains: [], groups: [], roleIds: [] }
    // The test sets only the fields that the list reads.
    fake.respond(ssoConfigs.listConfigs, () => [config] as unknown as SsoConfig[])
    fake.respond(samlSettings.updateOptions, () => OPTIONS)
    fake.respond(samlSettings.removeKey, () => ({}))
    const CHANGES = [
      () => actions.saveSamlOptions(CONNECTION, 'attributes', { attributes: { email: 'mail' } }),
      () => actions.removeSamlKey(CONNECTION, 'k1'),
    ]
    for (const [at, change] of CHANGES.entries()) {
      fake.respond(ssoConnections.listSsoConnectionDetails, () => [{ ...DETAILS, name: `Change ${at}`, test: null }])
      expect(await change()).to.equal(true)
      expect(state().connections[0]?.details?.name).to.equal(`Change ${at}`)
    }
  })

  it('are saved one after the other when two forms are saved at once, and a form that fails keeps its error', async () => {
    const { actions, fake, state } = await setUp()
    fake.respond(ssoConfigs.listConfigs, () => [] as SsoConfig[])
    fake.respond(ssoConnections.listSsoConnectionDetails, () => [])
    fake.respond(samlSettings.updateOptions, ({ body }) => {
      const changes = body as Partial<SamlOptions>
      if (changes.requireEncryption) throw new HttpError('Create an encryption key first.', 409)
      return { ...OPTIONS, ...changes }
    })
    const URL_OF_LOGOUT = { logoutUrl: 'https://idp.test/logout' }
    const saves = [
      actions.saveSamlOptions(CONNECTION, 'encryption', { requireEncryption: true }),
      actions.saveSamlOptions(CONNECTION, 'logout', URL_OF_LOGOUT),
      // A second click.
      actions.saveSamlOptions(CONNECTION, 'logout', URL_OF_LOGOUT),
    ]
    expect(await Promise.all(saves)).to.deep.equal([false, true, false])
    expect(state().saml?.options).to.deep.equal({ ...OPTIONS, ...URL_OF_LOGOUT })
    expect(fake.inputsOf(samlSettings.updateOptions)).to.have.length(2)
    expect(state().part).to.deep.include({ subject: 'encryption', error: 'Create an encryption key first.' })
  })

  it('keep the stored values when a save is refused, and show why in that form', async () => {
    const { actions, fake, state } = await setUp()
    fake.respond(samlSettings.updateOptions, () => {
      throw new HttpError('Create an encryption key first.', 409)
    })
    expect(await actions.saveSamlOptions(CONNECTION, 'encryption', { requireEncryption: true })).to.equal(false)
    expect(state().saml?.options).to.deep.equal(OPTIONS)
    expect(state().part).to.deep.equal({
      id: 'saml',
      subject: 'encryption',
      busy: false,
      error: 'Create an encryption key first.',
    })
  })
})

describe('the troubleshooter of a connection', () => {
  it('compares with the mapping and the keys once they are loaded, and with no other connection’s', async () => {
    const { state } = await setUp()
    const connection = { ...CONNECTION, domains: [], acsUrl: 'https://api.test/acs' }
    const compared = expectedOf(connection, {
      ...state().saml,
      options: { ...OPTIONS, attributes: { email: 'mail' } },
    } as SamlPanel)
    expect(compared).to.deep.include({ hasEncryptionKey: false, attributes: { email: 'mail' } })
    for (const saml of [undefined, { ...state().saml, connectionId: 'c2' } as SamlPanel]) {
      expect(expectedOf(connection, saml)).to.not.have.any.keys('hasEncryptionKey', 'attributes')
    }
  })
})

describe('the preview of an attribute mapping', () => {
  it('reads the user of the last test, or of typed lines', () => {
    const attributes = [
      { name: 'NameID', values: ['u-1'] },
      { name: 'mail', values: ['ada@a.test'] },
    ]
    const test = { attributes } as SsoTest
    expect(testedUser(test)).to.deep.equal({ nameId: 'u-1', nameIdFormat: '', attributes: { mail: ['ada@a.test'] } })
    expect(testedUser(null)).to.equal(undefined)
    const typed = typedUser('email: ada@a.test\ngroups = Admins, Staff\nhttp://claims/name: Ada Lovelace')
    expect(typed && mappedUser(typed, { name: 'http://claims/name' })).to.deep.include({
      email: 'ada@a.test',
      name: 'Ada Lovelace',
      groups: ['Admins', 'Staff'],
    })
    for (const separator of LINE_BREAKS) {
      const lines = ['email: ada@a.test', 'groups = Admins, Staff', 'http://claims/name: Ada Lovelace']
      expect(typedUser(lines.join(separator))).to.deep.equal(typed)
    }
    expect(typedUser('no attributes')).to.equal(undefined)
  })

  it('lists the roles of the groups besides the default roles, each once', () => {
    const groups = [
      { id: 'g1', group: 'Admins', roleIds: ['admin', 'member'] },
      { id: 'g2', group: 'Other', roleIds: ['other'] },
    ]
    expect(rolesOfGroups({ roleIds: ['member'], groups }, ['Admins'])).to.deep.equal(['member', 'admin'])
  })
})
