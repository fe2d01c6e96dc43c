import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePorts } from '../../src/testing/ports.ts'
import { createBrowser } from './browser.test-kit.mjs'
import { startProgram } from './program.test-kit.mjs'
import { sharedProvider, USER } from './provider.test-kit.mjs'

const MODULES = '/usr/lib/apache2/modules'

describe('mod_auth_openidc', () => {
  let provider
  let folder
  let apache
  let app
  let client

  const configuration = (port, { clientId, clientSecret }) => `
${['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'headers', 'auth_openidc']
  .map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`)
  .join('\n')}
ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
Mutex posixsem
${process.getuid() === 0 ? 'User www-data\nGroup www-data' : ''}
DocumentRoot ${folder}/site
DirectoryIndex index.html
OIDCProviderMetadataURL ${provider.issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${clientSecret}
OIDCRedirectURI ${app}/redirect
OIDCCryptoPassphrase a-long-secret-of-this-application
<Location />
  AuthType openid-connect
  Require valid-user
  Header always set X-User %{OIDC_CLAIM_sub}e
  Header always set X-Email %{OIDC_CLAIM_email}e
  Header always set X-Access-Token %{OIDC_access_token}e
</Location>
<Location /bye.html>
  AuthType none
  Require all granted
</Location>
`

  const logOf = () => readFile(join(folder, 'error.log'), 'utf8').catch(() => '')

  before(async () => {
    provider = await sharedProvider()
    folder = await mkdtemp(join(tmpdir(), 'fleet-apache-'))
    await chmod(folder, 0o755)
    await mkdir(join(folder, 'site'))
    await writeFile(join(folder, 'site', 'index.html'), 'The application')
    await writeFile(join(folder, 'site', 'bye.html'), 'Bye')
    const port = await freePorts(1)
    app = `http://localhost:${port}`
    client = await provider.register({ redirectUris: [`${app}/redirect`], returns: [`${app}/bye.html`] })
    await writeFile(join(folder, 'apache.conf'), configuration(port, client))
    apache = await startProgram(port, '/usr/sbin/apache2', ['-D', 'FOREGROUND', '-f', join(folder, 'apache.conf')])
  })
  after(async () => {
    await apache?.end()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  it('signs in with its defaults, renews its tokens and signs out', async () => {
    const browser = createBrowser()
    const page = await provider.signIn(app, browser)
    assert.equal(page.text, 'The application', `${page.status} ${page.visited.join('\n')}\n${await logOf()}`)
    const { 'x-email': email, 'x-access-token': token } = page.headers
    assert.equal(email, USER.email)
    const query = new URLSearchParams({ refresh: `${app}/`, access_token: token })
    const renewed = await browser.open(`${app}/redirect?${query}`)
    assert.equal(renewed.text, 'The application', `${renewed.visited.join('\n')}\n${await logOf()}`)
    assert.equal(renewed.url.search, '', 'an error of the refresh would be here')
    assert.notEqual(renewed.headers['x-access-token'], token)
    const who = { clientId: client.clientId, redirectUri: `${app}/redirect` }
    assert.equal(await provider.hasSession(browser, who), true)
    const gone = await browser.open(`${app}/redirect?logout=${encodeURIComponent(`${app}/bye.html`)}`)
    assert.equal(gone.text, 'Bye', gone.visited.join('\n'))
    assert.equal(await provider.hasSession(browser, who), false)
    assert.match((await browser.open(app)).url.pathname, /login/)
  })
})
