// Installs the Next.js demo (`demo-host/next/`) from its own lockfile, builds it against the release and starts it.
//   node demo-host/scripts/next-app.mjs     while `npm start` is running; PORT is that of the demo host
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, version } from './project.mjs'
import { hashOfFiles } from './quickstarts/install.mjs'

const SOURCE = join(root, 'demo-host', 'next')
/** Folder outside the sources: 330 MB of packages and the build of Next.js. */
const FOLDER = join(root, '.work', 'next')
const RELEASE = join(root, 'cdn', version)
const CLIENT_ID = '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58'
/** The demo host uses four consecutive ports. */
const PORT_AFTER_DEMO = 4

const nextBin = () => join(FOLDER, 'node_modules', 'next', 'dist', 'bin', 'next')
const quiet = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }

const sources = async () => {
  const entries = await readdir(SOURCE, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

/** Does the work unless it was done for the same input. */
const unlessDone = async (name, stamp, work) => {
  const file = join(FOLDER, `.${name}`)
  if ((await readFile(file, 'utf8').catch(() => '')) === stamp) return
  await rm(file, { force: true })
  await work()
  await writeFile(file, stamp)
}

const run = (what, command, args) => {
  const { status } = spawnSync(command, args, {
    cwd: FOLDER,
    env: quiet,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: command === 'npm' && process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${what} failed; the lines above say why.`)
}

/** Installs the package like npm: the package file and the release, without the compressed twins. */
const installFrontEntry = async () => {
  const target = join(FOLDER, 'node_modules', 'front-entry')
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  await cp(join(root, 'package.json'), join(target, 'package.json'))
  const filter = (path) => !/\.(br|gz)$/.test(path)
  await cp(RELEASE, join(target, 'cdn', version), { recursive: true, filter })
}

const copySources = async () => {
  for (const name of await readdir(SOURCE)) await rm(join(FOLDER, name), { recursive: true, force: true })
  await cp(SOURCE, FOLDER, { recursive: true })
  await cp(join(root, 'demo-host', 'pages', 'demo.css'), join(FOLDER, 'app', 'demo.css'))
}

/** Installs and builds everything that has changed since the last time; returns the folder. */
export const prepareNextApp = async () => {
  await mkdir(FOLDER, { recursive: true })
  const lock = await hashOfFiles([join(SOURCE, 'package-lock.json'), join(SOURCE, 'package.json')])
  const all = [...(await sources()).sort(), join(RELEASE, 'manifest.json'), join(RELEASE, 'server.js')]
  const input = await hashOfFiles([...all, join(RELEASE, 'react.js'), join(root, 'demo-host', 'pages', 'demo.css')])
  await unlessDone('installed', lock, async () => {
    await copySources()
    run('npm ci', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'])
  })
  await unlessDone('built', input, async () => {
    await copySources()
    await installFrontEntry()
    run('next build', process.execPath, [nextBin(), 'build'])
  })
  return FOLDER
}

/** Starts the built app; `FRONTEGG_*` is derived from the origins. */
export const startNextApp = ({ port, api, stdio = 'inherit' }) =>
  spawn(process.execPath, [nextBin(), 'start', '-p', String(port), '-H', 'localhost'], {
    cwd: FOLDER,
    stdio,
    env: {
      ...quiet,
      FRONTEGG_APP_URL: `http://localhost:${port}`,
      FRONTEGG_BASE_URL: api,
      FRONTEGG_CLIENT_ID: CLIENT_ID,
      FRONTEGG_ENCRYPTION_PASSWORD: process.env.FRONTEGG_ENCRYPTION_PASSWORD ?? randomBytes(32).toString('hex'),
    },
  })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const port = Number(process.env.PORT ?? 3000)
  await prepareNextApp()
  const child = startNextApp({ port: port + PORT_AFTER_DEMO, api: `http://localhost:${port + 2}` })
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      isStopped = true
      child.kill(signal)
    })
  // Without an exit code, a signal ended it, which isn't a failure if this script forwarded the signal.
  child.once('exit', (code) => process.exit(code ?? (isStopped ? 0 : 1)))
}
