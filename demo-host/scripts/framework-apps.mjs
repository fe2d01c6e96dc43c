// The quickstart apps (`demo-host/frameworks/`): installed by their own lockfile with the npm package as it is published,
// type-checked and built by Vite.
//   node demo-host/scripts/framework-apps.mjs            all of them
//   node demo-host/scripts/framework-apps.mjs react vue  some
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildPackage, PACKAGE } from '../../cdn/package.mjs'
import { root, version } from './project.mjs'

const SOURCE = join(root, 'demo-host', 'frameworks')
/** Outside the sources: 130 MB of packages and what Vite builds. */
export const FRAMEWORKS = join(root, '.work', 'frameworks')
/** The built apps, by their names. */
export const BUILT_APPS = join(FRAMEWORKS, 'dist')
export const APPS = ['vue', 'svelte', 'react', 'vite']

const CHECKERS = {
  react: ['typescript/bin/tsc', '-p', 'react/tsconfig.json'],
  vite: ['typescript/bin/tsc', '-p', 'vite/tsconfig.json'],
  vue: ['vue-tsc/bin/vue-tsc.js', '-p', 'vue/tsconfig.json'],
  svelte: ['svelte-check/bin/svelte-check', '--workspace', 'svelte', '--tsconfig', './tsconfig.json'],
}

/** Pages in the JSX of libraries that have no app here, for the compiler. */
const TYPED_PAGES = ['preact', 'solid']

const run = (what, command, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: FRAMEWORKS,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npm' && process.platform === 'win32',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        output += part
      })
    }
    child.once('error', reject)
    child.once('close', (status) => (status === 0 ? resolve() : reject(new Error(`${what} failed:\n${output}`))))
  })

const node = (what, [bin, ...args]) => run(what, process.execPath, [join('node_modules', bin), ...args])

const hashOf = async (paths) => {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(await readFile(path))
  return hash.digest('hex')
}

const filesOf = async (folder) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** Does the work unless it was done for the same input. */
const unlessDone = async (name, stamp, work) => {
  const file = join(FRAMEWORKS, `.${name}`)
  if ((await readFile(file, 'utf8').catch(() => '')) === stamp) return
  await rm(file, { force: true })
  await work()
  await writeFile(file, stamp)
}

const install = async () => {
  const manifests = ['package.json', 'package-lock.json'].map((name) => join(SOURCE, name))
  await unlessDone('installed', await hashOf(manifests), async () => {
    for (const path of manifests) await cp(path, join(FRAMEWORKS, path.slice(SOURCE.length + 1)))
    await run('npm ci', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'])
  })
}

/** As npm would lay it out. */
const installFrontEntry = async () => {
  const target = join(FRAMEWORKS, 'node_modules', 'front-entry')
  await rm(target, { recursive: true, force: true })
  await cp(PACKAGE, target, { recursive: true })
}

const prepareApp = async (app, release) => {
  const sources = [...(await filesOf(join(SOURCE, app))), join(SOURCE, 'tsconfig.json')]
  await unlessDone(`built-${app}`, `${release}${await hashOf(sources)}`, async () => {
    await rm(join(FRAMEWORKS, app), { recursive: true, force: true })
    await cp(join(SOURCE, app), join(FRAMEWORKS, app), { recursive: true })
    await cp(join(SOURCE, 'tsconfig.json'), join(FRAMEWORKS, 'tsconfig.json'))
    await node(`The type check of ${app}`, CHECKERS[app])
    await node(`The build of ${app}`, [
      'vite/bin/vite.js',
      'build',
      app,
      '--outDir',
      join(BUILT_APPS, app),
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ])
  })
}

/** Installs, checks and builds what has changed since the last time; returns the folder. */
export const prepareFrameworks = async (apps = APPS) => {
  await mkdir(FRAMEWORKS, { recursive: true })
  await install()
  const parts = ['manifest.json', 'react.js', 'server.js'].map((file) => join(root, 'cdn', version, file))
  const release = await hashOf([
    ...parts,
    join(root, 'cdn', 'package.mjs'),
    ...(await filesOf(join(root, 'cdn', 'typings'))),
  ])
  await unlessDone('packaged', release, async () => {
    await buildPackage()
    await installFrontEntry()
  })
  for (const app of apps) await prepareApp(app, release)
  return FRAMEWORKS
}

/** Checks the published typings of libraries that have no app here. */
export const checkTypings = async () => {
  await cp(join(SOURCE, 'tsconfig.json'), join(FRAMEWORKS, 'tsconfig.json'))
  await cp(join(SOURCE, 'typings'), join(FRAMEWORKS, 'typings'), { recursive: true })
  for (const name of TYPED_PAGES) {
    await node(`The type check of ${name}`, ['typescript/bin/tsc', '-p', join('typings', name, 'tsconfig.json')])
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const named = process.argv.slice(2)
  await prepareFrameworks(named.length > 0 ? named : APPS)
}
