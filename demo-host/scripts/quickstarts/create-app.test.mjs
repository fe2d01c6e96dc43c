import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { root } from '../project.mjs'
import { createApp } from './create-app.mjs'
import { STACKS } from './stacks.mjs'

const SOURCES = join(root, 'demo-host/frameworks')

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'front-entry-create-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** These stacks have no generator, so a file name is enough. */
const tools = async () => ({ tools: '', tarball: '/packed/front-entry.tgz' })

const unused = () => Promise.reject(new Error('no package is needed'))

test('a page with a script tag needs no packages', async () => {
  const app = join(folder, 'my-page')
  const { url, commands } = await createApp('html', app, unused)
  assert.deepEqual(await readdir(app), ['index.html'])
  assert.equal(
    await readFile(join(app, 'index.html'), 'utf8'),
    await readFile(join(SOURCES, 'html/index.html'), 'utf8'),
  )
  assert.equal(url, 'http://localhost:8080')
  assert.deepEqual(commands, [`cd ${app}`, 'python3 -m http.server 8080'])
})

test('an Express app gets its packages and its own secret, each variable once', async () => {
  const secrets = []
  for (const name of ['one', 'two']) {
    const { api, commands } = await createApp('express', join(folder, name), tools)
    assert.match(api, /^cd \S+ && npm start$/)
    assert.deepEqual(commands.slice(1), ['npm install', 'node --env-file=.env server.mjs'])
    const { dependencies } = JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8'))
    assert.equal(dependencies['front-entry'], 'file:/packed/front-entry.tgz')
    assert.match(dependencies.express, /^\d/)
    const variables = (await readFile(join(folder, name, '.env'), 'utf8')).trim().split('\n')
    const names = variables.map((line) => line.split('=')[0])
    assert.deepEqual(names, [...new Set(names)])
    secrets.push(variables.at(-1))
  }
  for (const secret of secrets) assert.match(secret, /^FRONTEGG_ENCRYPTION_PASSWORD=[0-9a-f]{64}$/)
  assert.notEqual(secrets[0], secrets[1])
})

test('an unknown stack and a folder with files are refused', async () => {
  await assert.rejects(createApp('cobol', join(folder, 'app'), unused), /no quickstart 'cobol'.*react/)
  await createApp('html', join(folder, 'app'), unused)
  await assert.rejects(createApp('html', join(folder, 'app'), unused), /is not empty/)
})

test('no file of a quickstart has a path of the demo', async () => {
  for (const name of Object.keys(STACKS)) {
    const entries = await readdir(join(SOURCES, name), { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile())) {
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8')
      assert.doesNotMatch(text, new RegExp(`['"]/(${Object.keys(STACKS).join('|')})['"/]`), join(name, entry.name))
    }
  }
})
