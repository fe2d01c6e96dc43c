// The quickstart apps (`demo-host/frameworks/`): each is created like a newcomer's app, with the npm package in its
// published form, type-checked and built for the page of its name.
//   node demo-host/scripts/framework-apps.mjs            all of them
//   node demo-host/scripts/framework-apps.mjs react vue  some
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { buildPackage, PACKAGE } from '../../cdn/package.mjs'
import { root, version } from './project.mjs'
import { atPath } from './quickstarts/at-path.mjs'
import { build } from './quickstarts/build.mjs'
import { hashOfFiles, installPinned, KEPT_PACKAGES } from './quickstarts/install.mjs'
import { quickstartOf } from './quickstarts/page.mjs'
import { createProject } from './quickstarts/project.mjs'
import { run, runProgram } from './quickstarts/run.mjs'
import { STACKS } from './quickstarts/stacks.mjs'

const SOURCE = join(root, 'demo-host', 'frameworks')
/** Folder outside the sources for the generators, the tools that check the package, and the built pages. */
export const FRAMEWORKS = join(root, '.work', 'frameworks')
/** The built apps, by their names. */
export const BUILT_APPS = join(FRAMEWORKS, 'dist')
/** Quickstarts that are pages of the demo host. */
export const APPS = ['vue', 'svelte', 'react', 'vite', 'angular']
/** All quickstarts. */
export const QUICKSTARTS = ['vue', 'express', ...Object.keys(STACKS).filter((name) => !/^(vue|express)$/.test(name))]

/** Maximum wait for a lock: longer than an installation and a build take on a slow machine. */
const LOCK_MS = 600_000

const TARBALL = join(FRAMEWORKS, `front-entry-${version}.tgz`)
const GENERATORS = ['create-next-app', 'create-vite', 'sv', '@schematics/angular', '@angular-devkit/core']
const CHECKERS = ['@arethetypeswrong/core', 'publint', 'preact', 'solid-js', 'typescript', 'vue']
const TOOLS = [...GENERATORS, '@angular-devkit/schematics', ...CHECKERS, 'diff']

/** Pages for the compiler: for libraries that have no app here, and for parts that the checks of Vue's app omit. */
const TYPED_PAGES = ['preact', 'solid', 'vue']

const filesOf = async (folder) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Does the work while no other process does work of that name; the lock of a killed process is ignored. */
const oneAtATime = async (name, work) => {
  const lock = join(FRAMEWORKS, `.${name}.lock`)
  for (const end = Date.now() + LOCK_MS; ; await setTimeout(100)) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const owner = Number(await readFile(lock, 'utf8').catch(() => ''))
      if (owner > 0 && !isRunning(owner)) await rm(lock, { force: true })
      else if (Date.now() > end) throw new Error(`Another process keeps ${lock}`)
    }
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Does the work unless it was done for the same input. */
const unlessDone = (name, stamp, work) =>
  oneAtATime(name, async () => {
    const file = join(FRAMEWORKS, `.${name}`)
    if ((await readFile(file, 'utf8').catch(() => '')) === stamp) return
    await rm(file, { force: true })
    await work()
    await writeFile(file, stamp)
  })

const inputHash = async () => {
  const release = ['manifest.json', 'react.js', 'server.js'].map((file) => join(root, 'cdn', version, file))
  const locks = ['frameworks', 'frameworks/server-rendered', 'next'].map((folder) =>
    join(root, 'demo-host', folder, 'package-lock.json'),
  )
  const scripts = await filesOf(join(root, 'demo-host', 'scripts', 'quickstarts'))
  const typings = await filesOf(join(root, 'cdn', 'typings'))
  return hashOfFiles([...release, ...locks, ...scripts, ...typings, join(root, 'cdn', 'package.mjs')])
}

const pack = async () => {
  await buildPackage()
  await run(PACKAGE, 'npm pack', ['npm', 'pack', '--ignore-scripts', '--pack-destination', FRAMEWORKS])
}

/** Packs the npm package, and installs the tools that create and check apps; `stamp` changes with them. */
export const prepareTools = async () => {
  await mkdir(FRAMEWORKS, { recursive: true })
  const stamp = await inputHash()
  await unlessDone('tools', stamp, async () => {
    await pack()
    for (const name of ['node_modules', 'package.json', KEPT_PACKAGES])
      await rm(join(FRAMEWORKS, name), { recursive: true, force: true })
    await installPinned(FRAMEWORKS, { lock: 'frameworks', packages: TOOLS, tarball: TARBALL })
  })
  return { tools: FRAMEWORKS, tarball: TARBALL, stamp }
}

const preparePage = async (app, { stamp, ...from }) => {
  const sources = await hashOfFiles(await filesOf(join(SOURCE, app)))
  const { generatorArgs } = quickstartOf(app)
  await unlessDone(`built-${app}`, [stamp, sources, ...generatorArgs].join(' '), async () => {
    // The test of the quickstart checks its types; only the path differs here.
    const project = await createProject(app, { ...from, replace: atPath(`/${app}`), isChecked: false })
    await build(project.folder, project.stack, { base: `/${app}/`, out: join(BUILT_APPS, app) })
    await project.remove()
  })
}

/** Creates and builds the pages that have changed since the last time; returns their folder. */
export const prepareFrameworks = async (apps = APPS) => {
  const from = await prepareTools()
  for (const app of apps) await preparePage(app, from)
  return FRAMEWORKS
}

/** Checks the published typings that no app's type check covers. */
export const checkTypings = async () => {
  await cp(join(SOURCE, 'tsconfig.json'), join(FRAMEWORKS, 'tsconfig.json'))
  await cp(join(SOURCE, 'typings'), join(FRAMEWORKS, 'typings'), { recursive: true })
  for (const name of TYPED_PAGES) {
    const project = join('typings', name, 'tsconfig.json')
    await runProgram(FRAMEWORKS, `The type check of ${name}`, ['typescript/bin/tsc', '-p', project])
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const named = process.argv.slice(2)
  await prepareFrameworks(named.length > 0 ? named : APPS)
}
