import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { installPinned } from './install.mjs'
import { run } from './run.mjs'

let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'front-entry-install-'))
})

after(() => rm(folder, { recursive: true, force: true }))

/** Packs a package without dependencies, which npm installs without a registry. */
const packOf = async (text) => {
  const source = join(folder, `source-${text}`)
  await mkdir(source)
  await writeFile(join(source, 'package.json'), '{ "name": "front-entry", "version": "1.0.0" }')
  await writeFile(join(source, 'index.js'), text)
  await run(source, 'npm pack', ['npm', 'pack'])
  return join(source, 'front-entry-1.0.0.tgz')
}

/** Installs the packed package in a new app; returns the content of the package's file. */
const installIn = async (name, tarball) => {
  const app = join(folder, name)
  await mkdir(app)
  await installPinned(app, { lock: 'frameworks', tarball, kept: join(folder, 'kept') })
  return readFile(join(app, 'node_modules', 'front-entry', 'index.js'), 'utf8')
}

test('an app gets the packages that were kept for the same input, and another package is installed', async () => {
  const tarball = await packOf('one')
  assert.equal(await installIn('first', tarball), 'one')
  const [kept, ...others] = await readdir(join(folder, 'kept'))
  assert.deepEqual(others, [])
  await writeFile(join(folder, 'kept', kept, 'front-entry', 'index.js'), 'kept')
  assert.equal(await installIn('second', tarball), 'kept')
  assert.equal(await installIn('third', await packOf('other')), 'other')
})
