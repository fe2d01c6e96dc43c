import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { root } from '../project.mjs'
import { generate } from './generate.mjs'
import { installPinned, KEPT_PACKAGES } from './install.mjs'
import { countOwnLines } from './own-lines.mjs'
import { quickstartOf } from './page.mjs'
import { run, runProgram } from './run.mjs'
import { STACKS } from './stacks.mjs'

const SOURCES = join(root, 'demo-host', 'frameworks')

const sourceOf = (name) => join(SOURCES, quickstartOf(name).files)

const ownFiles = async (name) => {
  const folder = sourceOf(name)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/** Copies the files of a quickstart; `replace` changes their texts. */
export const copyOwnFiles = async (name, folder, replace = (text) => text) => {
  for (const path of await ownFiles(name)) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, replace(await readFile(join(sourceOf(name), path), 'utf8')))
  }
}

/** Runs the generator; returns the number of lines that the quickstart adds to its files. */
const generateAndCount = async (name, folder, tools) => {
  await generate(folder, name, tools)
  const { diffArrays } = createRequire(join(tools, 'package.json'))('diff')
  return countOwnLines({ from: sourceOf(name), to: folder, paths: await ownFiles(name), diffArrays })
}

const fillProject = async (name, folder, { tools, tarball, replace, isChecked, follow }) => {
  const stack = STACKS[name]
  const { commands } = quickstartOf(name)
  const ownLines = await follow(commands.generate, () => generateAndCount(name, folder, tools))
  const kept = stack.isReused ? join(tools, KEPT_PACKAGES) : undefined
  const packages = { lock: stack.lock, packages: stack.packages, tarball, kept }
  await follow(commands.install, () => installPinned(folder, packages))
  await follow(commands.copy, () => copyOwnFiles(name, folder, replace))
  for (const command of commands.configure) await follow([command], () => run(folder, command, ['sh', '-c', command]))
  for (const check of isChecked ? stack.checks : []) await runProgram(folder, `The type check of ${name}`, check)
  return { stack, folder, ownLines }
}

/** Works in an empty folder outside the repository, because Node would find the repository's packages. */
const inEmptyFolder = async (name, work) => {
  const empty = await mkdtemp(join(tmpdir(), 'front-entry-'))
  const remove = () => rm(empty, { recursive: true, force: true })
  try {
    return { result: await work(join(empty, `my-${name}`)), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const withoutNote = (_commands, work) => work()

/**
 * Does what the page of quickstarts says: runs the generator of the stack, installs its packages and the packed
 * `front-entry` in pinned versions, adds the files of the quickstart, and checks the types unless `isChecked` is false.
 * `replace` changes the text of the quickstart's files, such as its ports. `follow` gets the commands and the work of
 * each step.
 */
export const createProject = async (
  name,
  { tools, tarball, replace = (text) => text, isChecked = true, follow = withoutNote },
) => {
  const { result, remove } = await inEmptyFolder(name, (folder) =>
    fillProject(name, folder, { tools, tarball, replace, isChecked, follow }),
  )
  return { ...result, remove }
}
