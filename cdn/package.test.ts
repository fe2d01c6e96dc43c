import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { exportsOf } from '../demo-host/scripts/docs/reference/typings.ts'
import { checkTypings, FRAMEWORKS, prepareFrameworks } from '../demo-host/scripts/framework-apps.mjs'
import { version } from '../demo-host/scripts/project.mjs'
import { createApp } from '../demo-host/scripts/quickstarts/create-app.mjs'
import { HttpError, NetworkError } from '../src/kernel/errors.ts'
import { NOTICES } from './notices.mjs'
import { PACKAGE, packagesOf } from './package.mjs'

const MAX_PACKAGES = 5
const MAX_BYTES = 5_700_000
const MAX_PACKED_BYTES = 1_500_000
/** All hooks together. */
const MAX_HOOKS_BYTES = 20_000
/** The folder is outside the repository, whose own packages Node would find. */
let installed = ''

const npm = (cwd: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  assert.equal(status, 0, `npm ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

const node = (code: string, ...flags: string[]) =>
  spawnSync(process.execPath, [...flags, '-e', code], { cwd: installed, encoding: 'utf8' })

const filesIn = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const bytesOf = async (folder: string) => {
  const sizes = await Promise.all((await filesIn(folder)).map(async (path) => (await stat(path)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Returns a tool that is installed next to the quickstart apps. */
const tool = (name: string) => {
  const require = createRequire(join(FRAMEWORKS, 'package.json'))
  return import(pathToFileURL(require.resolve(name)).href)
}

let tarball = ''

before(async () => {
  const built = spawnSync(process.execPath, ['demo-host/scripts/build.mjs', '--if-changed'], { encoding: 'utf8' })
  assert.equal(built.status, 0, built.stderr)
  await prepareFrameworks([])
  installed = await mkdtemp(join(tmpdir(), 'front-entry-'))
  const [packed] = JSON.parse(npm(PACKAGE, 'pack', '--json', '--ignore-scripts', '--pack-destination', installed))
  tarball = join(installed, packed.filename)
  await writeFile(join(installed, 'package.json'), '{ "private": true }')
  npm(installed, 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', tarball)
})

after(() => rm(installed, { recursive: true, force: true }))

test('a developer who installs the package gets few packages and few bytes', async () => {
  const { packages } = JSON.parse(await readFile(join(installed, 'package-lock.json'), 'utf8'))
  const added = Object.keys(packages).filter(Boolean)
  assert.ok(added.length <= MAX_PACKAGES, added.join(', '))
  const bytes = await bytesOf(join(installed, 'node_modules'))
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`)
  const packed = (await stat(tarball)).size
  assert.ok(packed <= MAX_PACKED_BYTES, `${packed} bytes packed`)
  const compressed = (await filesIn(join(installed, 'node_modules', 'front-entry'))).filter((path) =>
    /\.(br|gz)$/.test(path),
  )
  assert.deepEqual(compressed, [])
})

test('each entry imports only the packages that it declares', async () => {
  assert.deepEqual(await packagesOf(PACKAGE, 'index.js'), [])
  assert.deepEqual(await packagesOf(PACKAGE, 'define.js'), [])
  assert.deepEqual(await packagesOf(PACKAGE, 'entitlements.js'), [])
  assert.deepEqual(await packagesOf(PACKAGE, 'server.js'), ['jose'])
  assert.deepEqual(await packagesOf(PACKAGE, 'react.js'), ['front-entry', 'react', 'react/jsx-runtime'])
  const { peerDependenciesMeta, private: isPrivate } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'))
  const peers = Object.values<{ optional: boolean }>(peerDependenciesMeta)
  assert.ok(peers.every(({ optional }) => optional))
  assert.equal(isPrivate, undefined)
})

test('every package whose code is in a file is named there and has its license in the notices', async () => {
  const { files } = JSON.parse(await readFile(join('cdn', version, 'manifest.json'), 'utf8'))
  assert.ok(files[NOTICES].integrity)
  const notices = await readFile(join(PACKAGE, NOTICES), 'utf8')
  const bundled = new Set<string>()
  for (const [file, { packages = [] }] of Object.entries<{ packages?: string[] }>(files)) {
    for (const id of packages) bundled.add(id)
    if (packages.length > 0 && !file.startsWith('gallery'))
      assert.match(
        await readFile(join(PACKAGE, file), 'utf8'),
        new RegExp(`^(//.*\\n)?/\\*! Licenses: ${NOTICES} `),
        file,
      )
  }
  const named = [...notices.matchAll(/^(\S+@\d\S*) \(.+\)\n-+\n\n(.+)/gm)]
  assert.deepEqual(
    named.map(([, id]) => id),
    [...bundled].sort(),
  )
  for (const name of ['react-dom', 'downshift', 'papaparse', 'zustand', 'ky', 'immer'])
    assert.ok(
      [...bundled].some((id) => id.startsWith(`${name}@`)),
      name,
    )
})

/** Returns the bundle of an app's module. */
const bundled = async (code: string) => {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: installed },
    bundle: true,
    minify: true,
    format: 'esm',
    external: ['react', 'react/jsx-runtime'],
    write: false,
    logLevel: 'silent',
  })
  const [output] = outputFiles
  return { bytes: output?.contents.length ?? 0, text: output?.text ?? '' }
}

test('the browser entry exports the names of its documentation and no others', async () => {
  const documented = exportsOf('src/index.ts').filter(({ isType }) => !isType)
  const { stdout, stderr } = node(
    "import('front-entry').then((entry) => console.log(JSON.stringify(Object.keys(entry))))",
  )
  assert.deepEqual(JSON.parse(stdout || '[]'), documented.map(({ name }) => name).sort(), stderr)
})

test('an app that only distinguishes errors bundles at most 2 KB, and knows those of another copy of the core', async () => {
  const { bytes, text } = await bundled("export { HttpError } from 'front-entry'")
  assert.ok(bytes > 0 && bytes <= 2_000, `${bytes} bytes`)
  const { HttpError: Bundled } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  assert.ok(new HttpError('Refused', 403) instanceof Bundled)
  assert.ok(!(new NetworkError('Offline') instanceof Bundled))
  assert.deepEqual({ ...new Bundled('Refused', 403) }, { ...new HttpError('Refused', 403) })
})

test('hooks bring neither the elements nor a second React into a bundle', async () => {
  const hooks = exportsOf('src/react/index.ts').filter(({ name, isType }) => !isType && name.startsWith('use'))
  assert.ok(hooks.length > 30)
  const { bytes, text } = await bundled(
    `export { ${hooks.map(({ name }) => name).join(', ')} } from 'front-entry/react'`,
  )
  assert.ok(bytes <= MAX_HOOKS_BYTES, `${bytes} bytes`)
  assert.doesNotMatch(text, /LoginBoxRenderer|react\.transitional\.element|allFunctionsCalledOnLoad/)
})

test('server components of Next.js import the React entry as client code', async () => {
  assert.match(await readFile(join(PACKAGE, 'react.js'), 'utf8'), /^'use client'/)
})

test('a CommonJS server requires the server entry', () => {
  const { stdout, stderr } = node(
    "console.log(typeof require('front-entry/server').createFrontEntryServer)",
    '--no-warnings',
  )
  assert.equal(stdout.trim(), 'function', stderr)
})

test('a page that a server renders imports every browser entry without harm', () => {
  const entries = ['', '/define', '/entitlements', '/vue', '/preact', '/solid'].map((path) => `front-entry${path}`)
  const { stdout, stderr } = node(
    `Promise.all(${JSON.stringify(entries)}.map((entry) => import(entry))).then(([{ version }]) => console.log(version))`,
  )
  assert.equal(stdout.trim(), version, stderr)
})

test('a server that calls init learns where its framework runs code in browsers only', () => {
  // Node first prints the line of the package that throws, which is all of its code.
  const { stdout } = node(
    "import('front-entry').then(({ init }) => init({})).catch(({ message }) => console.log(message))",
  )
  assert.match(
    stdout,
    /init runs in browsers only\..*useEffect.*SvelteKit if `browser`.*Nuxt if `import\.meta\.client`/,
  )
})

test('a server renders the React entry, whose box starts in the browser', () => {
  const code = `Promise.all(['react', 'react-dom/server', 'front-entry/react'].map((name) => import(name))).then(
    ([{ createElement }, { renderToString }, { FrontEntryProvider, LoginBox }]) =>
      console.log(renderToString(createElement(FrontEntryProvider, { options: {} }, createElement(LoginBox, null, 'Loading')))))`
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' })
  assert.equal(stdout.trim(), 'Loading', stderr)
})

test('a backend without its packages names all of them, and the command that installs them', () => {
  const { stderr, status } = node("import('front-entry/backend')")
  assert.equal(status, 1)
  const [, named] =
    /Error: front-entry\/backend needs packages that are not installed\. Run: npm install (.+)/.exec(stderr) ?? []
  assert.ok((named?.split(' ').length ?? 0) > 10, stderr)
  assert.match(named ?? '', /(^| )pg@\^\d/)
  assert.doesNotMatch(named ?? '', /undefined|jose/)
})

test('a new app has the files of its generator, those of the quickstart and the packed package', async () => {
  const app = join(installed, 'my-app')
  const { url, commands } = await createApp('react', app, async () => ({ tools: FRAMEWORKS, tarball }))
  assert.equal(url, 'http://localhost:5173')
  assert.deepEqual(commands, [`cd ${app}`, 'npm install', 'npm run dev'])
  const { dependencies, devDependencies, scripts } = JSON.parse(await readFile(join(app, 'package.json'), 'utf8'))
  assert.equal(dependencies['front-entry'], `file:${tarball}`)
  assert.ok(scripts.dev && devDependencies.vite && dependencies.react)
  assert.match(await readFile(join(app, 'src', 'main.tsx'), 'utf8'), /options={{ contextOptions, themeOptions: /)
})

test('publint finds no fault', async () => {
  const { publint } = await tool('publint')
  const { messages } = await publint({ pkgDir: PACKAGE, strict: true })
  assert.deepEqual(messages, [])
})

test('the types resolve for Node and bundlers', async () => {
  const { checkPackage, createPackageFromTarballData } = await tool('@arethetypeswrong/core')
  const { problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(tarball))))
  // The package is ESM, which `require` loads since Node 20.19; resolution from before 2018 does not support `exports`.
  const isExpected = (problem: { kind: string; resolutionKind?: string }) =>
    problem.kind === 'CJSResolvesToESM' || problem.resolutionKind === 'node10'
  assert.deepEqual(
    problems.filter((problem: { kind: string }) => !isExpected(problem)),
    [],
  )
})

test('the elements are typed in the JSX of Preact and Solid and in the templates of Vue', checkTypings)
