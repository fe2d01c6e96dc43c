import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../../../src/testing/ports.ts'
import { until } from '../../../src/testing/until.ts'
import { endProgram } from './child-process.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const HOST_PORTS = 4
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'playwright.config.ts']
/** Files that `npm run dev` doesn't need: tests, generated files, and files of other programs. */
const LEFT_OUT = /(^|\/)(node_modules|\d+\.\d+\.\d+|demo-host\/e2e)(\/|$)|\.(test|prove)\.tsx?$/

const isCopied = (path: string) => !LEFT_OUT.test(relative(ROOT, path).split(sep).join('/'))

const copyRepository = async (): Promise<string> => {
  const parent = join(ROOT, '.work')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'dev-copy-'))
  for (const name of ['src', 'cdn', 'demo-host'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter: isCopied })
  for (const name of FILES) await cp(join(ROOT, name), join(folder, name))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/** Returns the command lines of the processes that work in the folder, on systems that list them as files. */
const processesIn = async (folder: string): Promise<string[]> => {
  const ids = await readdir('/proc').catch(() => [])
  const found = await Promise.all(
    ids.map(async (id) => {
      if ((await readlink(`/proc/${id}/cwd`).catch(() => '')) !== folder) return []
      const words = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
      return [`${id} ${words.replaceAll('\0', ' ')}`.trim()]
    }),
  )
  return found.flat()
}

/** Returns the processes that are left. Waits for children first, because they end shortly after their parent. */
const leftIn = async (folder: string): Promise<string[]> => {
  await until(async () => (await processesIn(folder)).length === 0).catch(() => undefined)
  return processesIn(folder)
}

export interface DevCopy {
  host: string
  api: string
  /** Returns the output of `npm run dev` so far. */
  output(): string
  /** Milliseconds from its start until the pages could be opened. */
  startedAfter: number
  /** Replaces a text that the file must contain; the returned function restores it. */
  edit(file: string, from: string, to: string): Promise<() => Promise<void>>
  /** Ends the program by a signal. @returns how long it took and which processes it left. */
  end(): Promise<{ ms: number; left: string[] }>
  /** Deletes the copy. */
  remove(): Promise<void>
}

/** Runs `npm run dev` in a copy of this repository, whose sources may be edited, with its own data. */
export const openDevCopy = async (): Promise<DevCopy> => {
  const folder = await copyRepository()
  const port = await freePorts(HOST_PORTS)
  const start = performance.now()
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data') }
  const child = spawn(process.execPath, ['demo-host/scripts/dev.mjs'], { cwd: folder, env })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (/^ready /m.test(output)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`npm run dev ended:\n${output}`)))
  })
  return {
    host: `http://localhost:${port}`,
    api: `http://localhost:${port + 2}`,
    output: () => output,
    startedAfter: performance.now() - start,
    async edit(file, from, to) {
      const path = join(folder, file)
      const text = await readFile(path, 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
      await writeFile(
        path,
        text.replace(from, () => to),
      )
      return () => writeFile(path, text)
    },
    async end() {
      const sent = performance.now()
      await endProgram(child)
      return { ms: performance.now() - sent, left: await leftIn(folder) }
    },
    async remove() {
      await endProgram(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Edits whose effect a page shows: of a view, a style sheet and a handler. */
export const EDITS = {
  view: {
    file: 'src/pages/users/users.view.tsx',
    from: "title={t('pageTitle')}",
    to: (word: string) => `title={\`\${t('pageTitle')} ${word}\`}`,
  },
  style: {
    file: 'src/ui/button/button.css',
    from: 'padding: 4px 14px;',
    to: (pixels: number) => `padding: 4px ${pixels}px;`,
  },
  handler: {
    file: 'src/backend/handlers/me.ts',
    from: 'map((tenant) => toTenant(tenant, ports.config.vendorId))',
    to: (word: string) => `map((tenant) => ({ ...toTenant(tenant, ports.config.vendorId), name: '${word}' }))`,
  },
} as const

/**
 * Edits that the terminal and the page report while the last good version stays. With `isInPages`, pages are built with
 * the edit too, because preview mode has the same handler.
 */
export const FAULTS = {
  view: { file: EDITS.view.file, from: 'className="fe-users"', to: 'className="fe-users' },
  style: { file: EDITS.style.file, from: '.fe-button {', to: '.fe-button {{' },
  type: {
    file: EDITS.view.file,
    from: 'const loadDialogs',
    to: "export const seats: number = 'four'\n\nconst loadDialogs",
  },
  server: [
    {
      title: 'cannot be parsed',
      file: EDITS.handler.file,
      from: 'const meOf',
      to: 'const = meOf',
      named: EDITS.handler.file,
      isInPages: false,
    },
    {
      title: 'fails while it loads',
      file: EDITS.handler.file,
      from: 'const meOf',
      to: "throw new Error('Fault on load')\nconst meOf",
      named: 'Fault on load',
      isInPages: true,
    },
    {
      title: 'fails while it starts',
      file: 'demo-host/server/development.ts',
      from: 'const host =',
      to: "if (root) throw new Error('Fault on start')\n  const host =",
      named: 'Fault on start',
      isInPages: false,
    },
  ],
} as const
