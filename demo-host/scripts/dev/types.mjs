import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { COMPILER, checkTypesWith } from '../compiler.mjs'
import { root } from '../project.mjs'
import { createLane } from './lane.mjs'
import { frameOf } from './problems.mjs'

/** The compiler uses all cores for seconds after each edit; the builds have priority. */
const LOW_PRIORITY = 15

/** The compiler prints a message and its location in one line; continuation lines are indented. */
const MESSAGE = /^(?:(.+?)\((\d+),(\d+)\): )?error TS\d+: (.*)$/

const lineOf = (file, line) => {
  try {
    return readFileSync(join(root, file), 'utf8').split(/\r?\n/, line)[line - 1] ?? ''
  } catch {
    return '' // The file has been removed in the meantime.
  }
}

const toProblem = ([, file, line, column, message]) => {
  const problem = { kind: 'Type error', message }
  if (!file) return problem
  const place = { file: file.replaceAll('\\', '/'), line: Number(line), column: Number(column) }
  return { ...problem, ...place, frame: frameOf(place.line, place.column - 1, lineOf(file, place.line)) }
}

/** Returns the problems that the compiler has printed; if it failed without printing one, that is the problem. */
export const typeProblems = ({ output, failure }) => {
  const problems = []
  for (const line of output.split(/\r?\n/)) {
    const found = MESSAGE.exec(line)
    const last = problems.at(-1)
    if (found) problems.push(toProblem(found))
    else if (last && line.startsWith(' ')) last.message += `\n${line}`
  }
  if (failure && problems.length === 0)
    return [{ kind: 'Type error', message: `The types could not be checked: the compiler failed (${failure})` }]
  return problems
}

/**
 * The started process runs the compiler as a child, so both are ended as a process group. Windows has no such groups.
 */
const HAS_GROUPS = process.platform !== 'win32'

const end = ({ pid }) => {
  try {
    process.kill(HAS_GROUPS ? -pid : pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

const runCompiler = (folder, onStart) =>
  new Promise((resolve) => {
    const args = [...COMPILER, ...checkTypesWith(join(folder, 'types.tsbuildinfo')), '--pretty', 'false']
    const child = spawn(process.execPath, args, {
      cwd: root,
      detached: HAS_GROUPS,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onStart(child)
    try {
      setPriority(child.pid, LOW_PRIORITY)
    } catch {
      // Some systems don't let a program change its priority.
    }
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.on('error', (error) => resolve({ output, failure: error.message }))
    child.on('close', (code) => resolve({ output, failure: code === 0 ? undefined : `exit code ${code}` }))
  })

/** Checks the types in separate processes, one at a time; `run` checks again after an edit. */
export const createTypesLane = (folder, onProblems) => {
  let child
  let isStopped = false
  const work = async () => {
    if (isStopped) return
    const result = await runCompiler(folder, (started) => {
      child = started
    })
    if (!isStopped) onProblems(typeProblems(result))
  }
  const lane = createLane(work, () => undefined)
  return {
    run: lane.run,
    stop() {
      isStopped = true
      if (child?.exitCode === null) end(child)
    },
  }
}
