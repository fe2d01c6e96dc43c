import { fileURLToPath } from 'node:url'
import { createSeeded } from '../sample/seeded.ts'
import { startSpeaking } from './restart.test-kit.ts'

const WRITER = fileURLToPath(new URL('./unit-of-work-writer.test-kit.ts', import.meta.url))

interface UnitFigures {
  rounds: number
  /** Number of rows of the audit log at the end. */
  rows: number
  changesWithoutRow: number
  rowsWithoutChange: number
  /** Difference between the numbers of events and rows. */
  eventsApart: number
  chainProblems: number
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Kills a backend in the middle of changes, `rounds` times; each process checks the data that the previous one left.
 */
export const proveUnits = async (target: string, rounds: number): Promise<UnitFigures> => {
  const seeded = createSeeded(`units ${rounds}`)
  const figures = { rounds, rows: 0, changesWithoutRow: 0, rowsWithoutChange: 0, eventsApart: 0, chainProblems: 0 }
  for (let round = 0; round <= rounds; round++) {
    const isLast = round === rounds
    const writer = startSpeaking(WRITER, target, isLast ? 'check' : 'write')
    const found = JSON.parse((await writer.line('checked')).text.slice('checked '.length))
    figures.rows = found.rows
    figures.changesWithoutRow += found.changes
    figures.rowsWithoutChange += found.lost
    figures.eventsApart += found.events
    figures.chainProblems += Number(found.problem !== null)
    if (!isLast) {
      await writer.line('changed')
      await sleep(seeded.between(50, 900))
      writer.process.kill('SIGKILL')
    }
    await writer.ended
  }
  return figures
}

/** Whether every change had its row, and every row its change, in each round. */
export const isWholeUnit = ({
  rounds,
  rows,
  changesWithoutRow,
  rowsWithoutChange,
  eventsApart,
  chainProblems,
}: UnitFigures) => rows > rounds && changesWithoutRow + rowsWithoutChange + eventsApart + chainProblems === 0
