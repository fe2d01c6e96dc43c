import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { NOTICES, noticeBanner, writeNotices } from './notices.mjs'

let home = ''

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(home, path)), { recursive: true })
  await writeFile(join(home, path), text)
}

/** Creates a package as npm installs it. @returns the ID of its only module */
const aPackage = async (
  path: string,
  license: unknown,
  texts: Record<string, string> = { LICENSE: `Text of ${path}` },
) => {
  const name = path.split('node_modules/').at(-1)
  await write(`${path}/package.json`, JSON.stringify({ name, version: '1.2.3', license }))
  for (const [file, text] of Object.entries(texts)) await write(`${path}/${file}`, text)
  return join(home, path, 'dist', 'index.js')
}

const noticesOf = async (...moduleIds: string[]) => {
  const packages = await writeNotices(home, [{ fileName: 'a.js', moduleIds }], home)
  return { packages: packages['a.js'], text: await readFile(join(home, NOTICES), 'utf8') }
}

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'notices-'))
})

after(() => rm(home, { recursive: true, force: true }))

test('each bundled package has its name, version, license and text in the notices, once', async () => {
  const one = await aPackage('node_modules/one', 'MIT')
  const scoped = await aPackage('node_modules/@scope/two', '(MIT OR GPL-3.0-only)', {
    'license.md': 'First text',
    'NOTICE.txt': 'Second text',
  })
  const own = join(home, 'src', 'index.ts')
  const { packages, text } = await noticesOf(own, one, `\0${one}?commonjs-module`, scoped)
  assert.deepEqual(packages, ['@scope/two@1.2.3', 'one@1.2.3'])
  assert.match(
    text,
    /@scope\/two@1\.2\.3 \(\(MIT OR GPL-3\.0-only\)\)[\s\S]+Second text\s+First text[\s\S]+one@1\.2\.3 \(MIT\)/,
  )
  assert.equal(text.split('Text of node_modules/one').length, 2)
})

test('two versions of a package both have their notice', async () => {
  await aPackage('node_modules/outer', 'MIT')
  const nested = await aPackage('node_modules/outer/node_modules/inner', 'ISC')
  const { packages } = await noticesOf(nested)
  assert.deepEqual(packages, ['inner@1.2.3'])
})

test('a package without a license text fails the build', async () => {
  const bare = await aPackage('node_modules/bare', 'MIT', {})
  await assert.rejects(noticesOf(bare), /bare is bundled and has no license file/)
})

test('a package with a license that is not allowed fails the build', async () => {
  for (const license of [
    'GPL-3.0-only',
    'MIT AND GPL-2.0',
    'UNLICENSED',
    'SEE LICENSE IN x',
    undefined,
    { type: 'MIT' },
  ]) {
    const module = await aPackage('node_modules/refused', license)
    await assert.rejects(noticesOf(module), /refused is bundled; its license '.+' is not on the list/)
  }
})

test('code of unknown origin fails the build', async () => {
  await assert.rejects(noticesOf('/elsewhere/code.js'), /The license of \/elsewhere\/code\.js is unknown/)
  await assert.rejects(noticesOf('\0helper-of-a-plugin'), /The license of helper-of-a-plugin is unknown/)
})

test('a file without code of packages has no line about licenses', () => {
  assert.equal(noticeBanner({ moduleIds: [join(process.cwd(), 'src', 'index.ts')] }), '')
  const react = join(process.cwd(), 'node_modules', 'react', 'index.js')
  assert.match(noticeBanner({ moduleIds: [react] }), /^\/\*! .*THIRD-PARTY-NOTICES\.txt \*\/$/)
})
