import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { closeServer } from '../../src/serve/listen.ts'
import { createDocs } from './docs.ts'

const folder = mkdtempSync(join(tmpdir(), 'front-entry-docs-'))
const site = join(folder, 'site')

let server: Server
let url = ''
before(async () => {
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  const docs = createDocs((text) => text.replaceAll('http://localhost:3002', 'http://localhost:4002'), site)
  server = createServer(async (request, response) => {
    if (!(await docs(request, response))) response.writeHead(404).end('Another page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(async () => {
  await closeServer(server)
  rmSync(folder, { recursive: true })
})

const get = async (path: string) => {
  const response = await fetch(url + path, { redirect: 'manual' })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('documentation that is not built names the command that builds it', async () => {
  const { status, text } = await get('/docs/')
  assert.equal(status, 503)
  assert.match(text, /npm run docs/)
})

test('pictures are served as they are', async () => {
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x00, 0xff])
  mkdirSync(join(site, 'pictures'), { recursive: true })
  writeFileSync(join(site, 'pictures', 'login.png'), bytes)
  const response = await fetch(`${url}/docs/pictures/login.png`)
  assert.equal(response.headers.get('content-type'), 'image/png')
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
})

test('pages of the documentation are served with the origins of this host, and nothing outside of their folder', async () => {
  mkdirSync(join(site, 'guides'), { recursive: true })
  writeFileSync(join(site, 'index.html'), '<h1>Front Entry</h1>')
  writeFileSync(join(site, 'guides', 'embed.html'), "baseUrl: 'http://localhost:3002'")
  assert.deepEqual(await get('/docs/'), { status: 200, type: 'text/html; charset=utf-8', text: '<h1>Front Entry</h1>' })
  for (const path of ['/docs/guides/embed.html', '/docs/guides/embed'])
    assert.equal((await get(path)).text, "baseUrl: 'http://localhost:4002'")
  assert.equal((await fetch(`${url}/docs`)).url, `${url}/docs/`)
  for (const path of ['/docs/nothing', '/docs/..%2fsecret.txt', '/docs/%', '/docs/guides']) {
    const { status, text } = await get(path)
    assert.deepEqual([status, text], [404, 'Not found'], path)
  }
  assert.equal((await get('/script-tag')).text, 'Another page')
})
