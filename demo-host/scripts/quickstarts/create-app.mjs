import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../project.mjs'
import { generate } from './generate.mjs'
import { pinsOf } from './install.mjs'
import { quickstartOf } from './page.mjs'
import { copyOwnFiles } from './project.mjs'
import { STACKS } from './stacks.mjs'

/** Commands that start an app whose `package.json` lacks the scripts of the generator. */
const STARTS = {
  'react-router': 'npx react-router dev',
  nuxt: 'npx nuxt dev --port 3100',
  next: 'npx next dev -p 3100',
  astro: 'npx astro dev',
}

/** A page with a script tag has no packages. */
const hasPackages = (name) => name !== 'html'

const assertEmpty = async (folder) => {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty. Name a new folder.`)
}

/**
 * Adds packages. Versions of the generator are kept; for `*` and for `packages`, the versions of the lockfile are
 * written.
 */
const addPackages = async (folder, { lock, packages = [] }, tarball) => {
  const file = join(folder, 'package.json')
  const own = JSON.parse(await readFile(file, 'utf8'))
  const pins = await pinsOf(lock)
  const wanted = Object.entries(own.dependencies ?? {}).map(([name, range]) => [
    name,
    range === '*' ? pins[name] : range,
  ])
  const dependencies = {
    ...Object.fromEntries([...wanted, ...packages.map((name) => [name, pins[name]])]),
    'front-entry': `file:${tarball}`,
  }
  await writeFile(file, `${JSON.stringify({ ...own, dependencies }, null, 2)}\n`)
}

/** Generates the server's secret here, because no two apps may share it. */
const writeEnvironment = async (folder) => {
  const example = join(folder, '.env.example')
  if (!existsSync(example)) return
  const secret = `FRONTEGG_ENCRYPTION_PASSWORD=${randomBytes(32).toString('hex')}\n`
  await writeFile(example, (await readFile(example, 'utf8')) + secret)
  await rename(example, join(folder, '.env'))
}

/**
 * Writes a new app: the files of the stack's generator, those of the quickstart, and the packed package as a dependency.
 * Nothing is installed.
 *
 * @param name a stack, such as `react`
 * @param prepareTools resolves with the generators and the packed package; not called for plain HTML
 * @returns the commands that install and start the app, and its URL
 * @throws Error for an unknown stack or a folder that is not empty
 */
export const createApp = async (name, folder, prepareTools) => {
  const stack = STACKS[name]
  if (!stack) throw new Error(`There is no quickstart '${name}'. Choose one of ${Object.keys(STACKS).join(', ')}.`)
  await assertEmpty(folder)
  await mkdir(join(folder, '..'), { recursive: true })
  if (hasPackages(name)) {
    const { tools, tarball } = await prepareTools()
    await generate(folder, name, tools)
    await addPackages(folder, stack, tarball)
  }
  await copyOwnFiles(name, folder)
  await writeEnvironment(folder)
  const { url, commands } = quickstartOf(name)
  return {
    url,
    api: `cd ${root} && npm start`,
    commands: [
      `cd ${folder}`,
      ...(hasPackages(name) ? ['npm install'] : []),
      ...(STARTS[name] ? [STARTS[name]] : commands.start),
    ],
  }
}
