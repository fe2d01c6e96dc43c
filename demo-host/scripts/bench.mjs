// `npm run bench`: time to a usable e-mail field on a slow phone, against a bare React form from the same CDN origin.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserArgs, ensureBrowser } from './find-browser.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const PORT = Number(process.env.PORT ?? 3700)
/** DESIGN §8. */
const LIMITS = { '/esm': 1.3, '/script-tag': 1.5 }
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const CPU_RATE = 4
const TYPED = 'ada@acme.test'

const BARE_FORM = `import { createRoot } from 'react-dom/client'
import { useState } from 'react'
const Form = () => {
  const [email, setEmail] = useState('')
  return <form><label>E-mail <input type="email" autoComplete="username" value={email} onChange={(e) => setEmail(e.target.value)} /></label><button>Continue</button></form>
}
createRoot(document.getElementById('root')!).render(<Form />)
`

await ensureInstalled()
process.chdir(root)
const executablePath = await ensureBrowser()
if (spawnSync(process.execPath, ['demo-host/scripts/build.mjs', '--if-changed'], { stdio: 'inherit' }).status !== 0)
  process.exit(1)
const { register } = await import('tsx/esm/api')
register()
const { rollup } = await import('rollup')
const { browserBuild, outputFolder } = await import('../../rollup.config.mjs')
const { writeManifest } = await import('../../cdn/manifest.mjs')
const { startDemoHost } = await import('../server/demo-host.ts')
const { createCdn } = await import('../server/cdn.ts')
const { closeServer, listen } = await import('../server/listen.ts')
const { chromium } = await import('@playwright/test')

/** The same Rollup, plugins and compression as the release. */
const buildBare = async (folder) => {
  const input = join(root, '.work', 'bare-form.tsx')
  await mkdir(join(root, '.work'), { recursive: true })
  await writeFile(input, BARE_FORM)
  const config = browserBuild()
  const bundle = await rollup({ ...config, input: { bare: input } })
  await bundle.write({ ...config.output, dir: folder })
  await bundle.close()
  await writeManifest(folder, 'bare', [])
}

const servers = []
const startBare = async (folder, port) => {
  const cdn = createCdn(folder, '1.0.0')
  const cdnOrigin = `http://localhost:${port + 1}`
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title><link rel="icon" href="data:,"><script type="module" crossorigin src="${cdnOrigin}/1.0.0/bare.js"></script></head><body><div id="root"></div></body></html>`
  servers.push(
    await listen((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page), port),
  )
  servers.push(await listen(cdn, port + 1))
  return `http://localhost:${port}/`
}

/** Milliseconds from navigation until the field is there and takes text; the text must still be there 1.5 s later. */
const measure = async (browser, url) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  await page.addInitScript(() => {
    const look = () => {
      const field = document.querySelector('input[autocomplete~="username"]')
      if (field && !field.disabled && field.getClientRects().length > 0) window.usableAt = performance.now()
      else requestAnimationFrame(look)
    }
    look()
  })
  await page.goto(url, { waitUntil: 'commit' })
  const handle = await page.waitForFunction(() => window.usableAt, undefined, { timeout: 60_000 })
  const time = await handle.jsonValue()
  const field = page.locator('input[autocomplete~="username"]')
  await field.pressSequentially(TYPED)
  await page.waitForLoadState('networkidle')
  const survived = (await field.inputValue()) === TYPED
  await context.close()
  return { time, survived }
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

const folder = await mkdtemp(join(tmpdir(), 'front-entry-bench-'))
await buildBare(join(folder, 'bare'))
const settings = { port: PORT, dataDir: join(folder, 'data'), logLevel: 'error', seed: true }
const demo = await startDemoHost(settings)
const bare = await startBare(join(folder, 'bare'), PORT + 10)
const pages = { bare, '/esm': `${demo.origins.host}/esm`, '/script-tag': `${demo.origins.host}/script-tag` }
const browser = await chromium.launch({ executablePath, args: browserArgs() })
const times = Object.fromEntries(Object.keys(pages).map((name) => [name, []]))
let allSurvived = true
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, url] of Object.entries(pages)) {
    const { time, survived } = await measure(browser, url)
    times[name].push(time)
    if (!survived) console.error(`Typed text was lost on ${name}`)
    allSurvived &&= survived
  }
}
await browser.close()
await Promise.all(servers.map(closeServer))
await demo.close()
await rm(folder, { recursive: true, force: true })

const base = median(times.bare)
console.log(
  `bare React form   ${base.toFixed(0)} ms (median of ${ROUNDS})  release ${outputFolder.slice(root.length + 1)}`,
)
const holds = Object.entries(LIMITS).map(([name, limit]) => {
  const own = median(times[name])
  const ratio = own / base
  console.log(
    `${name.padEnd(16)}  ${own.toFixed(0)} ms  ${ratio.toFixed(2)} ×  (at most ${limit} ×)${ratio > limit ? '  OVER' : ''}`,
  )
  return ratio <= limit
})
console.log(allSurvived ? 'Typed text survived every time' : 'Typed text was lost')
process.exit(holds.every(Boolean) && allSurvived ? 0 : 1)
