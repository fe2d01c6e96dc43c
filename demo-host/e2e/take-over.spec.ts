import type { Browser, CDPSession, Page } from '@playwright/test'
import { createRandom, type Random } from '../../src/testing/random.ts'
import { expect, test } from './fixtures.ts'
import { loginBox } from './models/login-box.ts'
import { expectAccessible, LOOKS } from './support/axe.ts'
import { reach, scaled } from './support/figures.ts'
import { holdCore, waitForTakeOver } from './support/held-core.ts'
import { watchViolations } from './support/violations.ts'

const SCHEDULES = scaled(200, 10)
const FIELD = 'input[name=email]'
/** A page with a field that no script takes over. */
const PLAIN =
  '<!doctype html><title>Plain</title><form><input name="email" type="email"><button>Continue</button></form>'

/** Texts that an input method composes step by step, and that the user then accepts. */
const COMPOSITIONS = [
  { steps: ['ｎ', 'に', 'にｈ', 'にほ', 'にほん'], accepted: '日本' },
  { steps: ['ㅎ', '하', '한'], accepted: '한' },
  { steps: ['´'], accepted: 'é' },
]

interface Hands {
  page: Page
  session: CDPSession
}

/** One move of the user, and the words that describe it in a failure. */
interface Move {
  what: string
  make(hands: Hands): Promise<unknown>
}

const press = (key: string): Move => ({ what: key, make: ({ page }) => page.keyboard.press(key) })

/**
 * Undo is not among the keys: text from before and after React's arrival may be two undo steps, but one in a plain
 * field.
 */
const KEYS = [
  ...['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Shift+ArrowLeft', 'Shift+Home', 'Backspace', 'Delete'],
  ...['Control+A', 'Control+C', 'Control+X', 'Control+V'],
]

const typed = (text: string): Move => ({ what: `"${text}"`, make: ({ page }) => page.keyboard.type(text) })

const compose = (text: string): Move => ({
  what: `composing ${text}`,
  make: ({ session }) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
})

const accept = (text: string): Move => ({
  what: `accepting ${text}`,
  make: ({ session }) => session.send('Input.insertText', { text }),
})

/** Moves the focus out of the field and back. */
const LEAVE: Move = {
  what: 'Tab and back',
  make: async ({ page }) => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
  },
}

/** Returns moves that belong together; a composition isn't interrupted by keys. */
const movesOf = ({ chance, below, pick }: Random): Move[] => {
  if (chance(0.2)) {
    const { steps, accepted } = pick(COMPOSITIONS)
    return [...steps.map(compose), accept(accepted)]
  }
  if (chance(0.1)) return [LEAVE]
  if (chance(0.4)) return [press(pick(KEYS))]
  return [typed('ada@acme.test'.slice(below(6), 6 + below(7)))]
}

/**
 * Returns text, caret and focus. A field of this type has no selection range, so a typed character shows where the
 * caret is.
 */
const stateOf = async ({ page }: Hands) => {
  await page.keyboard.type('|')
  return page.locator(FIELD).evaluate((input: HTMLInputElement) => ({
    value: input.value,
    isFocused: document.activeElement === input,
  }))
}

const handsOn = async (page: Page): Promise<Hands> => ({ page, session: await page.context().newCDPSession(page) })

/** Makes the moves in a plain field. */
const inPlainField = async (page: Page, moves: readonly Move[]) => {
  await page.setContent(PLAIN)
  const hands = await handsOn(page)
  await page.locator(FIELD).focus()
  for (const { make } of moves) await make(hands)
  return stateOf(hands)
}

/** Makes the moves in the login box; the core begins to load before the move at this index. */
const inLoginBox = async (page: Page, path: string, moves: readonly Move[], at: number) => {
  const release = await holdCore(page)
  await page.goto(path, { waitUntil: 'commit' })
  const field = page.locator(FIELD)
  await expect(field).toBeEditable()
  await field.focus()
  const node = await field.elementHandle()
  const hands = await handsOn(page)
  for (const [index, { make }] of moves.entries()) {
    if (index === at) release()
    await make(hands)
  }
  release()
  await waitForTakeOver(page)
  const state = await stateOf(hands)
  expect(await node?.evaluate((input) => input.isConnected), 'the node is the same').toBe(true)
  return state
}

const inNewPage = async <Result>(browser: Browser, task: (page: Page) => Promise<Result>, baseURL?: string) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  try {
    return await task(await context.newPage())
  } finally {
    await context.close()
  }
}

test(`${SCHEDULES} random schedules of typing, composing and editing end as in a plain field, whenever React arrives`, async ({
  browser,
  demo,
}) => {
  test.setTimeout(60_000 + SCHEDULES * 15_000)
  const differences: string[] = []
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const random = createRandom(seed)
    const moves = Array.from({ length: 4 + random.below(10) }, () => movesOf(random)).flat()
    const at = random.below(moves.length)
    const path = random.pick(['/script-tag', '/esm'])
    const wanted = await inNewPage(browser, (page) => inPlainField(page, moves))
    const got = await inNewPage(browser, (page) => inLoginBox(page, path, moves, at), demo.origins.host)
    const words = moves.map(({ what }) => what).join(', ')
    if (JSON.stringify(got) !== JSON.stringify(wanted))
      differences.push(`${seed}, ${path}, core before move ${at} of ${words}: ${JSON.stringify({ wanted, got })}`)
  }
  reach(
    75,
    'random schedules of typing while React takes the field over: 0 differences from a plain field',
    `${SCHEDULES} schedules, ${differences.length} differences`,
  )
  expect(differences).toEqual([])
})

for (const path of ['/script-tag', '/esm'])
  test(`On ${path} the painted form and React’s form each label the field once and are accessible`, async ({
    page,
  }) => {
    const release = await holdCore(page)
    await page.goto(path, { waitUntil: 'commit' })
    const field = page.getByRole('textbox', { name: 'Email', exact: true })
    await expect(field).toHaveCount(1)
    await expectAccessible(page, 'the painted form', LOOKS)
    const painted = await page.locator('fe-login-box').ariaSnapshot()
    release()
    await waitForTakeOver(page)
    await expect(field).toHaveCount(1)
    expect(painted).toContain('textbox "Email"')
    await expectAccessible(page, 'the form of React', LOOKS)
  })

test('Under the strictest policy the form is painted, typed into and taken over with 0 violations', async ({
  page,
}) => {
  const violations = await watchViolations(page)
  const box = loginBox(page)
  const release = await holdCore(page)
  await page.goto('/strict-csp', { waitUntil: 'commit' })
  await expect(box.email).toBeEditable()
  await box.email.pressSequentially('ada@acme.test')
  expect(violations).toEqual([])
  release()
  await waitForTakeOver(page)
  await box.email.press('Enter')
  await expect(box.password).toBeVisible()
  expect(violations).toEqual([])
})
