import { freePorts } from '../../../src/testing/ports.ts'
import { prepareNextApp, startNextApp } from '../../scripts/next-app.mjs'
import { endProgram } from './child-process.ts'

export interface NextApp {
  origin: string
  /** Returns its output, for a test that fails. */
  output(): string
  end(): Promise<void>
}

const PATIENCE_MS = 30_000

/** Next.js prints a line once it listens. */
const READY = /Ready in/

/** Starts the Next.js demo, installed and built, for a demo host. */
export const openNextApp = async (api: string): Promise<NextApp> => {
  await prepareNextApp()
  const port = await freePorts(1)
  const child = startNextApp({ port, api, stdio: 'pipe' })
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`Next.js did not start:\n${output}`))
    const timer = setTimeout(fail, PATIENCE_MS)
    child.once('exit', () => {
      clearTimeout(timer)
      fail()
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part) => {
        output += part
        if (!READY.test(output)) return
        clearTimeout(timer)
        resolve()
      })
    }
  })
  await ready.catch(async (error) => {
    await endProgram(child)
    throw error
  })
  return { origin: `http://localhost:${port}`, output: () => output, end: () => endProgram(child) }
}
