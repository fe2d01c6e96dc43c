import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, test } from 'node:test'
import { openPgliteStore } from '../backend/adapters/postgres/pglite-store.ts'
import { DEMO_ACCOUNT_ID } from '../backend/demo-account.ts'
import { loadSample } from '../backend/sample/index.ts'
import { tenantIdOf } from '../backend/sample/tenants.ts'
import { session } from '../contract/session.ts'
import { ssoConfigs } from '../contract/sso.ts'
import { connectivity } from '../contract/webhooks.ts'
import { temporaryData } from '../testing/pglite.ts'
import { freePorts } from '../testing/ports.ts'
import { startMailServer } from './serve.test-kit.ts'
import { serve } from './serve.ts'
import { APP, type Browser, createBrowser, ENV, type Served, startProductionServer } from './served.test-kit.ts'
import { SettingError } from './setting-values.ts'
import { readServeSettings } from './settings.ts'

const SCHEMAS = { components: { schemas: {} }, operations: {} }

const read = (env: Record<string, string>) => readServeSettings(env, '/srv/front-entry')

test('the required settings are enough, and secrets, origins and folders are read from them', () => {
  const { host, port, dataDir, client, apiUrl, cdnUrl } = read(ENV)
  assert.deepEqual(
    { host, port, dataDir, apiUrl, cdnUrl, appUrl: client.appUrl },
    {
      host: '127.0.0.1',
      port: 3000,
      dataDir: '/srv/front-entry/data',
      apiUrl: ENV.API_URL,
      cdnUrl: undefined,
      appUrl: APP,
    },
  )
})

test('the first client of the list replaces CLIENT_ID and APP_URL', () => {
  const clients = JSON.stringify([
    { clientId: 'shop', appUrl: 'https://shop.example.com' },
    { clientId: 'blog', appUrl: 'https://blog.example.com' },
  ])
  const settings = read({ ...ENV, CLIENT_ID: '', APP_URL: '', CLIENTS: clients })
  assert.deepEqual(
    [settings.client, ...settings.clients].map(({ clientId }) => clientId),
    ['shop', 'blog'],
  )
})

for (const name of Object.keys(ENV))
  test(`${name} is required, and its absence is reported in one line`, () => {
    assert.throws(
      () => read({ ...ENV, [name]: '' }),
      (error) => error instanceof SettingError && new RegExp(`^${name} is missing: [^\\n]+\\.$`).test(error.message),
    )
  })

for (const [name, value] of [
  ['SEALING_KEY', 'secret'],
  ['SMTP_URL', 'http://mail.example.com'],
  ['API_URL', 'http://id.example.com'],
  ['API_URL', 'https://id.example.com/api'],
  ['APP_URL', 'app.example.com'],
  ['CDN_URL', 'http://cdn.example.com'],
  ['CLIENT_ID', 'two words'],
  ['HOST', 'example.com'],
  ['PORT', '0'],
  ['DATABASE_URL', 'mysql://localhost'],
  ['DATABASE_DIRECT_URL', 'localhost:5432'],
  ['PASSWORD_QUEUE', '-1'],
  ['PASSWORD_QUEUE', 'long'],
  ['ALLOWED_ORIGINS', '*'],
  ['DEMO', 'on'],
  ['DEMO_SEED', 'off'],
  ['STRIPE_API_URL', 'http://localhost:3003'],
  ['SLACK_API_URL', 'http://localhost:3003/slack/api'],
  ['BREACHED_PASSWORDS_URL', 'ranges.example.com'],
  ['BREACHED_PASSWORDS_URL', 'http://ranges.example.com/range'],
  ['BREACHED_PASSWORDS_URL', 'https://olga:secret@ranges.example.com/range'],
  ['BREACHED_PASSWORDS_URL', 'https://ranges.example.com/range?mode=ntlm'],
  ['BREACHED_PASSWORDS_URL', 'https://ranges.example.com/range?'],
  ['SHUTDOWN_SECONDS', 'soon'],
  ['SHUTDOWN_SECONDS', '-1'],
  ['SHUTDOWN_GRACE_SECONDS', '8'],
  ['METRICS_PORT', '0'],
  ['METRICS_HOST', 'example.com'],
] as const)
  test(`${name}=${value} stops the production server with one line that names it`, () => {
    assert.throws(
      () => read({ ...ENV, [name]: value }),
      (error) => error instanceof SettingError && error.message.startsWith(name) && !error.message.includes('\n'),
    )
  })

for (const [given, meant] of [
  ['https://id.example.com/api', 'https://id.example.com'],
  ['HTTPS://ID.example.com:443', 'https://id.example.com'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ['https://olga:s3cret@id.example.com', 'https://id.example.com'],
  ['https:olga:s3cret@id.example.com', 'https://id.example.com'],
  ['https://olga:s3cret/@id.example.com:8443', undefined],
  ['olga:s3cret@id.example.com', undefined],
  ['http://olga:s3cret@id.example.com/api', undefined],
  ['id.example.com', 'https://id.example.com'],
  ['id.example.com:8443', 'https://id.example.com:8443'],
  ['localhost:3000', 'http://localhost:3000'],
] as const)
  test(`API_URL=${given} is refused with the origin that it means, and without a password`, () => {
    assert.throws(
      () => read({ ...ENV, API_URL: given }),
      ({ message }: Error) =>
        (meant ? message.endsWith(` Write ${meant}.`) : message.includes('…@id.example.com')) &&
        !message.includes('s3cret'),
    )
    if (meant) assert.equal(read({ ...ENV, API_URL: meant }).apiUrl, meant)
  })

test('Lists of URLs are refused without a password', () => {
  for (const [name, given] of [
    ['ALLOWED_ORIGINS', 'https://olga:s3cret@app.example.com'],
    ['ALLOWED_ORIGINS', 'olga:s3cret@app.example.com'],
    ['REDIRECT_URIS', 'olga:s3cret@app.example.com'],
    ['POST_LOGOUT_REDIRECT_URIS', 'htps://olga:s3cret@app.example.com'],
  ] as const)
    assert.throws(
      () => read({ ...ENV, [name]: given }),
      ({ message }: Error) => message.includes('…@app.example.com') && !message.includes('s3cret'),
    )
})

/** Routes of the demo's pages, its inbox, its DNS zone and its stand-ins for services. */
const DEMO_ROUTES = `
  / /script-tag /esm /hosted /gates /checkout /preview /ssr /account/login /demo.css /inbox /inbox.json /inbox/attachment
  /gates/plan /captcha/api.js /captcha/token /captcha/siteverify /console /dns /directory
  /console/encryption /hooks /hooks/any /slack /slack/messages.json /slack/oauth/v2/authorize
  /slack/api/chat.postMessage /stripe/stripe.js /stripe/card /stripe/confirm /v1/customers /saml/metadata /saml/sso
  /saml/start /saml/response /interaction/any /.well-known/demo
`

describe('The production server as a process', () => {
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let inner: Server
  let innerUrl = ''
  let innerCalls = 0
  let served: Served
  let browser: Browser
  let dataDir = ''

  before(async () => {
    dataDir = await temporaryData()
    mail = await startMailServer()
    inner = createServer((_request, response) => {
      innerCalls += 1
      response.end('a secret of the inner network')
    })
    const innerPort = await freePorts(1)
    await new Promise<void>((resolve) => inner.listen(innerPort, '127.0.0.1', resolve))
    innerUrl = `localhost:${innerPort}`
    served = await startProductionServer({ DATA_DIR: dataDir, SMTP_URL: mail.url })
    browser = createBrowser(served.url)
  })
  after(() => {
    served?.process.child.kill('SIGKILL')
    mail?.close()
    inner?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('signs a user up with an email over SMTP that links to the application', async () => {
    const email = 'grace@example.com'
    await browser.signUp(email, mail)
    assert.equal((await browser.send(session.getMe)).body.email, email)
  })

  it('responds 404 on every route of the demo', async () => {
    for (const path of DEMO_ROUTES.trim().split(/\s+/))
      for (const method of ['GET', 'POST'] as const)
        assert.equal(
          (await browser.call(method, path, method === 'POST' ? {} : undefined)).status,
          404,
          `${method} ${path}`,
        )
  })

  it('refuses identity providers on this machine and in its network, so that a zone or directory there proves nothing', async () => {
    for (const host of [innerUrl, '127.0.0.1', '[::1]', '10.0.0.5', '169.254.169.254', 'id.localhost'])
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${host}`
        const made = await browser.send(ssoConfigs.createConfig, { type: 'oidc', ssoEndpoint: url, oidcClientId: 'a' })
        assert.equal(made.status, 400, `${url}: ${made.text}`)
        const byMetadata = await browser.send(ssoConfigs.createConfigByMetadataUrl, { url: `${url}/saml.xml` })
        assert.equal(byMetadata.status, 400, `${url}: ${byMetadata.text}`)
      }
    assert.equal(innerCalls, 0)
  })

  it('queries the real DNS for the record of a domain', async () => {
    const made = await browser.send(ssoConfigs.createConfig, { type: 'saml' })
    assert.equal(made.status, 200, made.text)
    const domain = 'company.invalid'
    const added = await browser.send(ssoConfigs.createDomain, { domain }, { configId: made.body.id })
    assert.equal(added.status, 200, added.text)
    const path = { configId: made.body.id, domainId: added.body.id }
    assert.notEqual((await browser.send(ssoConfigs.validateDomain, {}, path)).status, 200)
  })

  it('sends no webhook into its own network and shows nothing of a response from there', async () => {
    for (const host of [innerUrl, innerUrl.replace('localhost', '127.0.0.1'), '[::1]', '10.0.0.5'])
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${host}/dns`
        const tested = await browser.send(connectivity.testWebhook, {
          url,
          secret: 'a secret word',
          event: 'frontegg.user.updated',
        })
        assert.doesNotMatch(tested.text, /a secret of the inner network/)
        assert.ok(tested.status === 400 || tested.body.statusCode === 0, `${url}: ${tested.text}`)
        const webhook = { displayName: 'Inner', url, secret: 'a', isActive: true, eventKeys: ['frontegg.user.updated'] }
        assert.equal((await browser.send(connectivity.createWebhook, webhook)).status, 400)
      }
    assert.equal(innerCalls, 0)
  })

  it('ends on SIGTERM without an error', async () => {
    served.process.child.kill('SIGTERM')
    assert.equal(await served.process.ended, 0)
    assert.doesNotMatch(served.process.output(), /Error/)
  })
})

test('a database with the demo’s sample users is refused, since everyone knows their password', async () => {
  assert.equal(DEMO_ACCOUNT_ID, tenantIdOf('acme'))
  const dataDir = await temporaryData()
  try {
    const store = await openPgliteStore(dataDir)
    await loadSample({ store, hasher: { hash: async () => 'hash' }, clock: { now: () => Date.now() } })
    await store.close()
    const settings = { ...read(ENV), dataDir, port: await freePorts(1) }
    await assert.rejects(
      serve(settings, { release: '', version: '6.5.4', schemas: SCHEMAS }),
      /sample users of the demo/,
    )
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('the release is served beside the API unless a CDN serves it', async () => {
  const dataDir = await temporaryData()
  const release = mkdtempSync(join(tmpdir(), 'front-entry-release-'))
  writeFileSync(join(release, 'fe.umd.js'), 'released')
  const server = await serve(
    { ...read(ENV), dataDir, port: await freePorts(1) },
    { release, version: '6.5.4', schemas: SCHEMAS },
  )
  try {
    const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)
    const script = await get('/6.5.4/fe.umd.js')
    assert.equal(await script.text(), 'released')
    assert.match(script.headers.get('cache-control') ?? '', /immutable/)
    assert.equal(await (await get('/6/fe.umd.js')).text(), 'released')
    assert.equal((await get('/health')).status, 200)
  } finally {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(release, { recursive: true, force: true })
  }
})
