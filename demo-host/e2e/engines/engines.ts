// The flows of the product in Firefox and WebKit: `npm test` runs those that touch most of what engines do differently,
// `npm run prove` all. `ENGINE=WebKit FLOW=undo` narrows them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { withDeadline } from '../../../src/http/deadline.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { ENGINES, findEngine } from '../../scripts/find-engines.mjs'
import { flakyNote } from '../../scripts/flaky-note.mjs'
import type { DemoHost } from '../../server/demo-host.ts'
import { openHost } from '../support/host.ts'
import { repeated } from './attempts.ts'
import { openFirefox } from './firefox.ts'
import { gallery, strictPolicy } from './flows/policy.ts'
import { invite, picture, roles, rolesList, undo, users } from './flows/portal.ts'
import { hosted, linksAreQuiet, preview, signIn, twoTabs } from './flows/sign-in.ts'
import type { Engine } from './tab.ts'
import { startVisit, type Visit } from './visit.ts'
import { openWebKit } from './webkit.ts'

const FAILURES = '.work/engine-failures'
const FLOW_MS = 120_000
const START_MS = 90_000
/** `npm test` runs a flow that fails once more; `npm run prove` repeats nothing. */
const isWhole = Number(process.env.ROW_SCALE ?? 1) === 1

interface Flow {
  title: string
  work(visit: Visit): Promise<void>
  /** Runs in `npm test` too. */
  isSample?: boolean
}

const FLOWS: Readonly<Record<string, Flow>> = {
  signIn: { title: 'a user signs in, stays signed in and signs out', work: signIn, isSample: true },
  links: { title: 'a link is underlined only while it is pointed at', work: linksAreQuiet, isSample: true },
  users: { title: 'an administrator finds a user', work: users },
  invite: { title: 'an administrator invites a colleague', work: invite, isSample: true },
  undo: { title: 'a removal is undone in its toast', work: undo, isSample: true },
  roles: { title: 'an administrator creates a role', work: roles },
  rolesList: { title: 'a list of roles opens below its field', work: rolesList },
  picture: { title: 'a user crops a picture', work: picture, isSample: true },
  preview: { title: 'the preview works without an API', work: preview, isSample: true },
  gallery: { title: 'the gallery opens steps by link', work: gallery },
  hosted: { title: 'a user signs in on the hosted page', work: hosted },
  twoTabs: { title: 'two tabs sign in and out together', work: twoTabs },
  strictPolicy: { title: 'the strictest policy reports no violation', work: strictPolicy, isSample: true },
}

const OPEN: Readonly<Record<string, (paths: readonly string[]) => Promise<Engine>>> = {
  Firefox: ([path = '']) => openFirefox(path),
  WebKit: ([driver = '', browser = '']) => openWebKit(driver, browser),
}

const { ENGINE, FLOW } = process.env
const chosen = Object.entries(FLOWS).filter(([name, { isSample }]) => (FLOW ? name === FLOW : isWhole || isSample))

const MAX_ATTEMPTS = isWhole ? 1 : 2

/** Leaves a picture of what the tab showed when a flow failed, and prints it as text. */
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

for (const { name } of ENGINES.filter((each) => !ENGINE || each.name === ENGINE)) {
  const paths = findEngine(name)
  // What is missing is reported, and refused where it is required, before the tests run.
  if (!paths) continue
  describe(name, () => {
    let engine: Engine
    let host: { demo: DemoHost; end(): Promise<void> }
    before(
      async () => {
        host = await openHost({})
        engine = (await OPEN[name]?.(paths)) as Engine
      },
      { timeout: START_MS },
    )
    after(async () => {
      await engine?.close()
      await host?.end()
    })
    const attempt = async (flow: string, work: Flow['work']) => {
      const profile = await engine.openProfile()
      try {
        await pictured(`${name}-${flow}`, await startVisit(host.demo, profile), work)
      } finally {
        await profile.close()
      }
    }
    for (const [flow, { title, work }] of chosen) {
      const sentence = `In ${name} ${title}`
      test(sentence, { timeout: MAX_ATTEMPTS * (FLOW_MS + START_MS) }, async (context) => {
        const failures = await repeated(MAX_ATTEMPTS, () => attempt(flow, work))
        for (const error of failures) context.diagnostic(flakyNote(sentence, error))
      })
    }
  })
}
