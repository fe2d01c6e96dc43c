import axe from 'axe-core'
import { expect, test } from './fixtures.ts'
import { BY_COLOR } from './support/axe.ts'
import { isWhole } from './support/figures.ts'

const PHONE = { width: 390, height: 844 }

interface Picture {
  id: string
  shows: string
}

interface Visit {
  id: string
  problems: string[]
}

test('the gallery shows every step, failure and state of billing by link, calls no server, and is accessible', async ({
  page,
  demo,
}) => {
  test.setTimeout(180_000)
  const foreign: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    const own = [demo.origins.host, demo.origins.cdn].some((origin) => request.url().startsWith(`${origin}/`))
    if (!own || request.method() !== 'GET') foreign.push(`${request.method()} ${request.url()}`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(PHONE)
  await page.goto('/gallery')
  await expect(page.locator('#stage[data-shown="login/preLogin/plain"]')).toBeVisible()
  await page.evaluate(axe.source)
  // One walk inside the page: a round trip for each of many pictures would be most of the time.
  const visits = await page.evaluate(
    async ({ byColor, every }): Promise<Visit[]> => {
      const tools = (window as unknown as { axe: typeof axe }).axe
      const module = `${document.querySelector('script[data-gallery]')?.getAttribute('data-gallery')}`
      const { entries } = (await import(module)) as { entries: readonly Picture[] }
      const stage = document.getElementById('stage') as HTMLElement
      const nextFrame = () => new Promise(requestAnimationFrame)
      const until = async (isThere: () => boolean, ms = 15_000): Promise<boolean> => {
        const end = performance.now() + ms
        while (!isThere() && performance.now() < end) await nextFrame()
        return isThere()
      }
      const wordsOf = () => {
        const box = stage.firstElementChild
        const labels = [...(box?.shadowRoot?.querySelectorAll('[aria-label]') ?? [])]
        const shadow = box?.shadowRoot?.querySelector('.fe-element')?.textContent ?? ''
        return `${shadow} ${box?.textContent} ${labels.map((one) => one.getAttribute('aria-label')).join(' ')}`
      }
      const barriers = async (rules?: string[]) => {
        const only = rules
          ? { type: 'rule' as const, values: rules }
          : { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
        const { violations } = await tools.run(stage, { runOnly: only, resultTypes: ['violations'] })
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
      }
      /** A password manager goes by the tokens of the fields, and saves a password under the name beside it. */
      const unknownToManagers = () =>
        [...stage.querySelectorAll<HTMLInputElement>('fe-login-box input')].flatMap(
          ({ type, name, autocomplete, form }) => {
            if (['checkbox', 'radio', 'hidden', 'file'].includes(type)) return []
            const isNamed = type !== 'password' || form?.querySelector('input[autocomplete~="username"]')
            return [autocomplete ? '' : `no token: ${name}`, isNamed ? '' : `no username beside ${name}`].filter(
              Boolean,
            )
          },
        )
      /** Long names of providers are cut on purpose: the skeleton of the first step has one line for each. */
      const unreadable = () => {
        const inside = (selector: string) => [
          ...(stage.firstElementChild?.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
        ]
        const cut = inside('.fe-button-label').filter(
          (label) => label.scrollWidth > label.clientWidth && !label.closest('.fe-social-row'),
        )
        const empty = inside('.fe-alert-text').filter(({ textContent }) => !textContent?.trim())
        return [...cut.map(({ textContent }) => `cut off: ${textContent}`), ...empty.map(() => 'an empty alert')]
      }
      const isSkeletonShown = () =>
        [...(stage.firstElementChild?.shadowRoot?.querySelectorAll('.fe-skeleton') ?? [])].some((one) =>
          one.checkVisibility(),
        )
      const wear = (scheme: string) => document.querySelector<HTMLInputElement>(`input[value=${scheme}]`)?.click()
      const visits: Visit[] = []
      for (const [at, { id, shows }] of entries.entries()) {
        const problems: string[] = []
        wear('light')
        document.querySelector<HTMLElement>(`#list a[href="#${id}"]`)?.click()
        const isShown = await until(() => stage.dataset.shown === id && wordsOf().includes(shows))
        if (!isShown) problems.push(`does not show "${shows}" but "${wordsOf()}"`)
        // Less than the box waits for what doesn't arrive.
        if (id.startsWith('login/') && !(await until(() => !isSkeletonShown(), 3_000)))
          problems.push('shows a skeleton')
        if (document.documentElement.scrollWidth > innerWidth || stage.scrollWidth > stage.clientWidth)
          problems.push('scrolls sideways')
        problems.push(...unknownToManagers(), ...unreadable())
        if (at % every === 0) {
          problems.push(...(await barriers()))
          wear('dark')
          // What a provider draws in a frame of its own gets its colors after the page has them.
          for (let frames = 0; frames < 3; frames += 1) await nextFrame()
          problems.push(...(await barriers(byColor)))
        }
        visits.push({ id, problems })
      }
      return visits
    },
    { byColor: BY_COLOR, every: isWhole ? 1 : 6 },
  )
  expect(visits.filter(({ problems }) => problems.length > 0)).toEqual([])
  expect(visits.length).toBeGreaterThan(210)
  expect(foreign, 'requests to other servers').toEqual([])
  expect(errors).toEqual([])
})

test('the gallery is searched, walked by its links and by keyboard, and survives a link that leads nowhere', async ({
  page,
}) => {
  await page.goto('/gallery#login/loginWithPassword/wrong-password')
  const box = page.locator('fe-login-box')
  await expect(box.getByText('Incorrect email or password')).toBeVisible()
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(box.getByText('This account is locked')).toBeVisible()
  await page.goBack()
  await expect(box.getByText('Incorrect email or password')).toBeVisible()
  await page.getByLabel('Find a step').fill('recovery')
  await expect(page.getByText(/^\d+ of \d+ pictures$/)).toBeVisible()
  const found = page.getByRole('link', { name: 'recoveryCode: plain' })
  await found.focus()
  await page.keyboard.press('Enter')
  await expect(box.getByRole('heading', { name: 'Save your recovery code' })).toBeVisible()
  await expect(found).toBeFocused()
  await expect(found).toHaveAttribute('aria-current', 'page')
  await page.goto('/gallery#login/nowhere/plain')
  await expect(page.getByText('There is no such step')).toBeVisible()
})
