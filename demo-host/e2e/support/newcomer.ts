import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import express from 'express'
import { build } from '../../scripts/quickstarts/build.mjs'
import { createProject, type Project, type Tools } from '../../scripts/quickstarts/project.mjs'
import { closeServer, listen } from '../../server/listen.ts'
import { endProgram, hasEnded } from './child-process.ts'

export interface Newcomer {
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

/** Until the program listens; the reason if it ends before. */
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
  const child = spawn(process.execPath, args, { cwd: project.folder, stdio: ['ignore', 'pipe', 'pipe'] })
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

/** A static server; `fallback` is what a single-page app needs of it. */
const serveFiles = (folder: string, port: number, fallback?: string): Promise<Stop> => {
  const app = express().use(express.static(folder))
  if (fallback) app.get('/{*path}', (_request, response) => response.sendFile(join(folder, fallback)))
  return serve(app, port)
}

/** The installed package at the path that a CDN gives it. */
const serveRelease = ({ folder }: Project, port: number): Promise<Stop> => {
  const app = express().use((_request, response, next) => {
    response.set('access-control-allow-origin', '*')
    next()
  })
  return serve(app.use('/6.176.0', express.static(join(folder, 'node_modules', 'front-entry'))), port)
}

const startPages = async ({ project, port }: Site): Promise<Stop> => {
  const out = join(project.folder, 'dist')
  await build(project.folder, project.stack, { base: '/', out })
  return serveFiles(out, port, 'index.html')
}

const startNext = async (site: Site): Promise<Stop> => {
  await build(site.project.folder, site.project.stack, { base: '/', out: '' })
  const program = join(site.project.folder, 'node_modules', 'next', 'dist', 'bin', 'next')
  return start(site, [program, 'start', '-p', String(site.port), '-H', 'localhost'])
}

const startSvelteKit = async (site: Site): Promise<Stop> => {
  await build(site.project.folder, site.project.stack, { base: '/', out: '' })
  const program = join(site.project.folder, 'node_modules', 'vite', 'bin', 'vite.js')
  return start(site, [program, 'preview', '--port', String(site.port), '--strictPort', '--host', 'localhost'])
}

const startExpress = async (site: Site): Promise<Stop> => {
  const file = join(site.project.folder, '.env')
  await rename(`${file}.example`, file)
  await appendFile(file, randomBytes(32).toString('hex'))
  return start(site, ['--env-file=.env', 'server.mjs'])
}

const STARTS: Readonly<Record<string, (site: Site) => Promise<Stop>>> = {
  html: ({ project, port }) => serveFiles(project.folder, port),
  express: startExpress,
  next: startNext,
  sveltekit: startSvelteKit,
}

/**
 * Makes an app from an empty folder with the packed package, builds it and starts it on a port of its own; the one after
 * it is that of the CDN.
 */
export const openNewcomer = async (name: string, tools: Tools, { api, port }: { api: string; port: number }) => {
  const replace = (text: string) =>
    text
      .replaceAll('http://localhost:3001', `http://localhost:${port + 1}`)
      .replaceAll('http://localhost:3002', api)
      .replaceAll('8080', String(port))
      .replace(/(?<=ENCRYPTION_PASSWORD=)\n/, '')
  const project = await createProject(name, { ...tools, replace })
  const stops: Stop[] = []
  const end = async () => {
    for (const stop of stops) await stop()
    await project.remove()
  }
  try {
    stops.push(await serveRelease(project, port + 1))
    stops.push(await (STARTS[name] ?? startPages)({ project, port }))
  } catch (error) {
    await end()
    throw error
  }
  return { origin: `http://localhost:${port}`, ownLines: project.ownLines, end } satisfies Newcomer
}
