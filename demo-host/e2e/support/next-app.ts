import { once } from 'node:events'
import { prepareNextApp, startNextApp } from '../../scripts/next-app.mjs'
import { freePorts } from './host.ts'

export interface NextApp {
  origin: string
  /** What it wrote, for a test that fails. */
  output(): string
  end(): Promise<void>
}

const PATIENCE_MS = 30_000

const isUp = async (origin: string): Promise<boolean> => {
  const answer = await fetch(origin).catch(() => undefined)
  return answer?.ok ?? false
}

/** The Next.js demo, installed, built and started beside a demo host. */
export const openNextApp = async (api: string): Promise<NextApp> => {
  await prepareNextApp()
  const port = await freePorts()
  const child = startNextApp({ port, api, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      output += part
    })
  }
  const origin = `http://localhost:${port}`
  const until = performance.now() + PATIENCE_MS
  while (!(await isUp(origin))) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`Next.js did not start:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const end = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { origin, output: () => output, end }
}
