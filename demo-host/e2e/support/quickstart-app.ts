import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import express from 'express'
import { closeServer, listen } from '../../../src/serve/listen.ts'
import { version } from '../../scripts/project.mjs'
import { build } from '../../scripts/quickstarts/build.mjs'
import { quickstartOf } from '../../scripts/quickstarts/page.mjs'
import { createProject, type Follow, type Project, type Tools } from '../../scripts/quickstarts/project.mjs'
import { endProgram, hasEnded } from './child-process.ts'

interface QuickstartApp {
  origin: string
  /** Lines of the quickstart that the stack's generator doesn't write. */
  ownLines: number
  end(): Promise<void>
}

interface Site {
  project: Project
  port: number
}

type Stop = () => Promise<unknown>

const RETRY_MS = 100

const isUp = (origin: string) =>
  fetch(origin, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )

/** Waits until the program listens; rejects with the reason if it ends before. */
const untilUp = async (child: ChildProcess, origin: string): Promise<void> => {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      output += part
    })
  }
  while (!(await isUp(origin))) {
    if (hasEnded(child)) throw new Error(`The app did not start:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

const start = async ({ project, port }: Site, args: readonly string[]): Promise<Stop> => {
  const child = spawn(process.execPath, args, {
    cwd: project.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Servers that are started without arguments read these.
    env: { ...process.env, HOST: 'localhost', PORT: String(port) },
  })
  const stop = () => endProgram(child)
  await untilUp(child, `http://localhost:${port}`).catch(async (error) => {
    await stop()
    throw error
  })
  return stop
}

const serve = async (app: express.Express, port: number): Promise<Stop> => {
  const server = await listen(app, port)
  return () => closeServer(server)
}

/** Starts a static server; `fallback` is the file that a single-page app needs for other paths. */
const serveFiles = (folder: string, port: number, fallback?: string): Promise<Stop> => {
  const app = express().use(express.static(folder))
  if (fallback) app.get('/{*path}', (_request, response) => response.sendFile(join(folder, fallback)))
  return serve(app, port)
}

/** Serves the installed package at the path of a CDN. */
const serveRelease = ({ folder }: Project, port: number): Promise<Stop> => {
  const app = express().use((_request, response, next) => {
    response.set('access-control-allow-origin', '*')
    next()
  })
  return serve(app.use(`/${version}`, express.static(join(folder, 'node_modules', 'front-entry'))), port)
}

const startPages = async ({ project, port }: Site): Promise<Stop> => {
  const out = join(project.folder, 'dist')
  await build(project.folder, project.stack, { base: '/', out })
  return serveFiles(out, port, 'index.html')
}

/** Starts the server with the command of the page, which begins with `node`. */
const startExpress = (site: Site): Promise<Stop> => {
  const [command = ''] = quickstartOf('express').commands.start
  return start(site, command.split(' ').slice(1))
}

/**
 * Builds the app and starts its server; `argsOf` returns the program of a package with its arguments, or a built file.
 */
const startBuilt =
  (argsOf: (port: string) => readonly [string, ...string[]]) =>
  async (site: Site): Promise<Stop> => {
    const { folder, stack } = site.project
    await build(folder, stack, { base: '/', out: '' })
    const [program, ...args] = argsOf(String(site.port))
    return start(site, [join(folder, program), ...args])
  }

const STARTS: Readonly<Record<string, (site: Site) => Promise<Stop>>> = {
  html: ({ project, port }) => serveFiles(project.folder, port),
  express: startExpress,
  next: startBuilt((port) => ['node_modules/next/dist/bin/next', 'start', '-p', port, '-H', 'localhost']),
  sveltekit: startBuilt((port) => [
    'node_modules/vite/bin/vite.js',
    ...['preview', '--port', port, '--strictPort', '--host', 'localhost'],
  ]),
  astro: startBuilt((port) => ['node_modules/astro/astro.js', 'preview', '--port', port, '--host', 'localhost']),
  nuxt: startBuilt(() => ['.output/server/index.mjs']),
  'react-router': startBuilt(() => ['node_modules/@react-router/serve/bin.js', 'build/server/index.js']),
}

/** Replaces the demo host's ports in the texts of a quickstart by those of the running host and app. */
const forPorts =
  ({ api, port }: { api: string; port: number }) =>
  (text: string) =>
    text
      .replaceAll('http://localhost:3001', `http://localhost:${port + 1}`)
      .replaceAll('http://localhost:3002', api)
      .replaceAll('8080', String(port))

/** Opens a quickstart made with Vite on its development server; `replace` changes the text of its files first. */
export const openDevServer = async (
  name: string,
  tools: Tools,
  { port, replace }: { port: number; replace: (text: string) => string },
) => {
  const project = await createProject(name, { ...tools, replace, isChecked: false })
  try {
    const stop = await start({ project, port }, [
      join(project.folder, 'node_modules/vite/bin/vite.js'),
      ...['--port', String(port), '--strictPort', '--host', 'localhost'],
    ])
    const end = async () => {
      await stop()
      await project.remove()
    }
    return { folder: project.folder, origin: `http://localhost:${port}`, end }
  } catch (error) {
    await project.remove()
    throw error
  }
}

interface Plan {
  api: string
  port: number
  follow: Follow
}

/**
 * Follows the page of quickstarts from an empty folder with the packed package. Where the page starts a development
 * server, the app is built and served at `port` instead; the next port is for the CDN.
 */
export const openQuickstartApp = async (name: string, tools: Tools, { api, port, follow }: Plan) => {
  const project = await createProject(name, { ...tools, replace: forPorts({ api, port }), follow })
  const stops: Stop[] = []
  const end = async () => {
    for (const stop of stops) await stop()
    await project.remove()
  }
  try {
    stops.push(await serveRelease(project, port + 1))
    const { commands } = quickstartOf(name)
    stops.push(await follow(commands.start, () => (STARTS[name] ?? startPages)({ project, port })))
  } catch (error) {
    await end()
    throw error
  }
  return { origin: `http://localhost:${port}`, ownLines: project.ownLines, end } satisfies QuickstartApp
}
