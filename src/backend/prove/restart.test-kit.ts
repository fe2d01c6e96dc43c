import type { ChildProcess } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startScript } from '../../testing/child-script.ts'
import { createSeeded } from '../sample/seeded.ts'

const WRITER = fileURLToPath(new URL('./restart-writer.test-kit.ts', import.meta.url))

export interface RestartFigures {
  rounds: number
  acknowledged: number
  lost: number
  /** Time from the start of the process, including Node, until the database is open. */
  slowestStartMs: number
  medianStartMs: number
  writesPerSecond: number
}

interface Writer {
  process: ChildProcess
  lines: string[]
  startedAt: number
  /**
   * Resolves with the first line that begins with `start` and its delay in milliseconds; rejects if the process ends
   * before.
   */
  line(start: string): Promise<{ text: string; afterMs: number }>
  ended: Promise<void>
}

/** Starts a script that prints one line per step. */
export const startSpeaking = (script: string, ...args: string[]): Writer => {
  const startedAt = performance.now()
  const child = startScript(script, ...args)
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    wake()
  })
  let over = false
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => {
      over = true
      wake()
      resolve()
    })
  })
  const line = (start: string) =>
    new Promise<{ text: string; afterMs: number }>((resolve, reject) => {
      const look = () => {
        const text = lines.find((candidate) => candidate.startsWith(start))
        if (text === undefined && !over) return
        waiting.delete(look)
        if (text === undefined) reject(new Error(`The writer ended without "${start}": ${lines.slice(-3).join(' | ')}`))
        else resolve({ text, afterMs: performance.now() - startedAt })
      }
      waiting.add(look)
      look()
    })
  return { process: child, lines, startedAt, line, ended }
}

const startWriter = (target: string, acknowledgedFile: string, mode: 'write' | 'check'): Writer =>
  startSpeaking(WRITER, target, acknowledgedFile, mode)

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const ACKNOWLEDGED = /^(user|generation|policy) /

/** Runs a writer and kills it during its writes, `rounds` times; then checks once more. */
export const proveKills = async (
  target: string,
  rounds: number,
  interrupt: (writer: ChildProcess) => Promise<unknown> = async (writer) => writer.kill('SIGKILL'),
): Promise<RestartFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'fe-acknowledged-'))
  const file = join(folder, 'writes')
  writeFileSync(file, '')
  const seeded = createSeeded(`kills ${rounds}`)
  const starts: number[] = []
  const figures = { rounds, acknowledged: 0, lost: 0 }
  let writingMs = 0
  try {
    for (let round = 0; round <= rounds; round++) {
      const isLast = round === rounds
      const writer = startWriter(target, file, isLast ? 'check' : 'write')
      const { afterMs } = await writer.line('open')
      // The first start creates the database; all others recover it.
      if (round > 0) starts.push(Math.round(afterMs))
      figures.lost += Number((await writer.line('lost')).text.split(' ')[1])
      const writingSince = performance.now()
      if (!isLast) {
        await writer.line('generation')
        await sleep(seeded.between(50, 900))
        await interrupt(writer.process)
      }
      await writer.ended
      if (!isLast) writingMs += performance.now() - writingSince
      const written = writer.lines.filter((text) => ACKNOWLEDGED.test(text))
      figures.acknowledged += written.length
      appendFileSync(file, written.map((text) => `${text}\n`).join(''))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  starts.sort((a, b) => a - b)
  return {
    ...figures,
    slowestStartMs: starts.at(-1) ?? 0,
    medianStartMs: starts[Math.floor(starts.length / 2)] ?? 0,
    writesPerSecond: Math.round((figures.acknowledged / Math.max(1, writingMs)) * 1_000),
  }
}

/**
 * Kills a process while it creates its database, at `rounds` different moments; returns how often the next start
 * failed.
 */
export const proveHalfMade = async (folderOf: (round: number) => string, rounds: number): Promise<number> => {
  const nothing = join(mkdtempSync(join(tmpdir(), 'fe-nothing-')), 'writes')
  writeFileSync(nothing, '')
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    const first = startWriter(folderOf(round), nothing, 'check')
    // Covers the start of Node, the creation of the database, its migrations and the reopening.
    await Promise.race([sleep(400 + (round * 4_000) / rounds), first.ended])
    first.process.kill('SIGKILL')
    await first.ended
    const second = startWriter(folderOf(round), nothing, 'check')
    await second.line('lost').catch(() => failed++)
    await second.ended
  }
  return failed
}

/**
 * Returns how a second process is refused on a folder that a first one has open, and checks that the first continues.
 */
export const proveSecondRefused = async (folder: string): Promise<{ refusal: string; exitCode: number | null }> => {
  const file = join(mkdtempSync(join(tmpdir(), 'fe-second-')), 'writes')
  writeFileSync(file, '')
  const first = startWriter(folder, file, 'write')
  await first.line('generation')
  const second = startWriter(folder, file, 'write')
  const { text } = await second.line('error')
  await second.ended
  const seen = first.lines.length
  while (first.lines.length <= seen) await sleep(5)
  first.process.kill('SIGKILL')
  await first.ended
  return { refusal: text, exitCode: second.process.exitCode }
}
