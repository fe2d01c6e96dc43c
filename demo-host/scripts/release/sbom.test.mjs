import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../project.mjs'
import { sbomOf } from './sbom.mjs'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const versionOf = (name) => lock.packages[`node_modules/${name}`].version
const files = { 'fe.esm.js': { packages: [`react@${versionOf('react')}`] }, 'define.js': {} }

test('the bill of materials has the bundled packages and those that servers import, but no tools', () => {
  const { components, metadata, bomFormat, specVersion } = JSON.parse(sbomOf(lock, files))
  assert.deepEqual([bomFormat, specVersion], ['CycloneDX', '1.6'])
  assert.equal(metadata.component.version, lock.version)
  const find = (name) => components.find(({ purl }) => purl.startsWith(`pkg:npm/${name}@`))
  assert.equal(find('react').scope, 'required')
  assert.deepEqual(find('react').licenses, [{ license: { id: 'MIT' } }])
  assert.match(find('react').hashes[0].content, /^[0-9a-f]{128}$/)
  assert.equal(find('pg').scope, 'optional')
  assert.ok(find('pg-protocol') && find('%40node-rs/argon2'))
  for (const tool of ['typescript', 'rollup', 'vitepress', '%40playwright/test'])
    assert.equal(find(tool), undefined, tool)
})

test('the bill of materials is the same every time, and names each package once', () => {
  const text = sbomOf(lock, files)
  assert.equal(sbomOf(lock, files), text)
  assert.doesNotMatch(text, /timestamp|serialNumber/)
  const purls = JSON.parse(text).components.map(({ purl }) => purl)
  assert.deepEqual(purls, [...new Set(purls)])
})

test('a bundled package that the lockfile lacks is an error', () => {
  assert.throws(
    () => sbomOf(lock, { 'fe.esm.js': { packages: ['unknown@1.0.0'] } }),
    /lacks bundled packages: unknown@1\.0\.0/,
  )
})
