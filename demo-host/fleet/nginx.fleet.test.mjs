import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as client from 'openid-client'
import { openPostgresStore } from '../../src/backend/adapters/postgres/postgres-store.ts'
import { nodeRandom } from '../../src/backend/adapters/random.ts'
import { createKeyedHash } from '../../src/backend/adapters/secret-box.ts'
import { registerClient } from '../../src/backend/domain/oauth/oauth-clients.ts'
import { startScript } from '../../src/testing/child-script.ts'
import { freePorts } from '../../src/testing/ports.ts'
import { startPostgres } from '../../src/testing/postgres.ts'
import { createBrowser } from './browser.test-kit.mjs'
import { startProgram } from './program.test-kit.mjs'
import { openApp, USER } from './provider.test-kit.mjs'

const SERVER = fileURLToPath(new URL('../../src/serve/rolling-server.test-kit.ts', import.meta.url))

/** Sends each request to the process that didn't get the last one. */
const configuration = ({ folder, port, processes }) => `
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  log_format upstream $upstream_addr;
  access_log ${folder}/access.log upstream;
  upstream front_entry { ${processes.map((each) => `server 127.0.0.1:${each};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://front_entry;
      proxy_set_header Host $host:$server_port;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`

describe('nginx in front of two processes', () => {
  const ends = []
  let app
  let issuer
  let folder
  let registered
  let processes
  const callback = () => `${app.url}/callback`

  before(async () => {
    app = await openApp((_, response) => response.end('The application'))
    ends.push(app.close)
    folder = await mkdtemp(join(tmpdir(), 'fleet-nginx-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const postgres = await startPostgres()
    ends.push(() => postgres.stop())
    const port = await freePorts(3)
    issuer = `http://localhost:${port}`
    processes = [port + 1, port + 2]
    // They start one after the other, because the first one creates the sample users.
    for (const each of processes) {
      const child = startScript(SERVER, postgres.url, String(each), issuer)
      ends.push(async () => {
        child.kill('SIGTERM')
        await once(child, 'close')
      })
      await once(child.stdout, 'data')
    }
    await writeFile(join(folder, 'nginx.conf'), configuration({ folder, port, processes }))
    const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']
    const nginx = await startProgram(port, '/usr/sbin/nginx', args)
    ends.push(nginx.end)
    const store = await openPostgresStore(postgres.url)
    registered = await registerClient(
      { store, random: nodeRandom, clock: { now: Date.now }, keyedHash: createKeyedHash(store) },
      { name: 'Fleet', isConfidential: true, redirectUris: [callback()], postLogoutRedirectUris: [app.url] },
    )
    await store.close()
  })
  after(async () => {
    for (const end of ends.reverse()) await end()
  })

  it('signs a user in, renews their tokens and signs them out, whichever process gets a request', async () => {
    const { clientId, clientSecret } = registered
    const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: [client.allowInsecureRequests],
    })
    const browser = createBrowser()
    const start = client.buildAuthorizationUrl(config, { redirect_uri: callback(), scope: 'openid' })
    const prompted = await browser.open(start)
    // Without the release the error is `login_required`: these processes have no page to sign in on, so the session is
    // created first.
    assert.equal(prompted.url.searchParams.get('error'), 'login_required')
    const signedIn = await browser.call(`${issuer}/identity/resources/auth/v1/user`, {
      email: USER.email,
      password: USER.password,
    })
    assert.equal(signedIn.status, 200, signedIn.text)
    for (let round = 0; round < 4; round += 1) {
      const { url } = await browser.open(start)
      const tokens = await client.authorizationCodeGrant(config, url)
      const { sub } = tokens.claims()
      assert.equal((await client.fetchUserInfo(config, tokens.access_token, sub)).email, USER.email)
      const renewed = await client.refreshTokenGrant(config, tokens.refresh_token)
      assert.equal(renewed.claims().sub, sub)
      if (round < 3) continue
      const gone = await browser.open(
        client.buildEndSessionUrl(config, { post_logout_redirect_uri: app.url, id_token_hint: renewed.id_token }),
      )
      assert.equal(gone.text, 'The application')
      await assert.rejects(client.refreshTokenGrant(config, renewed.refresh_token), { error: 'invalid_grant' })
    }
    const served = (await readFile(join(folder, 'access.log'), 'utf8')).trim().split('\n')
    for (const each of processes)
      assert.ok(served.filter((line) => line.endsWith(`:${each}`)).length > 5, String(served))
  })
})
