import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePorts } from '../../src/testing/ports.ts'
import { createCredentials } from '../identity-provider/credentials.ts'
import { createBrowser } from './browser.test-kit.mjs'
import { openConnection } from './connection.test-kit.mjs'
import { startProgram } from './program.test-kit.mjs'
import { sharedProvider } from './provider.test-kit.mjs'

const SITE = '/usr/share/simplesamlphp/www'

/** Returns Debian's configuration, adapted to the test: no TLS, folders of this test, the provider's role. */
const configuration = (folder, url) => `<?php
require '/etc/simplesamlphp/config.php';
$config = array_replace($config, [
  'baseurlpath' => '${url}/',
  'secretsalt' => 'a-salt-of-this-test',
  'auth.adminpassword' => 'a-password-of-this-test',
  'certdir' => '${folder}/cert/',
  'datadir' => '${folder}/data/',
  'tempdir' => '${folder}/temp',
  'metadatadir' => '${folder}/metadata/',
  'logging.handler' => 'stderr',
  'enable.saml20-idp' => true,
  'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'session.cookie.secure' => false,
  'session.cookie.samesite' => null,
  'language.cookie.secure' => false,
  'language.cookie.samesite' => null,
  'metadata.sources' => [['type' => 'flatfile'], ['type' => 'xml', 'file' => '${folder}/sp.xml']],
]);
`

const USERS = `<?php
$config = [
  'admin' => ['core:AdminPassword'],
  'example-userpass' => [
    'exampleauth:UserPass',
    'pia:secret' => ['uid' => ['pia'], 'mail' => ['pia@saml.test'], 'displayName' => ['Pia Ek'], 'groups' => ['staff']],
  ],
];
`

/** Its template; a service provider of this format requests the user's name, and unsigned messages end no session. */
const PROVIDER = `<?php
$metadata['__DYNAMIC:1__'] = [
  'host' => '__DEFAULT__',
  'privatekey' => 'server.pem',
  'certificate' => 'server.crt',
  'auth' => 'example-userpass',
  'simplesaml.nameidattribute' => 'mail',
  'sign.logout' => true,
];
`

describe('SimpleSAMLphp, signing our users in', () => {
  let ours
  let folder
  let server
  let connection
  before(async () => {
    ours = await sharedProvider()
    folder = await mkdtemp(join(tmpdir(), 'fleet-saml-'))
    await chmod(folder, 0o755)
    for (const name of ['config', 'cert', 'data', 'temp', 'metadata']) await mkdir(join(folder, name))
    const port = await freePorts(1)
    const url = `http://localhost:${port}`
    const { privateKey, certificate } = await createCredentials('simplesamlphp')
    /** With a tenant, the metadata names its logout; the provider reads the file again for every request. */
    const ourMetadata = async (query = '') => (await fetch(`${ours.issuer}/auth/saml/metadata${query}`)).text()
    const files = {
      'config/config.php': configuration(folder, url),
      'config/authsources.php': USERS,
      'metadata/saml20-idp-hosted.php': PROVIDER,
      'cert/server.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }),
      'cert/server.crt': certificate,
      'sp.xml': await ourMetadata(),
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    server = await startProgram(port, 'php', ['-d', 'error_reporting=0', '-S', `localhost:${port}`, '-t', SITE], {
      env: { PATH: process.env.PATH, SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config') },
    })
    const metadata = await (await fetch(`${url}/saml2/idp/metadata.php`)).text()
    const read = ours.backend.ports.ssoSetup.readMetadata(metadata, Date.now())
    connection = await openConnection(ours, {
      saml: { entityId: read.entityId, ssoUrl: read.ssoUrl, certificate: read.certificates[0].pem },
      logout: { logoutUrl: read.logout.url, logoutBinding: read.logout.binding },
    })
    await writeFile(join(folder, 'sp.xml'), await ourMetadata(`?tenantId=${connection.tenantId}`))
  })
  after(async () => {
    await server?.end()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  it('signs in a user who is new here, and out at both', async () => {
    const browser = createBrowser()
    const asked = await connection.begin(browser, 'pia@saml.test')
    const response = await browser.submit(asked, { username: 'pia', password: 'secret' })
    const back = await browser.submit(response)
    assert.equal(back.url.origin, ours.appUrl, `${back.text}\n${server.output()}`)
    assert.equal(back.url.searchParams.get('error'), null, back.url.href)
    const { userEmail, accessToken } = await connection.endSaml(browser, back.url)
    assert.equal(userEmail, 'pia@saml.test')
    const user = await ours.backend.store.users.find({ email: 'pia@saml.test' })
    assert.equal(user.name, 'Pia Ek')
    const gone = await connection.signOut(browser, accessToken)
    assert.equal(gone.url.origin, ours.appUrl, `${gone.visited.join('\n')}\n${gone.text}`)
    // The provider requires a sign-in, as before.
    const next = await connection.begin(browser, 'pia@saml.test')
    assert.match(next.text, /name="password"/)
  })
})
