// Runs the flows of the product in Firefox and WebKit. `ENGINE=WebKit FLOW=undo,roles` selects some of them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isWhole, report } from '../../../src/backend/prove/report.test-kit.ts'
import { withDeadline } from '../../../src/http/deadline.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { ENGINES, findEngine } from '../../scripts/find-engines.mjs'
import { flakyNote } from '../../scripts/flaky-note.mjs'
import { repeated } from './attempts.ts'
import { openFirefox } from './firefox.ts'
import { chosenFlows, type Flow } from './flows.ts'
import { createHosts } from './hosts.ts'
import type { Engine } from './tab.ts'
import { type Figure, startVisit, type Visit } from './visit.ts'
import { openWebKit } from './webkit.ts'

const FAILURES = '.work/engine-failures'
const FLOW_MS = 180_000
const START_MS = 90_000

const OPEN: Readonly<Record<string, (paths: readonly string[]) => Promise<Engine>>> = {
  Firefox: ([path = '']) => openFirefox(path),
  WebKit: ([driver = '', browser = '']) => openWebKit(driver, browser),
}

/** `npm run test:full` repeats a failed flow once; `npm run prove` repeats nothing. */
const MAX_ATTEMPTS = isWhole ? 1 : 2

/** Runs a flow; if it fails, saves a picture of the tab and prints its content as text. */
const pictured = async (name: string, visit: Visit, work: Flow['work']) => {
  try {
    await withDeadline(systemClock, FLOW_MS, undefined, () => work(visit))
  } catch (error) {
    mkdirSync(FAILURES, { recursive: true })
    const picture = await visit.page.tab.picture().catch(() => Buffer.alloc(0))
    writeFileSync(join(FAILURES, `${name}.png`), picture)
    const shown = await visit.page.describe().catch(String)
    throw new Error(`${(error as Error).message}\nThe page was ${shown}`, { cause: error })
  }
}

const { ENGINE } = process.env
const hosts = createHosts()
after(hosts.end)

for (const { name } of ENGINES.filter((each) => !ENGINE || each.name === ENGINE)) {
  const paths = findEngine(name)
  // Missing engines are reported, or refused if they are required, before the tests run.
  if (!paths) continue
  describe(name, () => {
    let engine: Engine
    before(
      async () => {
        engine = (await OPEN[name]?.(paths)) as Engine
      },
      { timeout: START_MS },
    )
    const flows = chosenFlows()
    let passed = 0
    after(async () => {
      await engine?.close()
      // A run of some flows proves nothing about the others.
      if (process.env.FLOW) return
      const reached = `${passed} of ${flows.length} flows`
      report({ row: 'Three engines', wanted: `${name}: every flow passes`, reached, ok: passed === flows.length })
    })
    const note = ({ row, wanted, reached }: Figure) => report({ row, wanted: `${name}: ${wanted}`, reached, ok: true })
    const attempt = async (flow: string, { work, lifetime = 'usual' }: Flow) => {
      const host = await hosts.open(lifetime)
      host.network.reset()
      const profile = await engine.openProfile()
      try {
        await pictured(`${name}-${flow}`, await startVisit({ ...host, profile, note }), work)
      } finally {
        await profile.close()
      }
    }
    for (const [flow, chosen] of flows) {
      const sentence = `In ${name} ${chosen.title}`
      test(sentence, { timeout: MAX_ATTEMPTS * (FLOW_MS + START_MS) }, async (context) => {
        const failures = await repeated(MAX_ATTEMPTS, () => attempt(flow, chosen))
        for (const error of failures) context.diagnostic(flakyNote(sentence, error))
        passed += 1
      })
    }
  })
}
